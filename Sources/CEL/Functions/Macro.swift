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
  /// How it is written, and the type of what it gives.
  let usage: String
  let documentation: Documentation
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
    Macro(
      name: "all", isMethod: true, arity: 2, variables: 1, form: .all,
      usage: "list.all(x, condition) -> bool",
      documentation: """
        whether a condition holds for all elements, or all keys of a map
        [1, 2, 3].all(x, x > 0) => true
        """),
    Macro(
      name: "exists", isMethod: true, arity: 2, variables: 1, form: .exists,
      usage: "list.exists(x, condition) -> bool",
      documentation: """
        whether a condition holds for some element, or some key of a map
        [1, 2, 3].exists(x, x > 2) => true
        """),
    Macro(
      name: "exists_one", isMethod: true, arity: 2, variables: 1, form: .existsOne,
      usage: "list.exists_one(x, condition) -> bool",
      documentation: """
        whether a condition holds for just one element, or one key of a map
        [1, 2, 3].exists_one(x, x > 1) => false
        """),
    Macro(
      name: "existsOne", isMethod: true, arity: 2, variables: 1, form: .existsOne,
      usage: "list.existsOne(x, condition) -> bool",
      documentation: """
        like exists_one, by the name that cel-go prefers
        [1, 2, 3].existsOne(x, x > 2) => true
        """),
    Macro(
      name: "filter", isMethod: true, arity: 2, variables: 1, form: .filter,
      usage: "list.filter(x, condition) -> list",
      documentation: """
        the elements, or keys of a map, for which a condition holds
        [1, 2, 3].filter(x, x > 1) => [2, 3]
        """),
    Macro(
      name: "map", isMethod: true, arity: 2, variables: 1, form: .map,
      usage: "list.map(x, formula) -> list",
      documentation: """
        what a formula gives for each element, or each key of a map
        [1, 2, 3].map(x, x * 2) => [2, 4, 6]
        """),
    Macro(
      name: "map", isMethod: true, arity: 3, variables: 1, form: .mapFiltered,
      usage: "list.map(x, condition, formula) -> list",
      documentation: """
        the same for those for which a condition holds
        [1, 2, 3].map(x, x > 1, x * 2) => [4, 6]
        """),
  ]

  static let pairs: [Macro] = [
    Macro(
      name: "all", isMethod: true, arity: 3, variables: 2, form: .allPairs,
      usage: "list.all(i, x, condition) -> bool",
      documentation: """
        whether a condition holds for all indexes and elements, or keys and values of a map
        [1, 2, 3].all(i, x, i < x) => true
        {'taco': 'taco'}.all(k, v, k != v) => false
        """),
    Macro(
      name: "exists", isMethod: true, arity: 3, variables: 2, form: .existsPairs,
      usage: "list.exists(i, x, condition) -> bool",
      documentation: """
        whether a condition holds for some index and element, or key and value of a map
        [1, 2, 4].exists(i, x, x == 4 && i == 2) => true
        """),
    Macro(
      name: "exists_one", isMethod: true, arity: 3, variables: 2, form: .existsOnePair,
      usage: "list.exists_one(i, x, condition) -> bool",
      documentation: """
        whether a condition holds for just one index and element, or key and value of a map
        [1, 1, 2].exists_one(i, x, i == 1 || x == 1) => false
        """),
    Macro(
      name: "existsOne", isMethod: true, arity: 3, variables: 2, form: .existsOnePair,
      usage: "list.existsOne(i, x, condition) -> bool",
      documentation: """
        like exists_one, by the name that cel-go prefers
        [1, 1, 2].existsOne(i, x, i == 2 && x == 2) => true
        """),
    Macro(
      name: "transformList", isMethod: true, arity: 3, variables: 2, form: .transformList,
      usage: "list.transformList(i, x, formula) -> list",
      documentation: """
        what a formula gives for each index and element, or key and value of a map
        [1, 2, 3].transformList(i, x, i * x + x) => [1, 4, 9]
        {'a': 1, 'b': 2}.transformList(k, v, v) => [1, 2]
        """),
    Macro(
      name: "transformList", isMethod: true, arity: 4, variables: 2, form: .transformListFiltered,
      usage: "list.transformList(i, x, condition, formula) -> list",
      documentation: """
        the same for those for which a condition holds
        [1, 2, 3].transformList(i, x, i % 2 == 0, i * x + x) => [1, 9]
        """),
    Macro(
      name: "transformMap", isMethod: true, arity: 3, variables: 2, form: .transformMap,
      usage: "map.transformMap(k, v, formula) -> map",
      documentation: """
        the map with what a formula gives in place of each value; of a list, by its indexes
        {'greeting': 'hello'}.transformMap(k, v, v + '!') => {greeting: "hello!"}
        """),
    Macro(
      name: "transformMap", isMethod: true, arity: 4, variables: 2, form: .transformMapFiltered,
      usage: "map.transformMap(k, v, condition, formula) -> map",
      documentation: """
        the same for those for which a condition holds
        {'a': 1, 'b': 2}.transformMap(k, v, k != 'a', v) => {b: 2}
        """),
    Macro(
      name: "transformMapEntry", isMethod: true, arity: 3, variables: 2, form: .transformEntries,
      usage: "map.transformMapEntry(k, v, {key: value}) -> map",
      documentation: """
        the entries that a formula gives for each key and value, or index and element of a list
        {'greeting': 'hello'}.transformMapEntry(k, v, {v: k}) => {hello: "greeting"}
        """),
    Macro(
      name: "transformMapEntry", isMethod: true, arity: 4, variables: 2,
      form: .transformEntriesFiltered,
      usage: "map.transformMapEntry(k, v, condition, {key: value}) -> map",
      documentation: """
        the same for those for which a condition holds
        {'a': 1, 'b': 2}.transformMapEntry(k, v, v > 1, {v: k}) => {2: "b"}
        """),
  ]

  static let bindings: [Macro] = [
    Macro(
      name: "cel.bind", isMethod: false, arity: 3, variables: 1, form: .bind,
      usage: "cel.bind(x, value, formula) -> dyn",
      documentation: """
        what a formula gives with a name for a value, which is evaluated once, when first needed
        cel.bind(x, 2 + 3, x * x) => 25
        """)
  ]

  static let optionals: [Macro] = [
    Macro(
      name: "optMap", isMethod: true, arity: 2, variables: 1, form: .optionalMap,
      usage: "optional.optMap(x, formula) -> optional",
      documentation: """
        what a formula gives for the value that the optional holds, as an optional; none for none
        optional.of(2).optMap(x, x * x) => optional.of(4)
        """),
    Macro(
      name: "optFlatMap", isMethod: true, arity: 2, variables: 1, form: .optionalFlatMap,
      usage: "optional.optFlatMap(x, formula) -> optional",
      documentation: """
        the optional that a formula gives for the value that the optional holds; none for none
        optional.of({'a': 1}).optFlatMap(m, m.?b) => optional.none()
        """),
  ]

  static let lists: [Macro] = [
    Macro(
      name: "sortBy", isMethod: true, arity: 2, variables: 1, form: .sortBy,
      usage: "list.sortBy(x, key) -> list",
      documentation: """
        the elements in ascending order of what a formula gives for each; equal ones keep theirs
        ['bb', 'a', 'cc'].sortBy(x, x.size()) => ["a", "bb", "cc"]
        """),
    Macro(
      name: "reduce", isMethod: true, arity: 4, variables: 2, form: .reduce,
      usage: "list.reduce(result, x, formula, start) -> dyn",
      documentation: """
        what is left when a formula has put each element, or key of a map, to the result so far
        [1, 2, 3].reduce(sum, x, sum + x, 0) => 6
        """),
  ]
}
