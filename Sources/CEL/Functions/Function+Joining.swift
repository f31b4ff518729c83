internal import Values

extension Function {
  /// One function that does what this one does, and for arguments that this one does not take what
  /// the other one does. Both must take equally many.
  func joined(with other: Function) -> Function {
    let preparation: Preparation = { (known) throws(Fault) in
      let first = try self.prepare?(known) ?? self.body
      return first.or(try other.prepare?(known) ?? other.body)
    }
    return Function(
      name, isMethod: isMethod, arity: arity,
      Overloads(stringLiteral: overloads.text + "; " + other.overloads.text), documentation,
      body.or(other.body),
      prepare: prepare == nil && other.prepare == nil ? nil : preparation)
  }
}

extension Function.Body {
  fileprivate func or(_ other: Function.Body) -> Function.Body {
    switch (self, other) {
    case (.unary(let first), .unary(let second)):
      return .unary { (value, budget) throws(Fault) in
        do throws(Fault) {
          return try first(value, &budget)
        } catch {
          guard error.isMisfit else { throw error }
          return try second(value, &budget)
        }
      }
    default:
      return .variadic { (arguments, budget) throws(Fault) in
        do throws(Fault) {
          return try self.call(arguments, &budget)
        } catch {
          guard error.isMisfit else { throw error }
          return try other.call(arguments, &budget)
        }
      }
    }
  }

  private func call(_ arguments: [Value], _ budget: inout Budget) throws(Fault) -> Value {
    switch self {
    case .unary(let body): return try body(arguments[0], &budget)
    case .binary(let body): return try body(arguments[0], arguments[1], &budget)
    case .variadic(let body): return try body(arguments, &budget)
    case .fallback(let decide, let otherwise):
      if let decided = try decide(arguments[0], &budget) { return decided }
      return try otherwise(arguments[0], arguments[1], &budget)
    }
  }
}
