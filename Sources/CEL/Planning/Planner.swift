internal import Values

extension Expression {
  /// Binds the names to the host's slots. Names and functions that nobody declares become parts
  /// that fail when they are evaluated, as CEL has it. `container` is a dotted prefix under which
  /// names are looked for first.
  public func plan(in scope: some Scope, container: String = "") -> Program {
    var planner = Planner(syntax, environment, Container(container))
    planner.plan(in: scope)
    return Program(self, planner)
  }
}

/// Rewrites the parts of a formula for evaluation: each name, with all selections that a host could
/// answer in one read, becomes a `read`; each call a known function or a fault.
struct Planner {
  private(set) var syntax: Syntax
  private(set) var reads: [Read] = []
  private(set) var functions: [PlannedFunction] = []
  private(set) var faults: [Fault] = []
  private let environment: Environment
  private let container: Container
  private var parents: [Int32] = []
  /// Whether some part may be read without being depended on.
  private var hasUntracked = false

  /// The function that reads what stands in its brackets without depending on it.
  static let untracked = "untracked"

  init(_ syntax: Syntax, _ environment: Environment, _ container: Container) {
    self.syntax = syntax
    self.environment = environment
    self.container = container
  }

  mutating func plan(in scope: some Scope) {
    parents = syntax.parents()
    hasUntracked = syntax.names.contains(Planner.untracked)
    for position in 0..<Int32(truncatingIfNeeded: syntax.nodes.count) {
      switch syntax.nodes[Int(position)].kind {
      case .name: planName(position, scope)
      case .call, .method: planCall(position)
      default: break
      }
    }
  }

  private mutating func planName(_ position: Int32, _ scope: some Scope) {
    let node = syntax.nodes[Int(position)]
    let names = syntax.selectedNames(from: position, parents)
    for count in stride(from: names.count, through: 1, by: -1) {
      let name = count == 1 ? names[0] : names[..<count].joined(separator: ".")
      for candidate in container.candidates(for: name, isAbsolute: node.isFlagged) {
        if let slot = scope.slot(for: candidate) {
          let source = isUntracked(position) ? scope.untracked(slot) : slot
          return planRead(slot, by: source, position, nameCount: count)
        }
      }
    }
    if let count = Names.typeLength(names) {
      syntax.constants.append(.type(TypeName(names[..<count].joined(separator: "."))))
      let top = climb(position, count - 1)
      let constant = Int32(truncatingIfNeeded: syntax.constants.count - 1)
      syntax.nodes[Int(top)] = Node(.literal, syntax.nodes[Int(top)].range, a: constant)
      return
    }
    fail(
      position,
      Fault(
        .undeclared, "undeclared reference to '\(names[0])'",
        help: Names.meaning(ofForeign: names[0]).map { "write \($0)" }))
  }

  /// Whether the part stands in the brackets of `untracked`.
  private func isUntracked(_ position: Int32) -> Bool {
    if !hasUntracked { return false }
    var parent = parents[Int(position)]
    while parent >= 0 {
      let node = syntax.nodes[Int(parent)]
      // What stands around a part is planned later than the part.
      if node.kind == .call, node.c == 1, syntax.names[Int(node.a)] == Planner.untracked {
        return true
      }
      parent = parents[Int(parent)]
    }
    return false
  }

  private func climb(_ position: Int32, _ count: Int) -> Int32 {
    var top = position
    for _ in 0..<count { top = parents[Int(top)] }
    return top
  }

