import Reactor
import Scenarios
import Values

/// Writes a world down line by line. Bodies, answers and timers that references are made to are
/// numbered, and actors named, in the order in which they are first come to; each of the former is
/// written once, behind all else.
final class StateWriter {
  let runtime: Runtime
  let world: World
  let facts: StateFacts
  private(set) var lines: [WorldDescription.Line] = []
  /// The ready turns, by whom they are for. Who writes one thing alone mostly asks for none of them.
  private(set) lazy var ready = ReadyTurns(of: runtime)
  /// The computations by the numbers of their nodes.
  var computations: [UInt32: (computation: Computation, name: String)] = [:]
  /// By the numbers of nodes, the actors whose states they are paths of; nil until it is needed.
  var actorsOfNodes: [UInt32: ActorRun]?

  private var bodies = Numbered<Body>("body")
  private var answers = Numbered<Promise>("answer")
  private var timers = Numbered<Timer>("clock")
  private var actors: [Int: String] = [:]
  private var namedActors: [ActorRun] = []
  private var actorCounts: [Int: Int] = [:]
  /// The kinds of actors of which it counts how many there have been.
  private var countedKinds: Set<Int> = []
  /// Whether it makes no difference of a message whether it has arrived: what waits for an actor is told
  /// as one list. So it is where the order is left out in which turns became ready, which decides that.
  var joinsMail = false
  /// Where one part is written by itself, what is noted of it.
  var apart: Apart?
  /// How deep in trying it is: what is written then is looked at once, and names nothing.
  private var trying = 0

  init(_ runtime: Runtime) {
    self.runtime = runtime
    world = runtime.world
    facts = world.tables.stateFacts
    countedKinds = facts.writtenKinds
  }

  func add(_ path: String, _ content: String) {
    lines.append(WorldDescription.Line(path: path, content: content))
  }

  func writeWorld(_ script: ScriptRun?, adding more: (StateWriter) -> Void = { _ in }) {
    if facts.readsNow { add("now", text(.timestamp(world.now))) }
    nameComputations()
    writeCells()
    writeEmissions()
    for cell in runtime.observedCells.all { write(cell) }
    for reactor in runtime.reactors.all { write(reactor) }
    for store in runtime.stores.all { write(store) }
    for service in runtime.services.all { write(service) }
    for kind in runtime.actors.kinds { write(kind) }
    writeDeadLetters()
    writeGraph()
    if let script { write(script) } else { writePromises() }
    writeCalls()
    writeFaults()
    // What has an order gives bodies and answers their numbers, before what has none.
    writeNamed()
    writeTurns()
    more(self)
    writeWhatWasNamed()
  }

  // MARK: What has no order

  /// Writes elements whose order says nothing in an order that depends on what they are alone: each is
  /// first written as if nobody had named what it names first.
  func addUnordered<Element>(
    _ path: String, _ elements: [Element], _ content: (Element) -> String
  ) {
    for (number, text) in unordered(elements, content).enumerated() {
      add("\(path) \(number)", text)
    }
  }

  func unordered<Element>(_ elements: [Element], _ content: (Element) -> String) -> [String] {
    let tried = elements.enumerated().map { place, element in
      (place: place, key: attempt { content(element) })
    }
    let order = tried.sorted { left, right in
      let order = Text.compare(left.key, right.key)
      return order != 0 ? order < 0 : left.place < right.place
    }
    return order.map { content(elements[$0.place]) }
  }

  private func attempt(_ content: () -> String) -> String {
    trying += 1
    defer { trying -= 1 }
    return content()
  }

  // MARK: Names

  func name(of body: Body) -> String {
    owner(of: body) ?? name(of: body, \.bodies) { shown(body) }
  }

  /// Of one that is settled nothing but the answer counts: which it is makes no difference any more.
  func name(of answer: Promise) -> String {
    if let settled = settledWords(of: answer) { return "the answer that \(settled)" }
    return owner(of: answer) ?? name(of: answer, \.answers) { shown(answer) }
  }

  func name(of timer: Timer) -> String { name(of: timer, \.timers) { [("", shown(timer))] } }

