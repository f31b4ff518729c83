import Synchronization
internal import Values

/// Whether it is worth trying to evaluate a program by scalars alone. Changes nothing but how long that
/// takes.
struct ScalarPromise: ~Copyable, Sendable {
  /// How often something else has occurred, up to the number behind which none is expected any more.
  private let misses: Atomic<Int>

  /// A formula that reads texts or lists shows that at once.
  private static let mostMisses = 4

  /// - Parameter isScalar: Whether scalars may be all that occurs.
  init(_ isScalar: Bool) { misses = Atomic(isScalar ? 0 : ScalarPromise.mostMisses) }

  /// False where it is not known to be worth it.
  var isGiven: Bool {
    @inline(__always)
    borrowing get { misses.load(ordering: .relaxed) < ScalarPromise.mostMisses }
  }

  @inline(never)
  borrowing func miss() { misses.add(1, ordering: .relaxed) }
}

extension Program {
  /// Whether scalars may be all that occurs in a formula: it only calculates, compares and decides, with
  /// what it reads and with literals that are scalars. A formula that is a single part gains nothing by
  /// it, unless that is a name.
  static func isScalar(_ syntax: Syntax) -> Bool {
    syntax.nodes[Int(syntax.root)].kind != .literal && isScalar(syntax.root, in: syntax, depth: 0)
  }

  private static func isScalar(_ position: Int32, in syntax: Syntax, depth: Int) -> Bool {
    let node = syntax.nodes[Int(position)]
    switch node.kind {
    case .literal: return ScalarValue(syntax.constants[Int(node.a)]) != nil
    case .binary, .chain, .and, .or, .conditional, .not, .negate, .readValue, .readPath: break
    case .name, .local, .select, .has, .index, .call, .method, .list, .map, .optionalEntry, .loop,
      .nothing, .read, .unary, .binaryCall, .variadic, .fault:
      return false
    }
    if depth > deepestScalar { return false }
    var isScalar = true
    syntax.forEachChild(of: node) { child, _ in
      isScalar = isScalar && Program.isScalar(child, in: syntax, depth: depth + 1)
    }
    return isScalar
  }

  /// Deeper formulas are rare, and may be so deep that the search for them would be long.
  private static let deepestScalar = 16
}