  /// Gathers the selections behind a name that a path can express. An index that stands in the
  /// text and is no text ends it.
  private mutating func planRead(
    _ slot: Int, by source: Int, _ root: Int32, nameCount: Int
  ) {
    var top = climb(root, nameCount - 1)
    var steps: [Read.Step] = []
    var isTest = false
    while !isTest, let parent = syntax.selection(from: top, parents) {
      let node = syntax.nodes[Int(parent)]
      var name = ""
      var key: Int32 = -1
      if node.kind == .index {
        let index = syntax.nodes[Int(node.b)]
        if let text = syntax.text(of: index) {
          name = text
        } else if index.kind == .literal {
          break
        } else {
          key = node.b
        }
      } else {
        name = syntax.names[Int(node.b)]
        isTest = node.kind == .has
      }
      let isOptional = node.isFlagged && !isTest
      steps.append(Read.Step(name: name, key: key, isOptional: isOptional, range: node.range))
      top = parent
    }
    let isStatic = steps.allSatisfy { $0.key < 0 }
    let cost = steps.reduce(0) { $0 + 1 + Budget.lookup($1.name) }
    reads.append(
      Read(
        slot: slot, source: source, root: root, nameCount: nameCount, steps: steps,
        path: isStatic ? steps.map(\.name) : nil,
        isTest: isTest,
        hasOptionalStep: steps.contains(where: \.isOptional), cost: cost))
    let position = Int32(truncatingIfNeeded: reads.count - 1)
    if isStatic, !isTest, !reads[reads.count - 1].hasOptionalStep,
      let source = Int32(exactly: source)
    {
      rewrite(top, steps.isEmpty ? .readValue : .readPath, source)
      syntax.nodes[Int(top)].b = position
      syntax.nodes[Int(top)].c = Int32(clamping: cost)
    } else {
      rewrite(top, .read, position)
    }
  }

  private mutating func planCall(_ position: Int32) {
    let node = syntax.nodes[Int(position)]
    let name = syntax.names[Int(node.a)]
    let isMethod = node.kind == .method
    let arity = Int(node.c)
    guard let function = environment.function(name, isMethod: isMethod, arity: arity) else {
      let known = environment.overloads(of: name)
      let shown = isMethod ? "method \(name)" : "function \(name)"
      if known.isEmpty { return fail(position, Fault(.undeclared, "undeclared \(shown)")) }
      let count = arity - (isMethod ? 1 : 0)
      return fail(
        position,
        Fault(.noSuchOverload, "the \(shown) does not take \(count) arguments"))
    }
    var body = function.body
    if let prepare = function.prepare {
      let known = syntax.list(node.b, node.c).map { argument -> Value? in
        let argument = syntax.nodes[Int(argument)]
        return argument.kind == .literal ? syntax.constants[Int(argument.a)] : nil
      }
      body = (try? prepare(known)) ?? body
    }
    functions.append(PlannedFunction(function: function, body: body))
    let kind: Node.Kind =
      switch body {
      case .unary: .unary
      case .binary: .binaryCall
      case .variadic, .fallback: .variadic
      }
    rewrite(position, kind, Int32(truncatingIfNeeded: functions.count - 1))
  }

  private mutating func fail(_ position: Int32, _ fault: Fault) {
    faults.append(fault)
    rewrite(position, .fault, Int32(truncatingIfNeeded: faults.count - 1))
  }

  private mutating func rewrite(_ position: Int32, _ kind: Node.Kind, _ a: Int32) {
    syntax.nodes[Int(position)].kind = kind
    syntax.nodes[Int(position)].a = a
  }
}

/// The dotted prefix under which a formula's names are looked for.
struct Container {
  /// The prefixes with their dot, the longest first, the empty one last.
  private let prefixes: [String]

  /// What no prefix stands before, as in every formula of a file.
  private static let whole = [""]

  init(_ name: String) {
    if name.isEmpty {
      prefixes = Container.whole
      return
    }
    var prefixes: [String] = []
    var rest = Substring(name)
    while !rest.isEmpty {
      prefixes.append(rest + ".")
      rest = rest.lastIndex(of: ".").map { rest[..<$0] } ?? ""
    }
    self.prefixes = prefixes + [""]
  }

  func candidates(for name: String, isAbsolute: Bool) -> [String] {
    isAbsolute || prefixes.count == 1 ? [name] : prefixes.map { $0 + name }
  }
}