  /// What is told of elsewhere is named by its number; while trying, by what would be told there.
  private func name<Thing>(
    of thing: Thing, _ known: ReferenceWritableKeyPath<StateWriter, Numbered<Thing>>,
    shown: () -> [(path: String, content: String)]
  ) -> String {
    let word = self[keyPath: known].word
    if let number = self[keyPath: known].number(of: thing) { return "\(word) \(number)" }
    if trying == 0 { return "\(word) \(self[keyPath: known].add(thing))" }
    if trying > 3 { return word }
    let inside = attempt { shown().map { "\($0): \($1)" }.joined(separator: "; ") }
    return "\(word) {\(inside)}"
  }

  /// An actor's own name, or what stands for it.
  func name(of run: ActorRun) -> String {
    guard run.isNumbered else {
      return runtime.actors.references[run.name] === run ? run.name : "\(run.name) (ended before)"
    }
    if apart != nil { return "\(run.kind.name) \(run.place ?? -1)" }
    if let name = actors[run.number] { return name }
    if facts.writtenKinds.contains(run.kind.index) {
      if trying == 0 { keep(run.name, for: run) }
      return run.name
    }
    if trying > 0 { return "\(run.kind.name)#?" }
    let count = actorCounts[run.kind.index, default: 0]
    actorCounts[run.kind.index] = count + 1
    let name = "\(run.kind.name)#\(StateWriter.letters(count))"
    keep(name, for: run)
    return name
  }

  private func keep(_ name: String, for run: ActorRun) {
    actors[run.number] = name
    namedActors.append(run)
  }

  func name(of actor: ActorID) -> String { name(of: runtime.actors.run(actor)) }

  /// `a` to `z`, then `aa` and so on.
  static func letters(_ number: Int) -> String {
    var text = ""
    var rest = number
    repeat {
      text = String(Unicode.Scalar(UInt8(97 + rest % 26))) + text
      rest = rest / 26 - 1
    } while rest >= 0
    return text
  }

  /// The actor that a text refers to where numbers do not tell: nil for all other texts.
  func numberedActor(_ text: String) -> ActorRun? {
    guard text.utf8.contains(35) else { return nil }
    if let run = runtime.actors.references[text] { return run.isNumbered ? run : nil }
    for kind in runtime.actors.kinds where text.hasPrefix("\(kind.name)#") {
      countedKinds.insert(kind.index)
    }
    return nil
  }

  // MARK: What has been named

  func hasNamed(_ body: Body) -> Bool { bodies.number(of: body) != nil }

  func writeWhatWasNamed() {
    writeNamed()
    writeActors()
  }

  /// Bodies, answers and timers lead to each other.
  private func writeNamed() {
    var isMore = true
    while isMore {
      if let (name, body) = bodies.next() {
        for (path, content) in shown(body) { add(name + path, content) }
      } else if let (name, answer) = answers.next() {
        for (path, content) in shown(answer) { add(name + path, content) }
      } else if let (name, timer) = timers.next() {
        add(name, shown(timer))
      } else {
        isMore = false
      }
    }
  }

  /// Whether a text has told of a worker, or a spawned actor, that is not there, so that numbers tell.
  var countsWorkers: Bool { !countedKinds.isEmpty }

  private func writeActors() {
    for run in namedActors where !runtime.actors.core.isAlive(run.id) {
      add("actor \(name(of: run))", "ended")
    }
    for kind in runtime.actors.kinds where countedKinds.contains(kind.index) {
      add("actor \(kind.name) made", String(kind.count))
    }
  }
}

extension ActorRun {
  /// Whether its name is a number that was handed out.
  var isNumbered: Bool { isSpawned || kind.pool != nil }
}

/// Things of one sort, numbered in the order in which they are first come to.
private struct Numbered<Thing: AnyObject> {
  let word: String
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var all: [Thing] = []
  /// How many of them have been told of.
  private var told = 0

  init(_ word: String) { self.word = word }

  func number(of thing: Thing) -> Int? { numbers[ObjectIdentifier(thing)] }

  mutating func add(_ thing: Thing) -> Int {
    all.append(thing)
    numbers[ObjectIdentifier(thing)] = all.count
    return all.count
  }

  /// The next one to be told of, by its name.
  mutating func next() -> (name: String, thing: Thing)? {
    guard told < all.count else { return nil }
    told += 1
    return ("\(word) \(told)", all[told - 1])
  }
}
