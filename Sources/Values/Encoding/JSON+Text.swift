extension JSON {
  /// The shortest text, in one line.
  public var text: String {
    var text = TextBytes()
    write(to: &text)
    return text.text
  }

  private func write(to text: inout TextBytes) {
    switch self {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .number(let number): text += number
    case .string(let string): JSON.write(string, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        JSON.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// In quotes. Everything that is not printable is escaped, so that the text can go anywhere.
  private static func write(_ string: String, to text: inout TextBytes) {
    Value.write(quoted: string, to: &text) { scalar in
      String(Character(scalar)).utf16.reduce(into: "") { escaped, unit in
        let digits = String(unit, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }
}
