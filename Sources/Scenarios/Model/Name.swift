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

/// A name and the properties below it: `person.name`.
public struct Path: Sendable, Hashable {
  /// The model's name.
  public var root: String
  /// The properties, outermost first.
  public var properties: [String]
  public var span: SourceSpan

  public init(root: String, properties: [String] = [], span: SourceSpan) {
    self.root = root
    self.properties = properties
    self.span = span
  }

  /// As written: `person.name`.
  public var text: String { ([root] + properties).joined(separator: ".") }
}

/// A path and what is put there.
public struct Assignment: Sendable {
  public var path: Path
  public var value: Datum

  public init(path: Path, value: Datum) {
    self.path = path
    self.value = value
  }
}
