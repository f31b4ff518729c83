#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reads the system's zone database: files of RFC 8536 (TZif), version 2 or later.
enum ZoneFile {
  private static let folder = "/usr/share/zoneinfo/"
  private static let largest = 1 << 17

  /// The zone of that name; nil where there is none, or its file is not understood.
  static func zone(_ name: String) -> TimeZone? {
    guard isSafe(name), !isOfTheHost(name), let bytes = contents(folder + name) else { return nil }
    var parser = ZoneParser(bytes)
    return parser.parse()
  }

  /// Words of letters, digits and `_ + -`, joined by slashes: no way out of the folder.
  private static func isSafe(_ name: String) -> Bool {
    guard (1...64).contains(name.utf8.count) else { return false }
    return name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { word in
      !word.isEmpty
        && word.utf8.allSatisfy { byte in
          (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte)
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
        }
    }
  }

  /// What the folder holds beside the zones of the database: the zone of the host itself, and the
  /// zones once more, with leap seconds and without, where the host's makers put them there. Some file
  /// systems find a name in whatever case.
  private static func isOfTheHost(_ name: String) -> Bool {
    let word = name.utf8.prefix { $0 != UInt8(ascii: "/") }.map { $0 | 0x20 }
    return ["localtime", "posixrules", "factory", "right", "posix"].contains {
      word.elementsEqual($0.utf8)
    }
  }

  private static func contents(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: largest)
    var count = 0
    while count < largest {
      let got = bytes.withUnsafeMutableBytes { buffer in
        read(file, buffer.baseAddress.map { $0 + count }, largest - count)
      }
      if got <= 0 { break }
      count += got
    }
    return count > 0 && count < largest ? Array(bytes[..<count]) : nil
  }
}

private struct ZoneParser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private struct Header {
    let version: UInt8
    /// Counts of: UT indicators, standard indicators, leap seconds, transitions, types, characters.
    let counts: [Int]
  }

  mutating func parse() -> TimeZone? {
    guard let first = header(), first.version >= UInt8(ascii: "2") else { return nil }
    // The block for 32-bit readers.
    let c = first.counts
    position += c[3] * 5 + c[4] * 6 + c[5] + c[2] * 8 + c[1] + c[0]
    guard let header = header() else { return nil }
    let counts = header.counts
    guard counts[3] <= 10_000, counts[4] >= 1, counts[4] <= 256 else { return nil }
    var times: [Int64] = []
    for _ in 0..<counts[3] {
      guard let time = integer(8) else { return nil }
      times.append(time)
    }
    var types: [Int] = []
    for _ in 0..<counts[3] {
      guard let type = integer(1) else { return nil }
      types.append(Int(type & 0xff))
    }
    var offsets: [Int] = []
    for _ in 0..<counts[4] {
      guard let offset = integer(4), integer(2) != nil, abs(offset) < 200_000 else { return nil }
      offsets.append(Int(offset))
    }
    guard types.allSatisfy({ $0 < offsets.count }), times == times.sorted() else { return nil }
    position += counts[5] + counts[2] * 12 + counts[1] + counts[0]
    let transitions = zip(times, types).map {
      TimeZone.Transition(time: $0.0, offset: offsets[$0.1])
    }
    return TimeZone(transitions: transitions, firstOffset: offsets[0], rule: footer())
  }

  private mutating func header() -> Header? {
    guard position + 44 <= bytes.count, bytes[position...].starts(with: Array("TZif".utf8))
    else { return nil }
    let version = bytes[position + 4]
    position += 20
    var counts: [Int] = []
    for _ in 0..<6 {
      guard let count = integer(4), count >= 0, count <= 100_000 else { return nil }
      counts.append(Int(count))
    }
    return Header(version: version, counts: counts)
  }

  /// A signed number, its highest octet first.
  private mutating func integer(_ width: Int) -> Int64? {
    guard position >= 0, position + width <= bytes.count else { return nil }
    var value: Int64 = bytes[position] >= 0x80 ? -1 : 0
    for byte in bytes[position..<position + width] { value = value << 8 | Int64(byte) }
    position += width
    return value
  }

  /// The rule between the last two line ends.
  private func footer() -> ZoneRule? {
    guard position < bytes.count, bytes[position] == 0x0a else { return nil }
    let text = bytes[(position + 1)...].prefix { $0 != 0x0a }
    return ZoneRule(String(decoding: text, as: UTF8.self)[...])
  }
}
