import CEL
import Scenarios
import Values

/// The types of a file's variables: the least that hold all their values, found by starting with
/// what the file puts there literally, and adding what its formulas give until nothing is new.
struct TypeSolution {
  private let graph: TypeGraph
  private var types: [StaticType]
  /// How many changes had been made when each variable's type was found.
  private var found: [Int]
  private var judgements: [(changes: Int, judgement: Judgement)?]
  private var changes = 0

  /// The states below whose plain values something is put, which can only fail while nothing else is put in their place.
  private var plain: Set<Int> = []

  /// Rounds after which a state that still grows may be anything.
  private static let patience = 4
  /// Rounds after which all that formulas write to may be anything.
  private static let most = 8

  init(_ graph: TypeGraph) {
    self.graph = graph
    types = Array(repeating: .free, count: graph.variables.count)
    found = Array(repeating: 0, count: graph.variables.count)
    judgements = Array(repeating: nil, count: graph.uses.count)
    for variable in graph.variables.indices {
      if case .value = graph.variables[variable] { types[variable] = .dyn }
      if case .state(let values) = graph.variables[variable] {
        for (path, content) in values {
          if case .known(let type) = content { put(type, at: path, in: variable) }
        }
      }
    }
    deduceInOrder()
    var round = 1
    while grow(round) {
      deduceInOrder()
      round += 1
    }
  }

  private mutating func put(_ type: StaticType, at path: [String], in variable: Int) {
    if types[variable].plain(above: path) != nil { plain.insert(variable) }
    types[variable] = types[variable].joined(with: type, at: path[...])
  }

  /// What is known of a formula.
  mutating func judge(_ use: Int) -> Judgement {
    let known = graph.uses[use].known
    if let (changes, judgement) = judgements[use],
      known.allSatisfy({ found[$0.variable] <= changes })
    {
      return judgement
    }
    let (formula, demand) = (graph.uses[use].formula, graph.uses[use].demand)
    let judgement = formula.program.check(demand: demand) { type(of: $0, $1, known) }
    judgements[use] = (changes, judgement)
    return judgement
  }

  /// The plain value below which a path goes on, and how many of its properties stand above that; nil where there may be
  /// something.
  func plain(above mention: TypeGraph.Mention) -> (type: StaticType, depth: Int)? {
    let path = mention.path
    if let first = path.selection.first, !mention.isWrite, path.slot.isBesideState(first) {
      return nil
    }
    return types[mention.variable].plain(above: path.selection)
  }

  /// The first property of a path that its variable can never have, and those that there are in its
  /// place; nil where there may be such a path.
  func missing(_ mention: TypeGraph.Mention) -> (property: String, known: [String])? {
    var type = types[mention.variable]
    for (depth, property) in mention.path.properties.enumerated() {
      if depth == 0, mention.path.slot.isBesideState(property) { return nil }
      guard case .record(let record) = type else { return nil }
      guard let found = record.properties.first(where: { Text.same($0.name, property) }) else {
        return (property, record.properties.map(\.name))
      }
      type = found.type
    }
    return nil
  }

  /// The type of a slot, or of what stands beside the state in it; nil for other properties.
  private func type(
    of number: Int, _ property: String?, _ known: [(slot: Int, variable: TypeGraph.Variable)]
  ) -> StaticType? {
    let variable = known.first { $0.slot == number }?.variable
    let slot = Slot(number: number)
    if let property { return variable != nil && slot.isBesideState(property) ? .dyn : nil }
    return variable.map { types[$0] } ?? (slot == .now ? .timestamp : .dyn)
  }

  private mutating func deduceInOrder() {
    for variable in graph.order {
      let type: StaticType
      switch graph.variables[variable] {
      case .value(let content): type = self.type(of: content)
      case .part(let whole, let path): type = types[whole].part(at: path[...])
      case .element(let content): type = self.type(of: content).elements
      case .state: continue
      }
      set(type, of: variable)
    }
  }

  private mutating func set(_ type: StaticType, of variable: TypeGraph.Variable) {
    guard type != types[variable] else { return }
    types[variable] = type
    changes += 1
    found[variable] = changes
  }

  /// Adds to the states what formulas put there under the types found so far; whether any grew.
  private mutating func grow(_ round: Int) -> Bool {
    let before = changes
    for variable in graph.variables.indices {
      guard case .state(let values) = graph.variables[variable], types[variable] != .dyn else {
        continue
      }
      var type = types[variable]
      var isOpen = false
      for (path, content) in values {
        if case .known(let known) = content {
          if plain.contains(variable) { type = type.joined(with: known, at: path[...]) }
          continue
        }
        isOpen = true
        type = type.joined(with: written(content).withOpenNulls, at: path[...])
      }
      let isStill = type == types[variable] || round <= TypeSolution.patience
      set(isStill && !(isOpen && round > TypeSolution.most) ? type : .dyn, of: variable)
    }
    return changes > before
  }

  /// The type of what is put into a state: what can only fail puts nothing there.
  private mutating func written(_ content: TypeGraph.Content) -> StaticType {
    guard case .formula(let use) = content else { return type(of: content) }
    let judgement = judge(use)
    let fails = judgement.type == .dyn && judgement.findings.contains { !$0.isWarning }
    return fails ? .free : judgement.type
  }

  private mutating func type(of content: TypeGraph.Content) -> StaticType {
    switch content {
    case .known(let type): return type
    case .formula(let use): return judge(use).type
    case .list(let elements):
      var element = StaticType.free
      for content in elements { element = element.joined(with: type(of: content)) }
      return .list(element)
    case .record(let properties):
      return .record(
        RecordType(properties.map { RecordType.Property($0.name, type(of: $0.content)) }))
    }
  }
}

extension StaticType {
  /// The type of what stands at a path, as far as it is known.
  fileprivate func part(at path: ArraySlice<String>) -> StaticType {
    guard let property = path.first else { return self }
    guard case .record(let record) = self,
      let found = record.properties.first(where: { Text.same($0.name, property) })
    else { return .dyn }
    return found.type.part(at: path.dropFirst())
  }

  /// The first type on the way down a path that has no properties, and how deep it stands.
  fileprivate func plain(above path: [String]) -> (type: StaticType, depth: Int)? {
    var type = self
    for (depth, property) in path.enumerated() {
      if type.isPlain { return (type, depth) }
      guard case .record(let record) = type,
        let found = record.properties.first(where: { Text.same($0.name, property) })
      else { return nil }
      type = found.type
    }
    return nil
  }

  /// The type of what `for` goes over.
  fileprivate var elements: StaticType {
    switch self {
    case .list(let element): element
    case .map(let key, _): key
    case .record: .string
    case .nullable(let type): type.elements
    case .dyn, .named, .union: .dyn
    // There is nothing to go over, and so no element.
    case .free, .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration,
      .optional, .type:
      .free
    }
  }
}
