/// A time for people: `0.034 s`.
enum Seconds {
  static func text(_ seconds: Double) -> String {
    let thousandths = Int(max(0, min(seconds, 1e9)) * 1000)
    let rest = String(thousandths % 1000)
    return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest) s"
  }
}
