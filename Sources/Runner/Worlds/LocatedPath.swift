import CEL
import Scenarios
import Values

/// Where a path leads, its formulas evaluated.
struct LocatedPath {
  /// The properties, and what formulas gave as texts, as far as these are keys of maps.
  fileprivate(set) var selection: [String]
  /// What comes behind: the index of an element first, or a key that is no text.
  fileprivate(set) var rest: [Value] = []
  /// How many of the properties must be there, since a formula gave the last of them.
  fileprivate var needed = 0

  fileprivate init(_ path: Path) { selection = path.selection }

  /// What putting the value there costs: what is compared is `whole`, which it becomes a part of, with what stands there.
  /// A list or a map that an element is put into shares all else with the one before, and that is not compared.
  func cost(of value: Value, within whole: Value, replacing old: Value?) -> Int {
    rest.isEmpty ? whole.cost(replacing: old) : rest.count + value.cost
  }

  /// As a path is written: `board.rows[1].color`.
  func text(of path: Path) -> String { writtenText(of: path) + Value.steps(rest) }

  /// What is written as a whole: up to the list that an element is put into.
  func writtenText(of path: Path) -> String {
    ((path.slot == .own ? [] : [path.root]) + selection).joined(separator: ".")
  }
}

extension World {
  /// Evaluates the formulas of a path, in order, each within the frame.
  func located(_ path: Path, in frame: Frame) throws(RunError) -> LocatedPath {
    var located = LocatedPath(path)
    for element in path.tail {
      let value: Value
      switch element {
      case .property(let name): value = .string(name)
      case .computed(let formula): value = try evaluate(formula, in: frame)
      }
      if located.rest.isEmpty, case .string(let name) = value {
        located.selection.append(name)
        if case .computed = element { located.needed = located.selection.count }
      } else {
        located.rest.append(value)
      }
    }
    return located
  }

  /// Reads a path as a formula would.
  func read(_ path: Path, in frame: Frame) -> Resolution {
    if path.isStatic { return frame.resolve(slot: path.slot.number, path: path.selection) }
    do throws(RunError) {
      return read(path, at: try located(path, in: frame), in: frame)
    } catch {
      return .failing(error)
    }
  }

  /// Reads what stands where a path leads.
  func read(_ path: Path, at located: LocatedPath, in frame: Frame) -> Resolution {
    do throws(RunError) {
      let found: Resolution
      if let actor = path.actor {
        found = try door.read(actor, located.selection, in: frame)
      } else {
        found = frame.resolve(slot: path.slot.number, path: located.selection)
      }
      guard !located.rest.isEmpty, case .value(let value) = found else { return found }
      return .value(try value.part(at: located.rest, of: path))
    } catch {
      return .failing(error)
    }
  }

  /// What is to be put at the properties of a located path, so that the value stands where the path
  /// leads. `part` gives what stands at properties below the path's slot.
  func replacement(
    _ located: LocatedPath, by value: Value, in part: ([String]) -> Value?, for path: Path
  ) throws(RunError) -> Value {
    if located.needed == 0, located.rest.isEmpty { return value }
    let needed = Array(located.selection.prefix(located.needed))
    guard part(needed) != nil else {
      throw RunError(
        .missingProperty, "\(path.text): there is no \(located.text(of: path))", at: path.span)
    }
    guard !located.rest.isEmpty else { return value }
    guard let base = part(located.selection) else {
      throw RunError(
        .missingProperty,
        "\(path.text): there is no \(located.writtenText(of: path))",
        at: path.span)
    }
    return try base.replacing(located.rest[...], by: value, for: path)
  }
}

extension Value {
  /// Elements and keys as they stand in a path: `[1].color`.
  fileprivate static func steps(_ rest: [Value]) -> String {
    rest.map { step in
      if case .string(let name) = step { ".\(name)" } else { "[\(step)]" }
    }.joined()
  }

  /// The part below elements and keys.
  fileprivate func part(at rest: [Value], of path: Path) throws(RunError) -> Value {
    var value = self
    for step in rest {
      guard let next = try value.element(step, of: path) else {
        throw value.missing(step, of: path)
      }
      value = next
    }
    return value
  }

  /// The element of a list, or what a map has for a key; nil where there is none.
  private func element(_ step: Value, of path: Path) throws(RunError) -> Value? {
    switch self {
    case .list(let list):
      guard let index = step.wholeNumber else {
        throw RunError(
          .missingProperty,
          "\(path.text): an element of a list is meant by its index, not by \(step)",
          at: path.span)
      }
      return index >= 0 && index < list.count ? list[Int(index)] : nil
    case .map(let map): return map[step]
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type,
      .optional, .opaque:
      throw RunError(
        .missingProperty, "\(path.text): \(typeName) has no elements", at: path.span)
    }
  }

  private func missing(_ step: Value, of path: Path) -> RunError {
    var reason = "there is no \(step) among its keys"
    if case .list(let list) = self {
      reason = "there is no element \(step) in a list of \(list.count), counted from 0"
    }
    if case .map = self, case .string(let name) = step { reason = "there is no property \(name)" }
    return RunError(.missingProperty, "\(path.text): \(reason)", at: path.span)
  }

  /// The value with the part replaced. What a formula gave must be there; a property that stands last
  /// may be new.
  fileprivate func replacing(
    _ rest: ArraySlice<Value>, by new: Value, for path: Path
  ) throws(RunError) -> Value {
    guard let step = rest.first else { return new }
    let isLast = rest.count == 1
    let found = try element(step, of: path)
    var old = found
    if old == nil, isLast, case .map = self, case .property? = path.tail.last { old = .null }
    guard let old else { throw missing(step, of: path) }
    let part = try old.replacing(rest.dropFirst(), by: new, for: path)
    // A list that was made at once would be copied for nothing.
    if found != nil, !part.isComposed, part.isIdentical(to: old) { return self }
    do throws(ValueFault) {
      switch self {
      case .list(let list):
        guard let index = step.wholeNumber else { return self }
        return .list(try list.setting(Int(index), to: part))
      case .map(let map): return .map(try map.setting(step, to: part))
      case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type,
        .optional, .opaque:
        return self
      }
    } catch {
      throw RunError(.tooLarge, "\(path.text): \(error.message)", at: path.span)
    }
  }

  private var wholeNumber: Int64? {
    switch self {
    case .int(let int): int
    case .uint(let uint): Int64(exactly: uint)
    case .double(let double): Int64(exactly: double)
    case .null, .bool, .string, .bytes, .list, .map, .timestamp, .duration, .type, .optional,
      .opaque:
      nil
    }
  }
}
