/// Counts the bytes that values hold, and each storage that several of them share once.
///
/// Storages are what values tell of themselves (`visitStorages`), in the sizes that stand there, with
/// what an allocator adds: so the count is the same in every process, however often a value was
/// copied. Linear in the storages that have not been met.
public struct HeldBytes {
  /// What has been counted so far.
  public private(set) var total = 0
  /// How many storages have been met.
  public private(set) var storages = 0
  /// Counting goes no further behind it: whoever asks wants to know no more than that.
  private let limit: Int
  private var met = AddressSet()

  /// - Parameter limit: in bytes; counting ends there.
  public init(upTo limit: Int = .max) { self.limit = limit }

  /// Whether more is held than the limit, so that the count tells only that.
  public var isOver: Bool { total > limit }

  /// Bytes that nobody shares.
  public mutating func add(bytes: Int) { total += bytes }

  /// What a value holds besides itself.
  public mutating func add(_ value: Value) {
    switch value {
    case .null, .bool, .int, .uint, .double, .timestamp, .duration, .type: break
    case .string, .bytes, .list, .map, .optional, .opaque:
      value.visitStorages { isNew($0, $1) }
    }
  }

  /// What stands in an array that is no value's own, and the array.
  public mutating func add(_ values: [Value]) {
    if values.isEmpty { return }
    let address = values.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    guard isNew(address, 32 + values.count * MemoryLayout<Value>.stride) else { return }
    for value in values { add(value) }
  }

  /// A text that is no value.
  public mutating func add(_ text: String) { add(.string(text)) }

  private mutating func isNew(_ address: UInt, _ bytes: Int) -> Bool {
    guard total <= limit, met.insert(address) else { return false }
    storages += 1
    total += HeldBytes.allocated(bytes)
    return true
  }

  /// What an allocator takes for so many bytes.
  private static func allocated(_ bytes: Int) -> Int { (bytes + 31) & ~15 }
}

/// Addresses that have been met, as bits of pages: some bits for each, where a set of hashes would
/// need some words, and a count may meet millions. Storages stand 16 bytes apart at least.
private struct AddressSet {
  private static let pageBits: UInt = 16
  private static let wordsInPage = 1 << (16 - 4 - 6)
  /// By the signed number of a page, of whose type there are other dictionaries: making the first of a type searches
  /// all that the program says of types, which takes as long as a count.
  private var places: [Int: Int] = [:]
  private var words: [UInt64] = []
  /// The page that was looked at last, for what was made one after the other stands together.
  private var last: (page: UInt, place: Int) = (.max, 0)

  /// False where it has been met.
  mutating func insert(_ address: UInt) -> Bool {
    let page = address >> AddressSet.pageBits
    if page != last.page { last = (page, place(of: page)) }
    let bit = Int((address & (1 << AddressSet.pageBits - 1)) >> 4)
    let word = last.place + bit >> 6
    let mask: UInt64 = 1 << UInt64(bit & 63)
    if words[word] & mask != 0 { return false }
    words[word] |= mask
    return true
  }

  private mutating func place(of page: UInt) -> Int {
    let number = Int(truncatingIfNeeded: page)
    if let place = places[number] { return place }
    let place = words.count
    words.append(contentsOf: repeatElement(0, count: AddressSet.wordsInPage))
    places[number] = place
    return place
  }
}
