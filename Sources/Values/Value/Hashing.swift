extension Value {
  /// Values that are equal by `isEqual(to:)` have equal hashes, across the types of numbers and the
  /// orders of maps; the same in every process. Linear in the value's measure.
  public var hash: UInt64 {
    switch self {
    case .null: 1
    case .bool(let bool): bool ? 2 : 3
    case .int(let int): Value.hash(number: Double(int))
    case .uint(let uint): Value.hash(number: Double(uint))
    case .double(let double): Value.hash(number: double)
    case .string(let string): Text.hash(string)
    case .bytes(let bytes): bytes.octets.reduce(4) { Value.scrambled($0 ^ UInt64($1)) }
    case .list(let list): list.elements.reduce(5) { Value.scrambled($0 ^ $1.hash) }
    case .map(let map):
      zip(map.keys, map.values).reduce(6) { sum, entry in
        sum &+ Value.scrambled(Value.scrambled(entry.0.hash) ^ entry.1.hash)
      }
    case .timestamp(let timestamp):
      Value.scrambled(UInt64(bitPattern: timestamp.seconds) ^ UInt64(timestamp.nanoseconds))
    case .duration(let duration): Value.scrambled(UInt64(bitPattern: duration.nanoseconds))
    case .type(let type): Text.hash(type.name)
    case .optional(let optional): Value.scrambled(7 ^ (optional.wrapped?.hash ?? 0))
    case .opaque(let opaque): Text.hash(opaque.text)
    }
  }

  /// Numbers of two types are equal where they are equal as doubles, or exactly.
  private static func hash(number: Double) -> UInt64 {
    scrambled(number == 0 ? 0 : number.bitPattern)
  }

  /// Every bit of the result depends on all bits of the input: small numbers differ as doubles in
  /// their highest bits alone.
  private static func scrambled(_ bits: UInt64) -> UInt64 {
    var bits = (bits ^ bits >> 32) &* 0x9e37_79b9_7f4a_7c15
    bits = (bits ^ bits >> 29) &* 0xbf58_476d_1ce4_e5b9
    return bits ^ bits >> 32
  }
}
