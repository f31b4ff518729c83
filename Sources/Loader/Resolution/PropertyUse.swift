import CEL
import Scenarios
import Values

/// Properties that a file names of a value. They can be looked up only when all parts have been
/// read, for any part may speak of any other, and a parcel's state is that of the stores it is in.
struct PropertyUse {
  /// Whose properties they are.
  enum Subject: Hashable {
    /// What a name of the model stands for where it is read.
    case part(String)
    /// The state of a part as its own bodies and reducers have it.
    case own(String)
    /// The part of a store's state that a parcel is about, wherever it stands.
    case parcel(String)
    /// A promise that a script bound to the name.
    case promise(String)
  }

  /// The names as they are written.
  enum Text {
    /// A path that begins with the subject's name.
    case path(Path)
    /// A path that begins with a property.
    case ownPath(Path)
    /// What a formula selects from a name, which stands for what is at some properties.
    case formula(Formula, Reference, at: [String])
    /// The name of one property.
    case name(Name)
    /// None: the data are about the subject itself.
    case none
  }

  var subject: Subject
  var text: Text
  /// A node whose properties, where it is a map, are named too.
  var data: YAMLDocument.ID?
  /// Whether it is read, so that what a part emitted counts as a property.
  var isRead: Bool
  /// The alias through which it was reached.
  var alias: SourceSpan?

  /// The properties, outermost first. What a formula asks for behind a `.?` may be missing.
  var names: [String] {
    switch text {
    case .path(let path): path.properties
    case .ownPath(let path): [path.root] + path.properties
    case .formula(_, let reference, let place):
      place + reference.selections.prefix { !$0.isOptional }.map(\.name)
    case .name(let name): [name.text]
    case .none: []
    }
  }

  /// How many of the properties are only where its name stands for something, and named elsewhere.
  var implied: Int { if case .formula(_, _, let place) = text { place.count } else { 0 } }

  /// The place of one of the properties that are not implied.
  func span(ofName index: Int) -> SourceSpan {
    switch text {
    case .path(let path): path.span(ofName: index + 1)
    case .ownPath(let path): path.span(ofName: index)
    case .formula(let formula, let reference, let place):
      formula.place.span(of: reference.selections[index - place.count].range)
    case .name(let name): name.span
    case .none: preconditionFailure("no name is written, and so none is unknown")
    }
  }
}

extension Path {
  /// The place of one of its names, the root being the first; that of the whole path where it is
  /// written with escapes.
  func span(ofName index: Int) -> SourceSpan {
    let names = [root] + properties
    let quotes = Int(span.end) - Int(span.start) - text.utf8.count
    guard quotes == 0 || quotes == 2 else { return span }
    let before = names.prefix(index).reduce(0) { $0 + $1.utf8.count + 1 }
    let start = Int(span.start) + quotes / 2 + before
    return SourceSpan(file: span.file, start: start, end: start + names[index].utf8.count)
  }
}
