import Scenarios
import Values

extension Value {
  /// The value with the part at the path replaced; its last property may be new.
  func replacing(
    _ properties: [String], by new: Value, for path: Path
  ) throws(RunError) -> Value {
    try replacing(properties[...], by: new, making: false) { fault in
      RunError(.missingProperty, "\(path.text): \(fault)", at: path.span)
    }
  }

  /// The value with the part at the path replaced; with `making`, maps on the way that are missing
  /// or null are made.
  func replacing(
    _ path: ArraySlice<String>, by new: Value, making: Bool, fault: (String) -> RunError
  ) throws(RunError) -> Value {
    guard let name = path.first else { return new }
    var map: Map?
    switch self {
    case .map(let found): map = found
    case .null where making: break
    case .null, .bool, .int, .uint, .double, .string, .bytes, .list, .timestamp, .duration, .type,
      .optional, .opaque:
      throw fault("\(typeName) has no property \(name)")
    }
    let rest = path.dropFirst()
    guard let old = map?[name] ?? (rest.isEmpty || making ? Value.null : nil) else {
      throw fault("there is no property \(name)")
    }
    let part = try old.replacing(rest, by: new, making: making, fault: fault)
    do throws(ValueFault) {
      guard let map else { return try .record([(name, part)]) }
      return .map(try map.setting(.string(name), to: part))
    } catch {
      throw fault(error.message)
    }
  }
}
