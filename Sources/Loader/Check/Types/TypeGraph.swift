import CEL
import Scenarios

/// What a file says of types, as far as it can be said before any type is deduced: every formula
/// with what its names stand for, and every variable (a cell, a part's state, a local) with where
/// its values come from.
struct TypeGraph {
  /// A position in `variables`.
  typealias Variable = Int

  struct Use {
    let formula: Formula
    /// The slots that it reads of which something may be known, each once.
    let known: [(slot: Int, variable: Variable)]
    let demand: Demand?
    /// Whether the file expects a failure there, so that finding one helps nobody.
    let isForgiven: Bool
  }

  /// A path below a variable that an expectation names, or that something writes to.
  struct Mention {
    let path: Path
    let variable: Variable
    let isWrite: Bool
  }

  /// Data as far as types go.
  indirect enum Content {
    case known(StaticType)
    /// A position in `uses`.
    case formula(Int)
    case list([Content])
    case record([(name: String, content: Content)])
  }

  enum Source {
    /// A state: it has all values that are ever put at the paths below it.
    case state([(path: [String], content: Content)])
    /// A derived cell or a local: its values are those of the content.
    case value(Content)
    /// What stands at a path below another variable.
    case part(of: Variable, at: [String])
    /// What a list holds, or a map's keys.
    case element(Content)
  }

  private(set) var uses: [Use] = []
  private(set) var mentions: [Mention] = []
  private(set) var variables: [Source] = []
  /// Derived cells, none before one that it reads, then the locals.
  private(set) var order: [Variable] = []

  mutating func add(_ use: Use) -> Int {
    uses.append(use)
    return uses.count - 1
  }

  mutating func add(_ mention: Mention) { mentions.append(mention) }

  mutating func add(_ source: Source) -> Variable {
    variables.append(source)
    return variables.count - 1
  }

  /// A local, whose variables are all there already.
  mutating func addLocal(_ source: Source) -> Variable {
    let variable = add(source)
    order.append(variable)
    return variable
  }

  mutating func define(_ variable: Variable, as content: Content) {
    variables[variable] = .value(content)
  }

  mutating func put(_ content: Content, at path: [String], of variable: Variable) {
    guard case .state(var values) = variables[variable] else { return }
    variables[variable] = .state([])
    values.append((path, content))
    variables[variable] = .state(values)
  }

  /// Puts the derived cells into an order in which each stands behind those it reads. Those that
  /// read themselves are in none.
  mutating func sortDerived(_ derived: Range<Variable>) {
    var state = [UInt8](repeating: 0, count: derived.count)
    for start in derived where state[start - derived.lowerBound] == 0 {
      var path: [(variable: Variable, next: Int)] = [(start, 0)]
      state[start - derived.lowerBound] = 1
      while let (variable, next) = path.last {
        guard case .value(.formula(let use)) = variables[variable], next < uses[use].known.count
        else {
          order.append(variable)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = uses[use].known[next].variable
        if derived.contains(target), state[target - derived.lowerBound] == 0 {
          state[target - derived.lowerBound] = 1
          path.append((target, 0))
        }
      }
    }
  }
}

extension Slot {
  /// Whether a name stands behind the slot for something that is no property of its value:
  /// `search.emitted`.
  func isBesideState(_ name: String) -> Bool {
    switch self {
    case .reactor, .store, .service, .actor, .reference, .own: Slot.besideStates.contains(name)
    case .local, .cell, .computation, .member, .emitted, .promise, .now, .it, .addressed: false
    }
  }

  static let besideStates = ["emitted", "presented", "spawned"]
}
