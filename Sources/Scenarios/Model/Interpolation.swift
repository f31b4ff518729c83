// A name with its place and number would be printed with all of that, where its text was meant: what
// is written into messages is `name.text`, and the compiler sees to it.
extension String.StringInterpolation {
  @available(*, unavailable, message: "write name.text")
  public mutating func appendInterpolation(_ name: Name) {}

  @available(*, unavailable, message: "write name.text")
  public mutating func appendInterpolation(_ name: NumberedName) {}

  @available(*, unavailable, message: "write binding.text")
  public mutating func appendInterpolation(_ binding: Step.Binding) {}

  @available(*, unavailable, message: "write path.text")
  public mutating func appendInterpolation(_ path: Path) {}

  @available(*, unavailable, message: "write method.name.text")
  public mutating func appendInterpolation(_ method: Verb.Method) {}
}
