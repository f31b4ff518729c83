import Testing
import Values

@Suite struct MapTests {
  @Test func keysAreFoundInSmallAndLargeMaps() throws {
    for count in [1, 8, 9, 100, 1_000] {
      let map = try Map(record: (0..<count).map { ("key\($0)", .int(Int64($0))) })
      for index in 0..<count { #expect(map.position(of: "key\(index)") == index) }
      #expect(map.position(of: "key\(count)") == nil)
    }
  }

  @Test func numericKeysAreFoundAcrossTypes() throws {
    for filler in [0, 20] {
      let more = (0..<filler).map { Value.string("s\($0)") }
      let map = try Map(
        keys: [.int(1), .uint(2)] + more, values: [.string("a"), .string("b")] + more)
      #expect(map[.uint(1)]?.description == "\"a\"")
      #expect(map[.double(2)]?.description == "\"b\"")
      #expect(map[.double(2.5)] == nil)
    }
  }

  @Test func twoEqualKeysAreRefused() {
    for filler in [0, 20] {
      let more = (0..<filler).map { Value.string("s\($0)") }
      #expect(throws: ValueFault.duplicateKey("0u")) {
        try Map(keys: [.int(0), .uint(0)] + more, values: [.null, .null] + more)
      }
    }
  }

  @Test func aDoubleIsNoKey() {
    #expect(throws: ValueFault.badKeyType("double")) {
      try Map(keys: [.double(1)], values: [.null])
    }
  }

  @Test func settingKeepsTheOrderAndAddsAtTheEnd() throws {
    let map = try Map(record: [("a", .int(1)), ("b", .int(2))])
    let changed = try map.setting(.string("a"), to: .int(3)).setting(.string("c"), to: .int(4))
    #expect(Value.map(changed).description == "{a: 3, b: 2, c: 4}")
  }

  @Test func noValueNestsDeeperThanTheLimit() throws {
    var value = Value.null
    for _ in 0..<ValueLimits.depth { value = try .list(of: [value]) }
    let deepest = value
    #expect(throws: ValueFault.tooDeep) { try Value.list(of: [deepest]) }
  }

  @Test func sharingDoesNotHideSize() throws {
    var value = try Value.list(of: [.int(1), .int(2)])
    #expect(throws: ValueFault.tooManyElements) {
      for _ in 0..<40 { value = try .list(of: [value, value]) }
    }
    #expect(throws: ValueFault.tooMuchText) {
      let text = Value.string(String(repeating: "x", count: 1 << 19))
      _ = try Value.list(of: [text, text, text])
    }
  }

  @Test func aDoubleFindsTheIntegerOfExactlyItsValue() throws {
    let beyond: Int64 = 9_007_199_254_740_993
    for extra in [0, 20] {
      let others = (0..<Int64(extra)).map { Value.int($0) }
      let map = try Map(keys: [.int(beyond)] + others, values: [.null] + others)
      #expect(Value.int(beyond).isEqual(to: .double(Double(beyond))))
      #expect(map[.double(Double(beyond))] == nil && map[.int(beyond)] != nil)
      #expect(map[.double(.nan)] == nil && map[.double(.infinity)] == nil)
      let ends: [Value] = [.uint(.max), .int(.min)]
      let least = try Map(keys: ends + others, values: ends + others)
      #expect(least[.double(-0x1p63)] != nil && least[.double(0x1p64)] == nil)
    }
  }

  @Test func keysThatWereChosenToCrowdAreFoundAsSoon() throws {
    // What the hash of a number multiplies with, undone: the low bits of all hashes are the same.
    let factor: UInt64 = 0x9e37_79b9_7f4a_7c15
    var inverse = factor
    for _ in 0..<6 { inverse = inverse &* (2 &- factor &* inverse) }
    let numbers = (1...20_000).map { Int64(bitPattern: (UInt64($0) << 49) &* inverse) }
    let others: [Value] = [.bool(true), .string("a"), .string("b"), .uint(7)]
    let keys = numbers.map { Value.int($0) } + others
    let time = try ContinuousClock().measure {
      let map = try Map(keys: keys, values: keys)
      for key in keys { #expect(map[key]?.isIdentical(to: key) == true) }
      #expect(map[.double(7)]?.isIdentical(to: .uint(7)) == true)
      #expect(map[.double(7.5)] == nil && map[.bool(false)] == nil && map["c"] == nil)
      #expect(map.keys.first?.isIdentical(to: keys[0]) == true)
    }
    #expect(time < .seconds(10))
    #expect(throws: ValueFault.self) { try Map(keys: keys + [keys[5]], values: keys + [keys[5]]) }
  }
}
