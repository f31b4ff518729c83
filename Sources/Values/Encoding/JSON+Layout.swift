extension JSON {
  /// The text for people: what fits into the width stands on one line, all else on several, indented
  /// by two blanks. No line break at the end.
  public func text(width: Int) -> String {
    var text = ""
    write(to: &text, indent: 0, width: width, room: width)
    return text
  }

  /// `room` is what is left of the line.
  private func write(to text: inout String, indent: Int, width: Int, room: Int) {
    let short = line(within: room)
    if let short {
      text += short
      return
    }
    let inner = String(repeating: " ", count: indent + 2)
    switch self {
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        text += (index > 0 ? "," : "") + "\n" + inner
        element.write(to: &text, indent: indent + 2, width: width, room: width - indent - 3)
      }
      text += "\n" + inner.dropLast(2) + "]"
    case .object(let members):
      text += "{"
      // Switches stand several to a line; where the line ends, if one may follow there.
      var end = width
      for (index, member) in members.enumerated() {
        let name = JSON.string(member.name).text + ": "
        let size = member.value.switchSize.map { $0 + name.utf8.count } ?? width
        text += index > 0 ? "," : ""
        let follows = end + 2 + size < width
        text += follows ? " " : "\n" + inner
        end = follows ? end + 2 + size : indent + 2 + size
        text += name
        let room = width - indent - 3 - name.utf8.count
        member.value.write(to: &text, indent: indent + 2, width: width, room: room)
      }
      text += "\n" + inner.dropLast(2) + "}"
    case .null, .bool, .number, .string: text += self.text
    }
  }

  /// The text on one line, with blanks; nil where that is too long.
  private func line(within room: Int) -> String? {
    var line = ""
    return write(to: &line, within: room) ? line : nil
  }

  /// Whether it has fitted so far.
  private func write(to line: inout String, within room: Int) -> Bool {
    switch self {
    case .array(let elements):
      line += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { line += ", " }
        guard element.write(to: &line, within: room) else { return false }
      }
      line += "]"
    case .object(let members):
      line += "{"
      for (index, member) in members.enumerated() {
        line += (index > 0 ? ", " : "") + JSON.string(member.name).text + ": "
        guard member.value.write(to: &line, within: room) else { return false }
      }
      line += "}"
    case .null, .bool, .number, .string: line += text
    }
    return line.utf8.count <= room
  }

  /// How long `true` or `false` is; nil for other JSON.
  private var switchSize: Int? { if case .bool(let bool) = self { bool ? 4 : 5 } else { nil } }
}
