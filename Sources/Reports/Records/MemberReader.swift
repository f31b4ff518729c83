import Values

/// Why a line of a report is no record.
public struct RecordError: Error, Sendable, Equatable {
  /// Without a full stop: `"failures[0].place.line" must be a whole number`.
  public let message: String
  /// From 1, in bytes; nil where it is not about a place in the line.
  public let column: Int?

  init(_ message: String, column: Int? = nil) {
    self.message = message
    self.column = column
  }
}

/// The members of one object of a report, read by name and type. Members that nobody asks for are
/// passed over.
struct MemberReader {
  /// No number of a report is greater, so that sums of them cannot overflow.
  private static let greatest = 1 << 40
  private static let greatestOfMany = 1 << 32

  private let members: [JSON.Member]
  /// How a message names the object, with what separates it from a member: `failures[0].`.
  private let path: String

  init(_ json: JSON, path: String = "") throws(RecordError) {
    guard case .object(let members) = json else {
      throw RecordError(
        path.isEmpty ? "the line is no JSON object" : "\"\(path)\" must be an object")
    }
    self.members = members
    self.path = path.isEmpty ? "" : path + "."
  }

  private func find(_ name: String) -> JSON? {
    guard let value = members.first(where: { Text.same($0.name, name) })?.value else { return nil }
    if case .null = value { return nil }
    return value
  }

  private func require(_ name: String) throws(RecordError) -> JSON {
    guard let value = find(name) else { throw RecordError("\"\(path)\(name)\" is missing") }
    return value
  }

  func text(_ name: String) throws(RecordError) -> String {
    guard case .string(let text) = try require(name) else { throw wrong(name, "a text") }
    return text
  }

  /// A text that is printed as it is: what does not show is escaped here, whoever wrote the report.
  func shown(_ name: String, keepingLineEnds: Bool = false) throws(RecordError) -> String {
    SafeText.shown(try text(name), keepingLineEnds: keepingLineEnds)
  }

  func textIfAny(_ name: String) throws(RecordError) -> String? {
    find(name) == nil ? nil : try text(name)
  }

  /// The same where it is there.
  func shownIfAny(_ name: String) throws(RecordError) -> String? {
    find(name) == nil ? nil : try shown(name)
  }

  /// A whole number, not less than the least.
  func int(_ name: String, least: Int = 0) throws(RecordError) -> Int {
    guard case .number(let number) = try require(name), let int = Int(number),
      (least...MemberReader.greatest).contains(int)
    else { throw wrong(name, least == 0 ? "a whole number" : "a whole number from \(least)") }
    return int
  }

  func intIfAny(_ name: String) throws(RecordError) -> Int? {
    find(name) == nil ? nil : try int(name)
  }

  /// Whole numbers, none of them so great that sums of many could overflow.
  func ints(_ name: String) throws(RecordError) -> [Int] {
    guard case .array(let elements) = try require(name) else {
      throw wrong(name, "an array of whole numbers")
    }
    var ints: [Int] = []
    ints.reserveCapacity(elements.count)
    for element in elements {
      guard case .number(let number) = element, let int = Int(number),
        (0...MemberReader.greatestOfMany).contains(int)
      else { throw wrong(name, "an array of whole numbers") }
      ints.append(int)
    }
    return ints
  }

  func seconds(_ name: String) throws(RecordError) -> Double {
    guard case .number(let number) = try require(name), let seconds = Double(number),
      (0...1e9).contains(seconds)
    else { throw wrong(name, "a number of seconds") }
    return seconds
  }

  func bool(_ name: String) throws(RecordError) -> Bool {
    guard case .bool(let bool) = try require(name) else { throw wrong(name, "true or false") }
    return bool
  }

  func texts(_ name: String) throws(RecordError) -> [String] {
    guard case .array(let elements) = try require(name) else {
      throw wrong(name, "an array of texts")
    }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element else { throw wrong(name, "an array of texts") }
      texts.append(text)
    }
    return texts
  }

  /// Texts of one line each that are printed as they are.
  func shownTexts(_ name: String) throws(RecordError) -> [String] {
    try texts(name).map { SafeText.shown($0) }
  }

  func has(_ name: String) -> Bool { find(name) != nil }

  func reader(_ name: String) throws(RecordError) -> MemberReader {
    try MemberReader(try require(name), path: path + name)
  }

  func readerIfAny(_ name: String) throws(RecordError) -> MemberReader? {
    find(name) == nil ? nil : try reader(name)
  }

  /// Every object of an array, read in turn.
  func each<Element>(
    _ name: String, _ read: (MemberReader) throws(RecordError) -> Element
  ) throws(RecordError) -> [Element] {
    guard case .array(let elements) = try require(name) else {
      throw wrong(name, "an array of objects")
    }
    var all: [Element] = []
    for (index, element) in elements.enumerated() {
      all.append(try read(MemberReader(element, path: "\(path)\(name)[\(index)]")))
    }
    return all
  }

  private func wrong(_ name: String, _ wanted: String) -> RecordError {
    RecordError("\"\(path)\(name)\" must be \(wanted)")
  }
}
