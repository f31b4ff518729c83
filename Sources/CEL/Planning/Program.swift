internal import Synchronization
internal import Values

/// A formula bound to the names of a host, ready to be evaluated any number of times.
public final class Program: Sendable {
  /// What was planned.
  public let expression: Expression
  /// The formula's parts, rewritten: names are reads, calls are known functions.
  let nodes: Held<Node>
  let lists: Held<Int32>
  let constants: Held<Value>
  let reads: [Read]
  /// The names of every static path that is read, by its read.
  let paths: Held<[String]>
  let functions: [PlannedFunction]
  /// The keys of maps whose keys stand in the text.
  let shapes: Held<MapShape>
  let faults: [Fault]
  let root: Int32
  let localCount: Int
  /// Whether scalars may be all that occurs.
  let isScalar: Bool
  /// The constants that are scalars, where that is so.
  let scalars: Held<ScalarValue?>
  /// The program as a single operation on scalars; nil where it is none.
  package let single: SingleOperation?
  /// Whether scalars have been all that occurred so far.
  let promise: ScalarPromise
  /// See `scalarFormula`.
  let scalarPlan = AtomicLazyReference<ScalarPlan>()
  /// See `remembered(_:_:)`.
  let remembered: [Int32: Remembered]

  init(_ expression: Expression, _ plan: Planner) {
    self.expression = expression
    var nodes = plan.syntax.nodes
    shapes = Held(Program.shapes(of: &nodes, plan.syntax))
    self.nodes = Held(nodes)
    lists = Held(plan.syntax.lists)
    constants = Held(plan.syntax.constants)
    reads = plan.reads
    paths = Held(plan.reads.map { $0.path ?? [] })
    functions = plan.functions
    faults = plan.faults
    root = plan.syntax.root
    localCount = plan.syntax.localCount
    isScalar = Program.isScalar(plan.syntax)
    let scalars = isScalar ? plan.syntax.constants.map { ScalarValue($0) } : []
    self.scalars = Held(scalars)
    single = isScalar ? SingleOperation(nodes, root: plan.syntax.root, scalars) : nil
    promise = ScalarPromise(isScalar)
    remembered = Program.remembered(plan.syntax, plan.functions)
  }

  /// Numbers the maps whose keys are texts that stand there, each once, and gives their keys.
  private static func shapes(of nodes: inout [Node], _ syntax: Syntax) -> [MapShape] {
    var shapes: [MapShape] = []
    for place in nodes.indices where nodes[place].kind == .map && nodes[place].b > 0 {
      let entries = Array(syntax.list(nodes[place].a, nodes[place].b * 2))
      var names: [String] = []
      for entry in stride(from: 0, to: entries.count, by: 2) {
        let key = nodes[Int(entries[entry])]
        guard key.kind == .literal, case .string(let name) = syntax.constants[Int(key.a)],
          nodes[Int(entries[entry + 1])].kind != .optionalEntry
        else { break }
        names.append(name)
      }
      guard names.count * 2 == entries.count, let shape = MapShape(names) else { continue }
      shapes.append(shape)
      nodes[place].c = Int32(shapes.count)
    }
    return shapes
  }

  /// Whether something is read by `untracked`, so that what evaluating gives hangs on when it is done.
  public var readsUntracked: Bool { reads.contains { $0.source != $0.slot } }

  /// Whether a key is worked out by which something is selected from a host's name, so that only evaluating tells what
  /// is read.
  package var readsByKey: Bool { reads.contains { $0.path == nil } }

  /// The host's slots that evaluating may read, each once, in source order.
  public var slots: [Int] {
    if reads.count < 2 { return reads.map(\.slot) }
    var seen: Set<Int> = []
    return reads.map(\.slot).filter { seen.insert($0).inserted }
  }
}

/// A host's name with all that is selected from it.
struct Read: Sendable {
  /// One selection: by a name that stands in the text, or by a key to be evaluated.
  struct Step: Sendable {
    /// Empty for a computed key.
    let name: String
    /// The part that gives a computed key; -1 for a name.
    let key: Int32
    let isOptional: Bool
    let range: Range<Int>
  }

  let slot: Int
  /// By which the host is asked for it.
  let source: Int
  /// The part that is the name itself.
  let root: Int32
  /// How many of the words that stand there are the name: more than one for a dotted name.
  let nameCount: Int
  let steps: [Step]
  /// The names of all steps; nil where a key is computed.
  let path: [String]?
  /// `has(x.f)`: whether the last step finds something.
  let isTest: Bool
  let hasOptionalStep: Bool
  /// What the selections by names that stand in the text cost.
  let cost: Int
}

struct PlannedFunction: Sendable {
  let function: Function
  let body: Function.Body
}
