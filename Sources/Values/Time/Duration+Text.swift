extension Duration: CustomStringConvertible {
  /// Seconds with a fraction without trailing zeros, as CEL prints it: `90s`, `-1.5s`.
  public var description: String {
    let magnitude = nanoseconds.magnitude
    let seconds = magnitude / 1_000_000_000
    let fraction = TimeText.fraction(Int(magnitude % 1_000_000_000))
    return "\(nanoseconds < 0 ? "-" : "")\(seconds)\(fraction)s"
  }
}
