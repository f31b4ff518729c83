/// The picks of a run that differ from what a run does by itself, as a word that can be typed:
/// `rx1.7f2kq.3g1x`. Behind the version stands what the file is known by, then for each such pick how
/// many choices there were since the one before, which was taken, and a check of what that was about.
package struct ScheduleToken: Equatable {
  package struct Pick: Equatable {
    /// How many choices there were before it, from the beginning.
    package let place: Int
    package let index: Int
    /// Five bits of what was picked.
    package let check: UInt8

    package init(place: Int, index: Int, check: UInt8) {
      self.place = place
      self.index = index
      self.check = check
    }
  }

  package static let version = "rx1"
  private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// Of the file, 25 bits.
  package let file: UInt32
  package let picks: [Pick]

  package init(file: UInt32, picks: [Pick]) {
    self.file = file & 0x1ff_ffff
    self.picks = picks
  }

  /// Nil for a word that is no token.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].elementsEqual(ScheduleToken.version.utf8), parts[1].count == 5,
      let head = ScheduleToken.digits(parts[1]), let tail = ScheduleToken.digits(parts[2])
    else { return nil }
    file = head.reduce(0) { $0 << 5 | UInt32($1) }
    var rest = tail[...]
    var picks: [Pick] = []
    var place = -1
    while !rest.isEmpty {
      guard let distance = ScheduleToken.number(&rest), let index = ScheduleToken.number(&rest),
        let check = rest.popFirst(), distance < 1 << 40, index < 1 << 31
      else { return nil }
      place += distance + 1
      picks.append(Pick(place: place, index: index, check: check))
    }
    self.picks = picks
  }

  /// The token that a text is but for the dot at its end, which is easily left behind where it is copied:
  /// that of the run that makes no other choices than `run`. Nil where there is none.
  package static func whole(_ text: String) -> String? {
    ScheduleToken(text) == nil && ScheduleToken(text + ".") != nil ? text + "." : nil
  }

  package var text: String {
    var digits: [UInt8] = []
    var place = -1
    for pick in picks {
      ScheduleToken.write(pick.place - place - 1, to: &digits)
      ScheduleToken.write(pick.index, to: &digits)
      digits.append(pick.check)
      place = pick.place
    }
    let head = stride(from: 20, through: 0, by: -5).map { UInt8(file >> UInt32($0) & 31) }
    return
      "\(ScheduleToken.version).\(ScheduleToken.word(head)).\(ScheduleToken.word(digits))"
  }

  // MARK: Digits of 32

  private static func word(_ digits: [UInt8]) -> String {
    String(decoding: digits.map { letters[Int($0)] }, as: UTF8.self)
  }

  /// Letters that are taken for digits are: `o` for 0, `i` and `l` for 1.
  private static func digits(_ text: Substring.UTF8View.SubSequence) -> [UInt8]? {
    var digits: [UInt8] = []
    for byte in text {
      var letter = byte | 0x20
      if byte >= 0x30, byte <= 0x39 { letter = byte }
      switch letter {
      case UInt8(ascii: "o"): letter = UInt8(ascii: "0")
      case UInt8(ascii: "i"), UInt8(ascii: "l"): letter = UInt8(ascii: "1")
      default: break
      }
      guard let digit = letters.firstIndex(of: letter) else { return nil }
      digits.append(UInt8(digit))
    }
    return digits
  }

  /// Four bits a digit, the lowest first; the fifth says that more follow.
  private static func write(_ number: Int, to digits: inout [UInt8]) {
    var rest = number
    repeat {
      let low = UInt8(rest & 15)
      rest >>= 4
      digits.append(rest > 0 ? low | 16 : low)
    } while rest > 0
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    var number = 0
    var shift = 0
    while let digit = rest.popFirst() {
      guard shift < 44 else { return nil }
      number |= Int(digit & 15) << shift
      if digit & 16 == 0 { return number }
      shift += 4
    }
    return nil
  }
}
