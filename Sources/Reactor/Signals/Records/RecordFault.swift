public import Values

/// Why a record could not be written.
public enum RecordFault: Error {
  /// The top-level property may not be written, nor anything below it.
  case readonly(property: String)
  /// Something that is no record stands at `path`, and a property of it was to be written.
  case notARecord(path: [String], found: Value)
  /// There is nothing at `path`, and a property of it was to be written.
  case missing(path: [String])
  /// The record would exceed the limits of values.
  case value(ValueFault)

  /// What reports say of it: one line without an end mark.
  public var message: String {
    switch self {
    case .readonly(let property): "property \(property) is read-only"
    case .notARecord(let path, let found):
      path.isEmpty
        ? "no properties in a value of type \(found.typeName)"
        : "\(path.joined(separator: ".")) is of type \(found.typeName) and has no properties"
    case .missing(let path): "there is no \(path.joined(separator: "."))"
    case .value(let fault): fault.message
    }
  }
}

extension RecordFault {
  init(_ fault: PathFault) {
    switch fault {
    case .notAMap(let path, let found): self = .notARecord(path: path, found: found)
    case .missing(let path): self = .missing(path: path)
    case .value(let fault): self = .value(fault)
    }
  }
}

extension RecordFault: CustomStringConvertible {
  public var description: String { message }
}
