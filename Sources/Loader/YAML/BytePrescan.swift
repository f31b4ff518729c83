import Values

/// The first look at a file: one pass over its bytes that refuses whatever libyaml and an editor
/// would read differently (other encodings, control characters, foreign line ends, directives).
struct BytePrescan {
  let bytes: UnsafeBufferPointer<UInt8>
  let file: UInt32
  /// Whether it is a table of CSV, which knows neither escapes nor directives.
  var isTable = false
  /// Whether every byte is ASCII, so that bytes and characters count the same.
  private(set) var isASCII = true
  /// Where the text begins, behind a byte order mark.
  private(set) var start = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, file: UInt32, isTable: Bool = false) {
    self.bytes = bytes
    self.file = file
    self.isTable = isTable
  }

  /// Reports the first thing that may not stand in a file.
  mutating func run(_ problems: inout Problems) throws(Unreadable) {
    if bytes.count > YAMLLimits.file {
      problems.error(
        .tooLarge, "the file is larger than \(YAMLLimits.file >> 20) MiB", at: span(0, 0))
      throw Unreadable()
    }
    if let other = foreignEncoding() {
      problems.error(
        .badEncoding, "the file is \(other), not UTF-8", at: span(0, 0), help: ["save it as UTF-8"])
      throw Unreadable()
    }
    if bytes.count >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf {
      start = 3
      isASCII = bytes.count == 3
    }
    var index = start
    while let found = next(from: index) {
      guard bytes[found] >= 0x80 else { throw refuse(found, &problems) }
      isASCII = false
      index = found + (try character(at: found, &problems))
    }
    if !isTable { try checkDirectives(&problems) }
  }

  private func span(_ start: Int, _ end: Int) -> SourceSpan {
    SourceSpan(file: file, start: start, end: end)
  }

  private func foreignEncoding() -> String? {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xff, 0xfe), (0xfe, 0xff): return "UTF-16"
    case (0, 1...), (1..., 0): return "UTF-16"
    default: return nil
    }
  }

  /// The first byte from there on that is no plain ASCII text; a line feed, a tab and a carriage
  /// return before a line feed are.
  private func next(from first: Int) -> Int? {
    var index = first
    while index < bytes.count {
      let byte = bytes[index]
      if byte &- 0x20 < 0x5f || byte == 0x0a || byte == 0x09 {
        index += 1
      } else if byte == 0x0d, index + 1 < bytes.count, bytes[index + 1] == 0x0a {
        index += 2
      } else {
        return index
      }
    }
    return nil
  }

  private func refuse(_ index: Int, _ problems: inout Problems) -> Unreadable {
    let byte = bytes[index]
    let what =
      switch byte {
      case 0: "a NUL byte"
      case 0x0d: "a carriage return without a line feed"
      default: "the control character \(BytePrescan.name(UInt32(byte)))"
      }
    problems.error(
      .controlCharacter, "\(what) may not stand in a file", at: span(index, index + 1),
      help: byte == 0x0d
        ? ["end lines with LF or CR LF"]
        : isTable
          ? []
          : ["in double quotes, write it as an escape: \"\\x\(BytePrescan.hex(UInt32(byte), 2))\""])
    return Unreadable()
  }

  static func name(_ scalar: UInt32) -> String { "U+" + hex(scalar, 4) }

  static func hex(_ number: UInt32, _ width: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The length of the character of several bytes that begins there.
  private func character(at index: Int, _ problems: inout Problems) throws(Unreadable) -> Int {
    guard let (scalar, length) = decode(index) else {
      problems.error(
        .badEncoding, "the byte 0x\(BytePrescan.hex(UInt32(bytes[index]), 2)) is not valid UTF-8",
        at: span(index, index + 1), help: ["save the file as UTF-8"])
      throw Unreadable()
    }
    let what: String? =
      switch scalar {
      case 0x80...0x9f: "the control character \(BytePrescan.name(scalar))"
      case 0x2028, 0x2029: "the line end \(BytePrescan.name(scalar))"
      case 0x202a...0x202e, 0x2066...0x2069:
        "the character \(BytePrescan.name(scalar)), which changes the direction of text,"
      case 0xfeff: "a byte order mark that is not the file's first character"
      case _ where scalar & 0xfffe == 0xfffe || (0xfdd0...0xfdef).contains(scalar):
        "the noncharacter \(BytePrescan.name(scalar))"
      default: nil
      }
    guard let what else { return length }
    let escape =
      scalar > 0xffff ? "\\U\(BytePrescan.hex(scalar, 8))" : "\\u\(BytePrescan.hex(scalar, 4))"
    problems.error(
      .controlCharacter, "\(what) may not stand in a file", at: span(index, index + length),
      help: isTable ? [] : ["in double quotes, write it as an escape: \"\(escape)\""])
    throw Unreadable()
  }

  private func decode(_ index: Int) -> (scalar: UInt32, length: Int)? {
    let lead = UInt32(bytes[index])
    let (length, least): (Int, UInt32)
    var scalar: UInt32
    switch lead {
    case 0xc2...0xdf: (length, least, scalar) = (2, 0x80, lead & 0x1f)
    case 0xe0...0xef: (length, least, scalar) = (3, 0x800, lead & 0x0f)
    case 0xf0...0xf4: (length, least, scalar) = (4, 0x10000, lead & 0x07)
    default: return nil
    }
    guard index + length <= bytes.count else { return nil }
    for offset in 1..<length {
      let byte = bytes[index + offset]
      guard byte & 0xc0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(byte & 0x3f)
    }
    guard scalar >= least, scalar <= 0x10ffff, !(0xd800...0xdfff).contains(scalar) else {
      return nil
    }
    return (scalar, length)
  }

  /// Directives can only stand before the document; `%TAG` costs libyaml quadratic time.
  private func checkDirectives(_ problems: inout Problems) throws(Unreadable) {
    var index = start
    while index < bytes.count {
      var end = index
      while end < bytes.count, bytes[end] != 0x0a { end += 1 }
      var last = end
      while last > index, [0x20, 0x09, 0x0d].contains(bytes[last - 1]) { last -= 1 }
      let first = (index..<last).first { bytes[$0] != 0x20 && bytes[$0] != 0x09 }
      if bytes[index..<last].first == 0x25 {
        guard isVersion(bytes[index..<last]) else {
          problems.error(
            .yamlDirective, "directives are not supported", at: span(index, last),
            help: ["remove the line; only %YAML 1.2 may stand here"])
          throw Unreadable()
        }
      } else if let first, bytes[first] != 0x23 {
        return
      }
      index = end + 1
    }
  }

  private func isVersion(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var line = line
    let before = line.indices.first { line[$0] == 0x23 }
    if let before { line = line[..<before] }
    let words = line.split { $0 == 0x20 || $0 == 0x09 }
    return words.count == 2 && words[0].elementsEqual("%YAML".utf8)
      && words[1].elementsEqual("1.2".utf8)
  }
}
