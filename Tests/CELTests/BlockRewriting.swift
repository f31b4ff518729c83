/// The suite's `cel.block([a, b], c)`, with `cel.index(n)` for its parts and `cel.iterVar(m, n)` for
/// variables of macros, is what optimizers of CEL write, not people. Here it becomes nested
/// `cel.bind`, whose values are lazy and kept just so.
enum BlockRewriting {
  static func rewritten(_ source: String) -> String {
    let named = renamed(renamed(source, "cel.index(", "index_"), "cel.iterVar(", "iter_")
    guard named.hasPrefix("cel.block(["), named.hasSuffix(")") else { return named }
    let inner = named.dropFirst("cel.block([".count).dropLast()
    var parts = pieces(inner)
    guard let body = parts.popLast() else { return named }
    return parts.enumerated().reversed().reduce(body) { body, part in
      "cel.bind(index_\(part.offset), \(part.element), \(body))"
    }
  }

  /// Every `cel.index(3)` as `index_3`.
  private static func renamed(_ source: String, _ call: String, _ name: String) -> String {
    let pieces = source.split(separator: call, omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(String(pieces[0])) { text, piece in
      let arguments = piece.prefix { $0 != ")" }
      return text + name + arguments.filter { $0 != " " }.replacing(",", with: "_")
        + piece.dropFirst(arguments.count + 1)
    }
  }

  /// What commas, and the bracket that ends the list, separate on the outermost level.
  private static func pieces(_ text: Substring) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var depth = 0
    for character in text {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if (depth == 0 && character == ",") || depth < 0 {
        pieces.append(piece)
        piece = ""
        depth = 0
      } else {
        piece.append(character)
      }
    }
    pieces.append(piece)
    return pieces.filter { !$0.isEmpty }
  }
}
