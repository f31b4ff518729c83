import TestSupport
import Testing

@testable import Values

/// What becomes of a value that takes an old one's place.
@Suite struct SettlingTests {
  @Test func whatIsIdenticalKeepsTheOrderOfItsKeys() throws {
    let ab = try Value.record([("a", .int(1)), ("b", .int(2))])
    let ba = try Value.record([("b", .int(2)), ("a", .int(1))])
    #expect(ba.settled(over: ab)?.description == ab.description)
    #expect(ab.settled(over: ab) == nil && ab.settled(over: .int(1)) == nil)
    func made(_ map: Value, _ number: Int64, more: [(String, Value)] = []) throws -> Value {
      let list = try Value.list(of: [map])
      return try .record([("n", .int(number)), ("l", list), ("x", map)] + more)
    }
    let new = try made(ba, 2, more: [("more", ba)])
    let settled = try made(ab, 2, more: [("more", ba)])
    #expect(new.settled(over: try made(ab, 1))?.description == settled.description)
  }

  /// Small values and such as have grown, against what it means.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func randomValuesSettleAsByTheirEntries(_ seed: UInt64) throws {
    var random = Seeded(seed)
    var versions = [try random.value(depth: 3)]
    for _ in 0..<40 {
      let old = versions[random.below(versions.count)]
      let new = try random.changed(old)
      versions.append(new)
      let expected = try settled(new, over: old)
      let found = new.settled(over: old) ?? new
      #expect(found.description == expected.description, "seed \(seed)")
      #expect(found.isIdentical(to: new), "seed \(seed)")
      #expect(found.measure == new.measure, "seed \(seed)")
    }
  }

  private func settled(_ new: Value, over old: Value) throws -> Value {
    if new.isIdentical(to: old) { return old }
    guard case .map(let new) = new, case .map(let old) = old else { return new }
    return .map(
      try Map(
        keys: Array(new.keys),
        values: zip(new.keys, new.values).map { key, value in
          try old[key].map { try settled(value, over: $0) } ?? value
        }))
  }
}

extension Seeded {
  fileprivate mutating func value(depth: Int) throws -> Value {
    switch depth == 0 ? 0 : below(5) {
    case 0: return .int(Int64(below(3)))
    case 1:
      var elements: [Value] = []
      for _ in 0..<below(4) { elements.append(try value(depth: depth - 1)) }
      return try .list(of: elements)
    default:
      var map = Map.empty
      // Some are so large that they share what they have in common.
      for _ in 0..<(below(6) == 0 ? 60 : below(6)) {
        let key: Value = chance(90) ? .string("k\(below(80))") : .int(Int64(below(4)))
        map = try map.setting(key, to: value(depth: depth - 1))
      }
      return .map(map)
    }
  }

  /// The same, perhaps in another order or with another value somewhere.
  fileprivate mutating func changed(_ value: Value) throws -> Value {
    switch value {
    case .map(let map):
      var entries = Array(zip(map.keys, map.values))
      if chance(40) {
        // As something that was changed in place.
        guard let (key, value) = entries.dropFirst(entries.isEmpty ? 0 : below(entries.count)).first
        else { return try self.value(depth: 1) }
        return .map(try map.setting(key, to: changed(value)))
      }
      if chance(60), entries.count > 1 { entries.swapAt(0, below(entries.count)) }
      if chance(20) { _ = entries.popLast() }
      var changed = Map.empty
      for (key, value) in entries {
        changed = try changed.setting(key, to: chance(70) ? self.changed(value) : value)
      }
      return .map(changed)
    case .list(let list):
      var elements: [Value] = []
      for element in list.elements { elements.append(try changed(element)) }
      return try .list(of: elements)
    case .int: return chance(10) ? .int(Int64(below(3))) : value
    case .null, .bool, .uint, .double, .string, .bytes, .timestamp, .duration, .type, .optional,
      .opaque:
      return value
    }
  }
}
