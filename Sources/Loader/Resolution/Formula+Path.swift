import CEL
import Scenarios
import Values

extension Formula {
  /// Whether it is but the path, or says of the value that it is what the path has.
  func reads(_ path: String) -> Bool {
    if Text.same(text, path) { return true }
    let mayBeSame =
      text.hasPrefix("it") || text.hasSuffix("it") || text.utf8.contains(UInt8(ascii: "["))
      || path.utf8.contains(UInt8(ascii: "["))
    guard mayBeSame else { return false }
    let (own, other) = (Formula.dotted(text), Formula.dotted(path))
    return [other, "it == \(other)", "\(other) == it", "it==\(other)", "\(other)==it"]
      .contains { Text.same(own, $0) }
  }

  /// With each name in brackets behind a dot.
  private static func dotted(_ text: String) -> String {
    let parts = text.split(separator: "[", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { dotted, part in
      let inner = part.prefix { $0 != "]" }
      let name = inner.dropFirst().dropLast()
      let isName =
        inner.first == inner.last && "\"'".contains(inner.first ?? " ")
        && Names.isName(String(name))
      dotted += isName ? "." + name + part.dropFirst(inner.count + 1) : "[" + part
    }
  }
}
