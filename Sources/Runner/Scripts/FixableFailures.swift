import Scenarios
import Values

/// What a run went past, since it has but to be written anew: as many failures as there are places
/// in the file, and no more of a place than tell something of it, however often a loop comes by.
struct FixableFailures {
  private(set) var failures: [Failure] = []
  private var known = KnownFixes()
  private var held = HeldBytes(upTo: FixableFailures.most)

  /// Bytes of the values to be written, which is more than fits into a file.
  private static let most = 64 << 20
  /// Failures of which it is kept what happened before.
  private static let mostTrails = 1_000

  /// Whether it may go past another one.
  var hasRoom: Bool { held.total < FixableFailures.most }

  /// Whether what happened before the next one is to be kept with it.
  var hasTrails: Bool { failures.count < FixableFailures.mostTrails }

  func lacks(_ failure: Failure) -> Bool { failure.fixes.contains(where: known.lacks) }

  mutating func add(_ failure: Failure) {
    failures.append(failure)
    held.add(bytes: 1_000)
    for fix in failure.fixes {
      known.add(fix)
      switch fix.change {
      case .replace(let value): held.add(value)
      case .hold(let items):
        for item in items {
          switch item {
          case .kept: break
          case .element(let value), .entry(_, let value): held.add(value)
          }
        }
      }
    }
  }
}
