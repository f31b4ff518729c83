public import Values

/// Functions and macros under one name, to be put into an `Environment`.
public struct Library: Sendable {
  /// What the library is called in manuals.
  public let name: String
  let functions: [Function]
  let macros: [Macro]
  let contents: [any OpaqueContent.Type]

  /// `contents` are the types of values that the functions bring along.
  public init(
    _ name: String, functions: [Function], contents: [any OpaqueContent.Type] = []
  ) {
    self.init(name, functions: functions, macros: [], contents: contents)
  }

  init(
    _ name: String, functions: [Function], macros: [Macro],
    contents: [any OpaqueContent.Type] = []
  ) {
    self.name = name
    self.functions = functions
    self.macros = macros
    self.contents = contents
  }
}

/// What formulas can call: the functions and macros of some libraries. Immutable, shared by all
/// formulas. Where two libraries define a function of the same name for so many arguments, it does
/// what the later one does, and for types that this one does not take what the earlier one does.
public final class Environment: Sendable {
  /// What bears one name.
  private struct Group {
    let name: String
    /// Those of the last library first.
    var functions: [Function] = []
    var macros: [Macro] = []

    mutating func add(_ function: Function) {
      let other = functions.firstIndex {
        $0.isMethod == function.isMethod && $0.arity == function.arity
          && !$0.isVariadic && !function.isVariadic
      }
      if let other {
        functions[other] = function.joined(with: functions[other])
      } else {
        functions.insert(function, at: 0)
      }
    }
  }

  /// In the order given.
  let libraries: [Library]
  /// In the order in which names were first defined.
  private let groups: [Group]
  private let places: TextTable<Int>
  private let namespaces: TextSet

  /// All that this package has.
  public static let standard = Environment(libraries: Library.all)

  /// The functions and macros of these libraries and of no others; where two define the same, the later
  /// one goes first. Linear in their number.
  public init(libraries: [Library]) {
    var groups: [Group] = []
    var places: TextTable<Int> = [:]
    places.reserveCapacity(256)
    func place(_ name: String) -> Int {
      if let place = places[name] { return place }
      places[name] = groups.count
      groups.append(Group(name: name))
      return groups.count - 1
    }
    for library in libraries {
      for function in library.functions { groups[place(function.name)].add(function) }
      for macro in library.macros { groups[place(macro.name)].macros.append(macro) }
    }
    var namespaces: TextSet = []
    for group in groups {
      if let dot = group.name.utf8.firstIndex(of: UInt8(ascii: ".")) {
        namespaces.insert(String(group.name[..<dot]))
      }
    }
    self.libraries = libraries
    self.groups = groups
    self.places = places
    self.namespaces = namespaces
  }

  /// The types of values that the libraries bring along, to read typed values with.
  public var contents: [any OpaqueContent.Type] { libraries.flatMap(\.contents) }

  /// All functions' names in the order of their definition, each once.
  public var functionNames: [String] { groups.filter { !$0.functions.isEmpty }.map(\.name) }

  /// All macros' names in the order of their definition, each once; `has` comes first.
  public var macroNames: [String] { ["has"] + groups.filter { !$0.macros.isEmpty }.map(\.name) }

  /// The function for a call, the target counted among the arguments.
  func function(_ name: String, isMethod: Bool, arity: Int) -> Function? {
    group(name)?.functions.first {
      $0.isMethod == isMethod && ($0.arity == arity || $0.isVariadic && $0.arity < arity)
    }
  }

  /// Every function of that name.
  func overloads(of name: String) -> [Function] { group(name)?.functions.reversed() ?? [] }

  func macros(_ name: String) -> [Macro] { group(name)?.macros ?? [] }

  func isNamespace(_ name: String) -> Bool { namespaces.contains(name) }

  func hasMethod(_ name: String) -> Bool {
    guard let group = group(name) else { return false }
    return group.functions.contains(where: \.isMethod) || group.macros.contains(where: \.isMethod)
  }

  private func group(_ name: String) -> Group? { places[name].map { groups[$0] } }
}
