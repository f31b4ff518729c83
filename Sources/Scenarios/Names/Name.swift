public import Values

/// A word of the file and its place: a name, a key, a verb.
public struct Name: Sendable, Hashable {
  public var text: String
  public var span: SourceSpan

  public init(_ text: String, at span: SourceSpan) {
    self.text = text
    self.span = span
  }
}

/// A name and the properties below it, with what the name stands for: `person.name`.
public struct Path: Sendable, Hashable {
  /// The model's name.
  public let root: String
  /// The properties, outermost first.
  public let properties: [String]
  public var span: SourceSpan
  /// What it begins in: what its root stands for, or the state of the part in whose body it stands.
  public let slot: Slot
  /// The properties below the slot: in the own state of a part these are all of its names.
  public let selection: [String]

  public init(root: String, properties: [String] = [], span: SourceSpan, slot: Slot) {
    self.root = root
    self.properties = properties
    self.span = span
    self.slot = slot
    selection = properties
  }

  /// A path below the state of the part in whose body it stands.
  public init(own names: [String], span: SourceSpan) {
    root = names.first ?? ""
    properties = Array(names.dropFirst())
    self.span = span
    slot = .own
    selection = names
  }

  /// As written: `person.name`.
  public var text: String { ([root] + properties).joined(separator: ".") }
}
