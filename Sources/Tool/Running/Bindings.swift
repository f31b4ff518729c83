import CEL
import Values

/// Names and their values, as a formula sees them that is evaluated by itself.
final class Bindings: Scope, Activation {
  private let values: [Value]
  private let slots: TextTable<Int>

  init(_ entries: [(name: String, value: Value)]) {
    values = entries.map(\.value)
    slots = TextTable(entries.indices.map { (entries[$0].name, $0) }) { $1 }
  }

  func slot(for name: String) -> Int? { slots[name] }

  func resolve(slot: Int, path: [String]) -> Resolution {
    Resolution.walk(values[slot], path)
  }
}
