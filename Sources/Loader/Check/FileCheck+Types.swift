import CEL
import Scenarios
import Values

extension FileCheck {
  /// Reports formulas that fail because of the types of what they read. A cell's type is known
  /// where all that is ever written to it has the same.
  mutating func checkTypes() {
    let types = CellTypes(file, facts)
    for formula in facts.formulas {
      for finding in formula.expression.check(types.type).findings {
        problems.add(
          Diagnostic(
            finding.isWarning ? .warning : .error, code: finding.code.rawValue, finding.message,
            at: formula.place.span(of: finding.range), help: finding.help))
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

  /// What all values that are ever written to the cell have in common. Dots are in no cell's name.
  func type(_ name: String) -> StaticType? {
    if name.utf8.contains(UInt8(ascii: ".")) { return nil }
    if name == "now", !locals.contains("now") { return .timestamp }
    guard !locals.contains(name), let start = initial[name] else { return .dyn }
    let writes = writes[name] ?? []
    guard writes.count <= CellTypes.most else { return .dyn }
    var type = StaticType(of: start)
    for write in writes {
      guard let value = write.value, write.path.properties.isEmpty else { return .dyn }
      type = type.joined(with: StaticType(of: value))
    }
    return type == .null ? .dyn : type
  }
}
