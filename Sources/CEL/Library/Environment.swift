/// Functions and macros under one name, to be put into an `Environment`.
public struct Library: Sendable {
  public let name: String
  let functions: [Function]
  let macros: [Macro]

  public init(_ name: String, functions: [Function]) {
    self.init(name, functions: functions, macros: [])
  }

  init(_ name: String, functions: [Function], macros: [Macro]) {
    self.name = name
    self.functions = functions
    self.macros = macros
  }
}

/// What formulas can call: the functions and macros of some libraries. Immutable, shared by all
/// formulas. Where two libraries define a function of the same name for so many arguments, it does
/// what the later one does, and for types that this one does not take what the earlier one does.
public final class Environment: Sendable {
  /// In the order given.
  let libraries: [Library]
  private let functions: [String: [Function]]
  private let macros: [String: [Macro]]
  private let namespaces: Set<String>
  /// All functions' names in the order of their definition, each once.
  public let functionNames: [String]
  /// All macros' names in the order of their definition, each once; `has` comes first.
  public let macroNames: [String]

  /// All that this package has.
  public static let standard = Environment(libraries: Library.all)

  public init(libraries: [Library]) {
    var functions: [String: [Function]] = [:]
    functions.reserveCapacity(128)
    var macros: [String: [Macro]] = [:]
    var functionNames: [String] = []
    var macroNames = ["has"]
    var namespaces: Set<String> = []
    for function in libraries.flatMap(\.functions) {
      if functions[function.name] == nil { functionNames.append(function.name) }
      functions[function.name, default: []].add(function)
      if let dot = function.name.firstIndex(of: ".") {
        namespaces.insert(String(function.name[..<dot]))
      }
    }
    for macro in libraries.flatMap(\.macros) {
      if macros[macro.name] == nil { macroNames.append(macro.name) }
      macros[macro.name, default: []].append(macro)
      if let dot = macro.name.firstIndex(of: ".") {
        namespaces.insert(String(macro.name[..<dot]))
      }
    }
    self.libraries = libraries
    self.functions = functions
    self.macros = macros
    self.namespaces = namespaces
    self.functionNames = functionNames
    self.macroNames = macroNames
  }

  /// The function for a call, the target counted among the arguments.
  func function(_ name: String, isMethod: Bool, arity: Int) -> Function? {
    functions[name]?.first {
      $0.isMethod == isMethod && ($0.arity == arity || $0.isVariadic && $0.arity < arity)
    }
  }

  /// Every function of that name.
  func overloads(of name: String) -> [Function] { (functions[name] ?? []).reversed() }

  func isNamespace(_ name: String) -> Bool { namespaces.contains(name) }

  func hasMethod(_ name: String) -> Bool {
    functions[name]?.contains(where: \.isMethod) ?? macros[name]?.contains(where: \.isMethod)
      ?? false
  }

  func macros(_ name: String) -> [Macro] { macros[name] ?? [] }
}

extension [Function] {
  fileprivate mutating func add(_ function: Function) {
    let other = firstIndex {
      $0.isMethod == function.isMethod && $0.arity == function.arity
        && !$0.isVariadic && !function.isVariadic
    }
    if let other {
      self[other] = function.joined(with: self[other])
    } else {
      insert(function, at: 0)
    }
  }
}
