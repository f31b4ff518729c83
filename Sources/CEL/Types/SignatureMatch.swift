/// The arguments of one call against one overload.
struct SignatureMatch {
  /// Whether every argument may be of its parameter's type.
  private(set) var fits = true
  /// Whether every argument is sure to be.
  private(set) var isSure = true
  /// What the letters stand for.
  private var letters: [(name: String, type: StaticType)] = []
  /// Where the result is a map as all parameters are, it has the properties of all of them.
  private let merged: StaticType?

  init(_ signature: Signature, _ arguments: [StaticType]) {
    var merged: StaticType?
    if case .map = signature.result, signature.parameters.allSatisfy({ $0 == signature.result }) {
      merged = arguments.reduce(.free) { $0.joined(with: $1) }
    }
    self.merged = merged
    for (index, argument) in arguments.enumerated()
    where !match(signature.parameter(index), argument) {
      fits = false
      return
    }
  }

  /// Whether an argument of one type will do for a parameter of another.
  static func fits(_ parameter: StaticType, _ argument: StaticType) -> Bool {
    SignatureMatch(
      Signature(parameters: [parameter], isVariadic: false, result: .dyn), [argument]
    ).fits
  }

  /// A letter that stands for different types stands for any: `optional.of(1).orValue('')` has a
  /// value.
  private mutating func match(_ parameter: StaticType, _ argument: StaticType) -> Bool {
    switch (parameter, argument) {
    case (.dyn, _): return true
    case (.named(let name, _), _) where parameter.isParameter:
      bind(name, argument)
      return true
    case (.union(let types), _):
      let before = self
      for type in types {
        self = before
        if match(type, argument) { return true }
      }
      return false
    case (_, .free): return true
    case (_, .dyn):
      isSure = false
      bindLetters(of: parameter)
      return true
    case (.nullable(let wanted), _):
      return argument == .null || match(wanted, argument.withoutNull)
    case (_, .nullable(let type)): return match(parameter, type)
    case (.list(let wanted), .list(let type)), (.optional(let wanted), .optional(let type)),
      (.type(let wanted), .type(let type)):
      return match(wanted, type)
    case (.map(let key, let value), _):
      guard let entry = argument.keyAndValue else { return false }
      return match(key, entry.key) && match(value, entry.value)
    case (.named(let name, let wanted), .named(let other, let types)):
      guard name == other, wanted.count == types.count else { return false }
      for (wanted, type) in zip(wanted, types) where !match(wanted, type) { return false }
      return true
    default: return parameter == argument
    }
  }

  private mutating func bind(_ name: String, _ type: StaticType) {
    if let index = letters.firstIndex(where: { $0.name == name }) {
      letters[index].type = letters[index].type.joined(with: type)
    } else {
      letters.append((name, type))
    }
  }

  /// Of what may be anything, all parts may be anything.
  private mutating func bindLetters(of parameter: StaticType) {
    switch parameter {
    case .named(let name, _) where parameter.isParameter: bind(name, .dyn)
    case .named(_, let types): for type in types { bindLetters(of: type) }
    case .list(let type), .optional(let type), .type(let type), .nullable(let type):
      bindLetters(of: type)
    case .map(let key, let value):
      bindLetters(of: key)
      bindLetters(of: value)
    case .dyn, .free, .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration,
      .record, .union:
      break
    }
  }

  /// The type of the result of a signature that fits.
  func result(of signature: Signature) -> StaticType {
    merged ?? substituted(signature.result)
  }

  /// The type with what the letters stand for in their place.
  private func substituted(_ type: StaticType) -> StaticType {
    switch type {
    case .named(let name, let types):
      if type.isParameter { return letters.first { $0.name == name }?.type ?? .free }
      return .named(name, types.map(substituted))
    case .list(let type): return .list(substituted(type))
    case .optional(let type): return .optional(substituted(type))
    case .type(let type): return .type(substituted(type))
    case .nullable(let type): return .nullable(substituted(type))
    case .map(let key, let value): return .map(substituted(key), substituted(value))
    case .dyn, .free, .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration,
      .record, .union:
      return type
    }
  }
}
