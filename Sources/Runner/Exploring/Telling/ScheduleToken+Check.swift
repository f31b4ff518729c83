import Scenarios

extension ScheduleToken {
  /// Five bits of what a pick is about.
  static func check(_ words: String) -> UInt8 {
    var print = Fingerprint()
    print.add(words)
    return UInt8(print.first >> 40 & 31)
  }
}
