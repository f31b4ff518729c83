import Testing
import Values

@Suite struct WritingTests {
  /// A record of so many properties, `p0` to the last, with `inner` in front that holds the same.
  private func nested(_ count: Int) throws -> Value {
    let entries = (0..<count).map { ("p\($0)", Value.int(Int64($0))) }
    return try .record([("inner", try .record(entries))] + entries)
  }

  @Test func aValueIsPutInPlaceOrAddedAtTheEnd() throws {
    for count in [0, 1, 7, 8, 9, 100] {
      var value = try nested(count)
      let old = try value.put([
        (["inner", "p0"], .string("a")), (["p0"], .string("b")), (["inner", "new"], .null),
      ])
      #expect(old.map { $0?.description } == (count > 0 ? ["0", "0", nil] : [nil, nil, nil]))
      guard case .map(let map) = value, case .map(let inner)? = map["inner"] else {
        Issue.record("no record")
        continue
      }
      #expect(map["p0"]?.description == #""b""#)
      #expect(inner["p0"]?.description == #""a""#)
      #expect(inner["new"]?.description == "null")
      #expect(map["new"] == nil)
    }
  }

  @Test func whoElseHoldsAValueSeesNoChange() throws {
    let value = try nested(20)
    let before = value.description
    var changed = value
    _ = try changed.put([(["inner", "p3"], .null)])
    #expect(value.description == before)
    #expect(changed.description != before)
    guard case .map(let map) = changed, let inner = map["inner"] else { return }
    let kept = inner.description
    _ = try changed.put([(["inner", "p4"], .null), (["inner", "more"], .null)])
    #expect(inner.description == kept)
  }

  @Test func nothingIsPutWhereOneOfThePathsLeadsNowhere() throws {
    var value = try nested(3)
    let before = value.description
    for bad in [["p0", "x"], ["none", "x"], ["inner", "none", "x"]] {
      #expect(throws: PathFault.self) { try value.put([(["p1"], .null), (bad, .null)]) }
      #expect(value.description == before)
    }
    var scalar = Value.int(1)
    #expect(throws: PathFault.self) { try scalar.put([(["a"], .null)]) }
  }

  @Test func theLimitsHoldForWhatIsPut() throws {
    var value = try nested(3)
    let before = value.description
    let text = Value.string(String(repeating: "x", count: ValueLimits.text))
    #expect(throws: PathFault.self) { try value.put([(["p1"], text)]) }
    var deep = Value.null
    for _ in 0..<ValueLimits.depth - 1 { deep = try .list(of: [deep]) }
    _ = try value.put([(["p1"], deep)])
    #expect(throws: PathFault.self) { try value.put([(["inner", "p1"], deep)]) }
    _ = try value.put([(["p1"], .int(1))])
    #expect(value.description == before)
  }

  @Test func keysThatComeOneByOneAreFoundAlsoWhereTheyCrowd() throws {
    for name in [{ "k\($0)" }, crowding()] as [(Int) -> String] {
      var value = try Value.record([])
      for index in 0..<300 { _ = try value.put([([name(index)], .int(Int64(index)))]) }
      guard case .map(let map) = value else { return }
      let twin = try Map(keys: Array(map.keys), values: Array(map.values))
      for index in 0..<300 {
        #expect(map.position(of: name(index)) == index)
        #expect(twin.position(of: name(index)) == index)
      }
      #expect(map.position(of: "none") == nil)
    }
  }

  /// Names whose hashes, FNV-1a, end in the same ten bits.
  private func crowding() -> (Int) -> String {
    func hash(_ name: String) -> UInt64 {
      name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
    let names = (0...).lazy.map { "k\($0)" }.filter { hash($0) & 1023 == 1 }.prefix(300)
    let all = Array(names)
    return { all[$0] }
  }

  /// Random writes against maps made anew each time, with what the copies say of themselves.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func randomWritesGiveWhatMakingItAnewGives(_ seed: UInt64) throws {
    var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    func below(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    var value = try nested(below(12))
    var kept: [(Value, String)] = []
    for _ in 0..<120 {
      let leaf: Value =
        switch below(4) {
        case 0: .int(Int64(below(100)))
        case 1: .string(String(repeating: "t", count: below(9)))
        case 2: try .list(of: [try .list(of: [.int(1)]), .null])
        default: try .record([("deep", .record([("er", .null)]))])
        }
      let name = "p\(below(30))"
      let path = below(2) == 0 ? [name] : ["inner", name]
      if below(3) == 0 { kept.append((value, value.description)) }
      guard case .map(let map) = value, case .map(let inner)? = map["inner"] else { break }
      let twin =
        path.count == 1
        ? try map.setting(.string(name), to: leaf)
        : try map.setting(
          .string("inner"), to: .map(inner.setting(.string(name), to: leaf)))
      let isDropped = below(2) == 0
      if isDropped { value = .map(twin) }
      _ = try value.put([(path, leaf)])
      #expect(value.isIdentical(to: .map(twin)), "seed \(seed)")
      #expect(value.measure == Value.map(twin).measure, "seed \(seed)")
      #expect(value.description == Value.map(twin).description, "seed \(seed)")
      for position in 0..<30 {
        guard case .map(let now) = value else { break }
        #expect(now.position(of: "p\(position)") == twin.position(of: "p\(position)"))
      }
    }
    for (value, text) in kept { #expect(value.description == text, "seed \(seed)") }
  }
}
