import Foundation
import TestSupport
import Testing
import Values

/// Lists and maps that grow, against arrays: what they hold, and that no older version changes.
/// `LONG=1` lets ten times as many grow.
@Suite struct SharedStorageTests {
  private static let count: UInt64 =
    ProcessInfo.processInfo.environment["LONG"] == nil ? 20 : 200

  @Test(arguments: 0..<count)
  func listsHoldWhatArraysWould(_ seed: UInt64) throws {
    var random = Seeded(seed)
    var versions: [(list: List, twin: [Value])] = [(.empty, [])]
    for step in 0..<120 {
      var (list, twin) = versions[
        random.below(3) == 0 ? random.below(versions.count) : versions.count - 1]
      switch random.below(6) {
      case 0, 1:
        for _ in 0..<random.below(70) {
          let value = random.value()
          list = try list.appending(List([value]))
          twin.append(value)
        }
      case 2:
        for _ in 0..<random.below(70) {
          let value = random.value()
          list = try List([value]).appending(list)
          twin.insert(value, at: 0)
        }
      case 3:
        let other = versions[random.below(versions.count)]
        if twin.count + other.twin.count > 3_000 { continue }
        list = try list.appending(other.list)
        twin += other.twin
      case 4:
        let more = (0..<random.below(200)).map { _ in random.value() }
        let isBehind = random.below(2) == 0
        list = try isBehind ? list.appending(List(more)) : List(more).appending(list)
        twin = isBehind ? twin + more : more + twin
      default:
        for _ in 0..<(twin.isEmpty ? 0 : random.below(20)) {
          let (index, value) = (random.below(twin.count), random.value())
          list = try list.setting(index, to: value)
          twin[index] = value
        }
      }
      if twin.count > 4_000 { continue }
      versions.append((list, twin))
      if step % 10 == 0 { try check(list, twin, seed) }
    }
    for (list, twin) in versions { try check(list, twin, seed) }
    for _ in 0..<200 {
      let (a, b) = (versions[random.below(versions.count)], versions[random.below(versions.count)])
      let isSame =
        a.twin.count == b.twin.count && zip(a.twin, b.twin).allSatisfy { $0.isIdentical(to: $1) }
      #expect(Value.list(a.list).isIdentical(to: .list(b.list)) == isSame, "seed \(seed)")
    }
  }

  private func check(_ list: List, _ twin: [Value], _ seed: UInt64) throws {
    let anew = try List(twin)
    #expect(list.count == twin.count && list.measure == anew.measure, "seed \(seed)")
    #expect(Value.list(list).isIdentical(to: .list(anew)), "seed \(seed)")
    #expect(zip(list.elements, twin).allSatisfy { $0.isIdentical(to: $1) }, "seed \(seed)")
    #expect(list.elements.array.count == twin.count, "seed \(seed)")
    var reader = ValueView.Reader(list.elements)
    for index in twin.indices {
      let isSame =
        list[index].isIdentical(to: twin[index])
        && reader.value(at: index).isIdentical(to: twin[index])
      if !isSame { Issue.record("element \(index) of \(twin.count), seed \(seed)") }
    }
  }

  @Test(arguments: 0..<count)
  func mapsHoldWhatAnArrayOfEntriesWould(_ seed: UInt64) throws {
    var random = Seeded(seed)
    var versions: [(map: Value, keys: [Value], values: [Value])] = [(.map(.empty), [], [])]
    for _ in 0..<100 {
      var (value, keys, values) = versions[
        random.below(4) == 0 ? random.below(versions.count) : versions.count - 1]
      for _ in 0..<random.below(60) {
        let (key, new) = (random.key(), random.value())
        guard case .map(let map) = value else { break }
        let position = keys.firstIndex { $0.isEqual(to: key) }
        #expect(map.position(of: key) == position, "seed \(seed)")
        if case .string(let name) = key, random.below(2) == 0 {
          let old = try value.put([([name], new)])
          #expect(Value.isSame(old[0], position.map { values[$0] }), "seed \(seed)")
        } else {
          value = .map(try map.setting(key, to: new))
        }
        if let position {
          values[position] = new
        } else {
          (keys, values) = (keys + [key], values + [new])
        }
      }
      versions.append((value, keys, values))
    }
    for (value, keys, values) in versions {
      guard case .map(let map) = value else { break }
      let anew = try Map(keys: keys, values: values)
      #expect(map.count == keys.count && map.measure == anew.measure, "seed \(seed)")
      #expect(
        value.isIdentical(to: .map(anew)) && Value.map(anew).isIdentical(to: value), "seed \(seed)")
      #expect(value.description == Value.map(anew).description, "seed \(seed)")
      #expect(value.hash == Value.map(anew).hash, "seed \(seed)")
      for (position, key) in keys.enumerated() {
        if map.position(of: key) != position { Issue.record("\(key), seed \(seed)") }
      }
      #expect(map["none"] == nil && map[.double(0.5)] == nil)
    }
    for _ in 0..<200 {
      let (a, b) = (versions[random.below(versions.count)], versions[random.below(versions.count)])
      let isSame =
        a.keys.count == b.keys.count
        && zip(a.keys, a.values).allSatisfy { key, value in
          b.keys.firstIndex { $0.isIdentical(to: key) }.map { b.values[$0].isIdentical(to: value) }
            ?? false
        }
      #expect(a.map.isIdentical(to: b.map) == isSame, "seed \(seed)")
    }
  }

  @Test func mergingIsSettingOneAfterTheOther() throws {
    for (count, more) in [(0, 3), (5, 3), (20, 40), (200, 3), (200, 200)] {
      let map = try Map(record: (0..<count).map { ("k\($0)", .int(0)) })
      let other = try Map(record: (0..<more).map { ("k\($0 * 3)", .int(1)) })
      var twin = map
      for (key, value) in zip(other.keys, other.values) { twin = try twin.setting(key, to: value) }
      let merged = try map.merging(other)
      #expect(Value.map(merged).description == Value.map(twin).description)
      #expect(map.count == count)
    }
  }

  @Test func keysThatWereChosenToCrowdAreFoundInMapsThatGrow() throws {
    let factor: UInt64 = 0x9e37_79b9_7f4a_7c15
    var inverse = factor
    for _ in 0..<6 { inverse = inverse &* (2 &- factor &* inverse) }
    for shift in [40, 49, 0] {
      let numbers = (1...600).map { Int64(bitPattern: (UInt64($0) << shift) &* inverse) }
      var map = Map.empty
      for (index, number) in numbers.enumerated() {
        map = try map.setting(.int(number), to: .int(Int64(index)))
      }
      for (index, number) in numbers.enumerated() {
        #expect(map.position(of: .int(number)) == index)
      }
    }
  }
}

