import Values

/// Values as YAML, in one line or in a block.
struct ValueText {
  /// Where lines had better end.
  static let widest = 100

  /// Whether a text of several lines may stand as one.
  var usesLiterals = true

  // MARK: In one line

  static func flow(_ value: Value, like style: ScalarText.Style = .plain, inFlow: Bool) -> String {
    switch value {
    case .list(let list):
      return "[" + list.elements.map { flow($0, inFlow: true) }.joined(separator: ", ") + "]"
    case .map(let map):
      guard let keys = keys(of: map, inFlow: true) else { break }
      return "{"
        + zip(keys, map.values).map { "\($0): \(flow($1, inFlow: true))" }.joined(separator: ", ")
        + "}"
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type,
      .optional, .opaque:
      break
    }
    return ScalarText.text(value, like: style, inFlow: inFlow)
  }

  /// The keys as written; nil where one of them cannot be.
  private static func keys(of map: Map, inFlow: Bool) -> [String]? {
    var keys: [String] = []
    for key in map.keys {
      guard case .string(let name) = key, let text = ScalarText.key(name, inFlow: inFlow) else {
        return nil
      }
      keys.append(text)
    }
    return keys
  }

  // MARK: In a block

  /// The lines of a list or map whose first character stands in that column; nil for what stands in
  /// one line only.
  func block(_ value: Value, column: Int) -> [String]? {
    switch value {
    case .list(let list):
      guard list.count > 0 else { return nil }
      return list.elements.flatMap { item($0, column: column) }
    case .map(let map):
      guard map.count > 0, let keys = ValueText.keys(of: map, inFlow: false) else { return nil }
      return zip(keys, map.values).flatMap { entry($0, $1, column: column) }
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type,
      .optional, .opaque:
      return nil
    }
  }

  /// An element of a block list, with its dash.
  func item(_ value: Value, column: Int) -> [String] {
    let lines = self.lines(value, column: column + 2, room: ValueText.widest - column - 2)
    return ["- " + lines[0]] + ValueText.indented(lines.dropFirst())
  }

  /// An entry of a block map.
  func entry(_ key: String, _ value: Value, column: Int) -> [String] {
    let room = ValueText.widest - column - key.unicodeScalars.count - 2
    let lines = self.lines(value, column: column + 2, room: room)
    let isBlock = lines.count > 1 && !lines[0].hasPrefix("|")
    if isBlock { return ["\(key):"] + ValueText.indented(lines[...]) }
    return ["\(key): \(lines[0])"] + ValueText.indented(lines.dropFirst())
  }

  /// One line where it has room, else a block.
  private func lines(_ value: Value, column: Int, room: Int) -> [String] {
    if usesLiterals, let text = ScalarText.spelling(value), let lines = ScalarText.literal(text) {
      return lines
    }
    let line = ValueText.flow(value, inFlow: false)
    if line.unicodeScalars.count <= room { return [line] }
    guard let block = block(value, column: column), block.count > 1 else { return [line] }
    return block
  }

  /// The lines two columns further in; empty ones stay empty.
  static func indented(_ lines: ArraySlice<String>) -> [String] {
    lines.map { $0.isEmpty ? "" : "  " + $0 }
  }
}
