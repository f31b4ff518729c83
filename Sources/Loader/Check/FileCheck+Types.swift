import CEL
import Scenarios
import Values

extension FileCheck {
  /// Reports formulas that fail because of the types of what they read. A cell's type is known
  /// where all that is ever written to it has the same.
  mutating func checkTypes() {
    let types = CellTypes(file, facts)
    for formula in facts.formulas {
      for finding in formula.expression.lint(types.type) {
        problems.error(
          finding.code.rawValue, finding.message, at: formula.place.span(of: finding.range),
          help: finding.help)
      }
    }
  }
}

/// What is known of the types of cells and their properties from the values written in the file.
struct CellTypes {
  /// With more writes than this to a cell, its type counts as unknown.
  private static let most = 200

  private var initial: [String: Value] = [:]
  private var writes: [String: [FileFacts.Write]] = [:]
  private let locals: Set<String>

  init(_ file: ScenarioFile, _ facts: FileFacts) {
    locals = facts.locals
    for cell in file.model.cells {
      if case .input(let datum) = cell.source, let value = datum.literal {
        initial[cell.name.text] = value
      }
    }
    for write in facts.writes { writes[write.path.root, default: []].append(write) }
  }

  /// The one type that the path ever has, where that is sure.
  func type(_ reference: Reference) -> ValueType? {
    if reference.name == "now", !locals.contains("now") {
      return reference.path.isEmpty ? .timestamp : nil
    }
    guard !locals.contains(reference.name), let start = initial[reference.name],
      let type = CellTypes.type(of: start, reference.path[...])
    else { return nil }
    let writes = writes[reference.name] ?? []
    guard writes.count <= CellTypes.most else { return nil }
    for write in writes {
      let written = write.path.properties
      if written.count <= reference.path.count {
        guard reference.path.starts(with: written) else { continue }
        let rest = reference.path.dropFirst(written.count)
        guard let value = write.value, CellTypes.type(of: value, rest) == type else { return nil }
      } else if written.starts(with: reference.path), type != .map {
        return nil
      }
    }
    return type
  }

  /// Nothing is known of null: it stands for what is to come.
  private static func type(of value: Value, _ path: ArraySlice<String>) -> ValueType? {
    var value = value
    for property in path {
      guard case .map(let map) = value, let inner = map[property] else { return nil }
      value = inner
    }
    if case .null = value { return nil }
    return ValueType(value)
  }
}
