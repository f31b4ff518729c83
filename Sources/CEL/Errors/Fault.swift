internal import Values

/// Why a function has no answer: an `EvaluationError` that does not know its place yet.
public struct Fault: Error, Sendable {
  let kind: EvaluationError.Cause
  /// What is wrong, in one line.
  public let message: String
  let help: [String]

  /// - Parameters:
  ///   - kind: what evaluators and reports tell it apart by.
  ///   - message: one line without an end mark.
  ///   - help: what to do about it, a line each; those that are nil are left out.
  public init(_ kind: EvaluationError.Cause, _ message: String, help: String?...) {
    self.kind = kind
    self.message = message
    self.help = help.compactMap { $0 }
  }

  /// The arguments are of types that the function does not take. The evaluator words it.
  public static let noOverload = Fault(.noSuchOverload, "")

  init(_ fault: ValueFault) {
    switch fault {
    case .duplicateKey, .badKeyType: self.init(.badArgument, fault.message)
    case .tooDeep, .tooManyElements, .tooMuchText: self.init(.valueLimit, fault.message)
    }
  }

  /// Whether the types of the arguments are all that is wrong.
  var isMisfit: Bool { kind == .noSuchOverload && message.isEmpty }

  static func outOfRange(_ index: some CustomStringConvertible, _ list: List) -> Fault {
    Fault(.outOfRange, "index \(index) is out of range: the list has \(list.sizeText)")
  }

  static func overflow(_ type: String) -> Fault {
    let holder = type == "int" ? "an int" : "a \(type)"
    return Fault(.overflow, "\(type) overflow: the result is beyond what \(holder) holds")
  }
}