/// Memory and work, counted by the storages that versions do not share.
@Suite struct SharedStorageGrowthTests {
  private typealias Change = @Sendable (Value, Int) throws -> Value

  private static let changes: [(name: String, start: Value, change: Change)] = [
    ("append", .list(.empty), { .list(try $0.list.appending(List([.int(Int64($1))]))) }),
    ("prepend", .list(.empty), { .list(try List([.int(Int64($1))]).appending($0.list)) }),
    ("add", .map(.empty), { .map(try $0.map.setting(.string("k\($1)"), to: .int(1))) }),
    ("number", .map(.empty), { .map(try $0.map.setting(.int(Int64($1)), to: .int(1))) }),
    ("merge", .map(.empty), { .map(try $0.map.merging(Map(record: [("k\($1)", .int(1))]))) }),
    (
      "put", .map(.empty),
      { value, index in
        var value = value
        _ = try value.put([(["k\(index)"], .int(1))])
        return value
      }
    ),
    (
      "put inside", .map(inside),
      { value, index in
        var value = value
        _ = try value.put([(["inner", "k\(index)"], .int(1))])
        return value
      }
    ),
  ]
  private static var inside: Map { (try? Map(record: [("inner", .map(.empty))])) ?? .empty }

  @Test(arguments: 0..<7)
  func eachVersionThatIsKeptHoldsFewBytesOfItsOwn(_ row: Int) throws {
    let (name, start, change) = SharedStorageGrowthTests.changes[row]
    var value = start
    var kept: [Value] = []
    var seen: Set<UInt> = []
    var bytes: [Int] = []
    for count in [1_000, 4_000] {
      var sum = 0
      while kept.count < count {
        value = try change(value, kept.count)
        kept.append(value)
        value.visitStorages { address, bytes in
          guard seen.insert(address).inserted else { return false }
          sum += bytes
          return true
        }
      }
      bytes.append(sum)
    }
    // Of a thousand steps at the beginning, of three thousand behind them.
    #expect(bytes[0] / 1_000 < 700 && bytes[1] / 3_000 < 700, "\(name): \(bytes)")
    #expect(Double(bytes[1]) / 3_000 < Double(bytes[0]) / 1_000 * 1.2, "\(name): \(bytes)")
  }
}

extension Value {
  fileprivate var list: List { if case .list(let list) = self { list } else { .empty } }
  fileprivate var map: Map { if case .map(let map) = self { map } else { .empty } }

  fileprivate static func isSame(_ a: Value?, _ b: Value?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a?, let b?): a.isIdentical(to: b)
    default: false
    }
  }
}

extension Seeded {
  fileprivate mutating func value() -> Value {
    switch below(6) {
    case 0: .string(String(repeating: "t", count: below(40)))
    case 1: (try? .list(of: [.int(Int64(below(9))), .null])) ?? .null
    case 2: (try? .record([("deep", .record([("er", .null)]))])) ?? .null
    case 3: .double([0.0, -0.0, .nan, 1.5][below(4)])
    default: .int(Int64(below(1_000)))
    }
  }

  mutating func key() -> Value {
    switch below(5) {
    case 0: .int(Int64(below(200)) - 20)
    case 1: .uint(UInt64(below(200)))
    case 2: .bool(below(2) == 0)
    default: .string("k\(below(500))")
    }
  }
}
