import Scenarios
import TestSupport
import Testing
import Values

@testable import Loader

/// Locals in sight, as an array searched from its end would give them.
@Suite struct LocalsTests {
  @Test(arguments: [3, 17, 2_026] as [UInt64])
  func theLastBindingOfANameCounts(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var locals = Locals()
    var plain: [(name: String, slot: Slot, depth: Int)] = []
    var depth = 0
    for _ in 0..<600 {
      let name = "x\(random.next() % 40)"
      switch random.next() % 6 {
      case 0 where !plain.isEmpty:
        let count = Int(random.next() % UInt64(plain.count))
        depth = plain[count].depth
        plain.removeSubrange(count...)
        locals.pop(to: count)
      case 1:
        locals.push(name, .promise)
        plain.append((name, .promise(depth), depth))
        depth += 1
      case 2:
        let kind = Name("worker", at: SourceSpan(file: 0, start: 0, end: 6))
        locals.push(name, .spawned(NumberedName(kind, 0)))
        plain.append((name, .reference(depth), depth))
        depth += 1
      case 3:
        locals.pushOwnState(of: .own("part"))
        plain.append(("state", .own, depth))
      case 4:
        locals.push(name, .actor(nil), skipping: 2)
        plain.append((name, .local(depth + 2), depth))
        depth += 3
      default:
        locals.push(name)
        plain.append((name, .local(depth), depth))
        depth += 1
      }
      for asked in [name, "x1", "x39", "state", "y"] {
        #expect(locals.slot(asked) == plain.last { $0.name == asked }?.slot)
      }
      #expect(locals.count == plain.count)
    }
  }
}
