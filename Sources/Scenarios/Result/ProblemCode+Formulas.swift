public import CEL
public import Values

extension ProblemCode {
  /// The code of what was found in a formula without evaluating it.
  public init(_ code: Finding.Code) {
    self =
      switch code {
      case .undeclared: .unknownName
      case .unknownFunction: .unknownFunction
      case .unknownProperty: .unknownProperty
      case .wrongArity: .wrongArity
      case .typeClash: .typeClash
      case .badLiteral: .badLiteral
      case .neverEqual: .neverEqual
      }
  }
}

extension ProblemCode {
  /// The code of why a formula has no value. What the host failed with has a code of its own.
  public init(_ kind: EvaluationError.Cause) {
    self =
      switch kind {
      case .noSuchOverload: .noSuchOverload
      case .noSuchKey: .noSuchKey
      case .outOfRange: .indexOutOfRange
      case .overflow: .overflow
      case .divisionByZero: .divisionByZero
      case .conversion: .badConversion
      case .badArgument: .badArgument
      case .undeclared, .host, .hostAbort: .unknownName
      case .valueLimit: .tooLarge
      case .cost: .formulaCost
      case .depth: .tooDeep
      }
  }
}
