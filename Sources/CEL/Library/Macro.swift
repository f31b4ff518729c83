/// A call that is not a call: its arguments are names and formulas, and the parser turns it into a
/// loop or a binding. Recognised by name, number of arguments, and names standing where it wants
/// names; any other call of that name is an ordinary one.
struct Macro: Sendable {
  let name: String
  let isMethod: Bool
  /// Without the target.
  let arity: Int
  /// How many of the first arguments are names.
  let variables: Int
  let form: MacroForm
}

/// What a macro does. The evaluator knows each by itself, so that none pays for generality.
enum MacroForm: UInt8, Sendable {
  case all, exists, existsOne, filter, map, mapFiltered
  case allPairs, existsPairs, existsOnePair
  case transformList, transformListFiltered
  case transformMap, transformMapFiltered
  case transformEntries, transformEntriesFiltered
  case sortBy, reduce
  case bind, optionalMap, optionalFlatMap
}

extension Macro {
  static let standard: [Macro] = [
    Macro(name: "all", isMethod: true, arity: 2, variables: 1, form: .all),
    Macro(name: "exists", isMethod: true, arity: 2, variables: 1, form: .exists),
    Macro(name: "exists_one", isMethod: true, arity: 2, variables: 1, form: .existsOne),
    Macro(name: "existsOne", isMethod: true, arity: 2, variables: 1, form: .existsOne),
    Macro(name: "filter", isMethod: true, arity: 2, variables: 1, form: .filter),
    Macro(name: "map", isMethod: true, arity: 2, variables: 1, form: .map),
    Macro(name: "map", isMethod: true, arity: 3, variables: 1, form: .mapFiltered),
  ]

  static let pairs: [Macro] = [
    Macro(name: "all", isMethod: true, arity: 3, variables: 2, form: .allPairs),
    Macro(name: "exists", isMethod: true, arity: 3, variables: 2, form: .existsPairs),
    Macro(name: "exists_one", isMethod: true, arity: 3, variables: 2, form: .existsOnePair),
    Macro(name: "existsOne", isMethod: true, arity: 3, variables: 2, form: .existsOnePair),
    Macro(name: "transformList", isMethod: true, arity: 3, variables: 2, form: .transformList),
    Macro(
      name: "transformList", isMethod: true, arity: 4, variables: 2, form: .transformListFiltered),
    Macro(name: "transformMap", isMethod: true, arity: 3, variables: 2, form: .transformMap),
    Macro(
      name: "transformMap", isMethod: true, arity: 4, variables: 2, form: .transformMapFiltered),
    Macro(
      name: "transformMapEntry", isMethod: true, arity: 3, variables: 2, form: .transformEntries),
    Macro(
      name: "transformMapEntry", isMethod: true, arity: 4, variables: 2,
      form: .transformEntriesFiltered),
  ]

  static let bindings: [Macro] = [
    Macro(name: "cel.bind", isMethod: false, arity: 3, variables: 1, form: .bind)
  ]

  static let optionals: [Macro] = [
    Macro(name: "optMap", isMethod: true, arity: 2, variables: 1, form: .optionalMap),
    Macro(name: "optFlatMap", isMethod: true, arity: 2, variables: 1, form: .optionalFlatMap),
  ]

  static let lists: [Macro] = [
    Macro(name: "sortBy", isMethod: true, arity: 2, variables: 1, form: .sortBy),
    Macro(name: "reduce", isMethod: true, arity: 4, variables: 2, form: .reduce),
  ]
}
