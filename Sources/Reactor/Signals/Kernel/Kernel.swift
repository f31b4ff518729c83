/// The reactive graph: nodes and links in growable arenas, found by index, without reference
/// counting, recursion or a call on the way of a read.
///
/// Two designs were weighed.
/// * Push-pull marking, as in alien-signals: a write marks all that lies downstream as perhaps
///   stale, and reads walk up again to ask. Each node is touched about three times, also behind a
///   cutoff, and the walks chase links in memory.
/// * Settling by rank, as in Incremental: every live derived node ranks above what it depends on. A
///   write marks only direct dependents; the flush takes the lowest rank, runs it, and marks its
///   dependents only if its value changed. Each node runs at most once, and nothing behind a
///   cutoff is touched.
///
/// This is the second one, with additions. A derived node is loose, kept or live.
/// * Live: a computation depends on it, directly or through others. It stands among the dependents of
///   what it read, and is settled by rank. A dirty one whose every reader will run anyway is left to
///   them, so that a branch no longer taken is not evaluated: it is suspect, and so is what is between. A read
///   in the middle of things verifies what ranks at or above the lowest dirty rank.
/// * Kept: it is read from outside again and again (`Kernel+Keeping.swift`). It stands among the kept
///   readers of what it read, and is marked as in the first design: there is nothing else to tell a
///   read that it holds.
/// * Loose: nobody has shown interest. It stands in no list; a read verifies it by revisions, in
///   the order in which it read.
///
/// What always holds, and `checkInvariants` checks:
/// * A link from a computation or a live node stands among its dependency's dependents, one from a kept
///   node among its kept readers, one from a loose node in neither. A node is live exactly where it
///   has dependents.
/// * A live node depends on live nodes and cells; a kept node on live and kept ones and cells.
/// * A linked node ranks above all derived nodes that it read.
/// * `settled` is at most the lowest rank that waits. Below it a live node is up to date, or dirty or
///   suspect, and then every reader will run again or is dirty or suspect itself.
/// * What a kept node read is up to date where the node is below `settled` and not marked.
/// * A dirty node is live, and queued or suspect.
/// * Who depends on a suspect node will run again, is dirty or suspect, or has failed before it came to it; its kept
///   readers are suspect, but those that run and have not read it yet. A node that reads itself is an exception.
///
/// Five verbs do all of it, each in a file of its own: `tell` those who depend on what has changed
/// (`Kernel+Telling.swift`), `settle` what waits (`Kernel+Settling.swift`, and `Kernel+Leaving.swift` of what need not
/// be), `rerun` what is invalid (`Kernel+Rerunning.swift`), both again and again in a `flush`
/// (`Kernel+Flushing.swift`), and `read` in the middle of things (`Kernel+Reading.swift`). What a body reads is
/// tracked (`Kernel+Tracking.swift`), unless it was named (`Kernel+Mapping.swift`).
///
/// The common cases take shorter ways, of each of which it says here what it saves, in instructions of the shape named,
/// and which tests go it. Each does what the general way would: who wants to know what happens need not read them.
///
/// Within the verbs:
/// * `tellsOnly` marks or queues the only dependent of what is written, where nothing is under way, without a call: a
///   third of `update-1to1`. `tellSettled` does so with any number of them where a settling has found a change: a tenth
///   of `cellx-5000-first`. `WalkTests`, all of them.
/// * `rerun` of a computation without handlers knows its flags: a fifth of `update-1to1000`. `WalkTests`, those
///   where computations only read.
/// * `settleWaiting` evaluates an Int that tracks without asking what it is: a tenth of `cellx-5000-first` and an eighth of
///   `propagate-1x1`. `WalkTests`, all of them.
/// * `readInt` evaluates a suspect Int in place: a tenth of `triangle`. `WalkTests`.
/// * `evaluateReadable` evaluates a node that has named its inputs, where all of these can be read as they stand, without
///   reading them one by one. `WalkTests` where dependencies are named.
/// * `isLeftToReaders` goes by the first reader of each, or the last one, before it searches them all: a seventh of
///   `dynamic-watched`. `highestLeft` ends the search for a need of a dirty node where nothing above is marked: two
///   thirds of a hundred layers of formulas that read two each, and seven eighths of that search. `WalkTests`, all of
///   them.
/// * `rerunTaking` calls computations that have named an Int with its value: two thirds of `map-update-1to1000`.
///   `ObserveTests`, and `WalkTests` where dependencies are named.
///
/// Where formulas say what a body would give (`Kernel+Formulas.swift`):
/// * `workOut` has a derived node whose formula reads nothing but cells get its value without a call of its rule: four
///   fifths of a chain of sums, three fifths of one of doubles, and a third where its host evaluates the formula.
///   `GraphFormulaTests`, and `MeteringTests` of what that costs, and of what it reads.
/// * `rerunEmitting` has computations that only emit what such a formula gives put it into a row, without a call of their
///   bodies: three fifths of what one of them takes, and more of several operations. `GraphFormulaTests`, and
///   `MeteringTests` of what it costs.
/// * `settleLeft` works out what is left to a node with such a formula, in the order of its reads, and theirs: two
///   thirds of a chain of sums that all read one cell. `GraphFormulaTests`.
///
/// Where a flush does what one before it did, in a room of its own, `Traces/`: what it evaluates is written down
/// (`Kernel+Recording.swift`) and gone through again. Nothing but time is lost where nothing is written down, as
/// `ReplayDifferenceTests` and `ReplayWalkTests` hold:
/// * `replay` goes through what a flush evaluated that began so (`Kernel+Replaying.swift`): four fifths of
///   `map-cellx-1000`, and four ninths of `cellx-1000`. `ReplayTests`, `ReplayWalkTests`, and `WalkTests` where the
///   same happens again.
/// * `isLeftAgain` has the replay leave to its readers what was left to them, and what is between, without a search: a
///   seventh of `triangle`. `ReplayTests`, `ReplayWalkTests`.
/// * `replayChain` is the same of nodes of which each takes what the one before it gives: half of `map-deep`. The same
///   tests.
/// * `disturb`: the bodies that these two call, and `rerunTaking`, run without being marked, and whatever else one does
///   than to give a value marks it first: a third of `map-deep`. `ReplayWalkTests`, where bodies do all they may.
/// * `sweep` goes through a record of nothing but formulas that give Ints, and emits what is told of behind it, without
///   asking of each what is the same each time; `tellSwept` has all of it wait again without telling each
///   (`Kernel+Sweeping.swift`): two fifths of `run-broad`, and a third of `run-cellx-10`. `GraphFormulaTests`.
/// * `rerunTold` calls, as `rerunTaking` does, those that a replay has told, which are neither marked nor queued before:
///   a sixth of `map-cellx-1000`. `ReplayTests`, and `ReplayWalkTests`, where bodies do all they may.
///
/// A `Kernel` is an address; copies mean the same graph. `Graph` owns what stands there.
@frozen
@usableFromInline
struct Kernel {
  @usableFromInline let state: Address<KernelState>

  init(_ state: Address<KernelState>) { self.state = state }

  @inlinable
  @inline(__always)
  func node(_ id: UInt32) -> Address<Node> { state.pointee.nodes.address(Int(id)) }

  @inlinable
  @inline(__always)
  func link(_ index: UInt32) -> Address<Link> { state.pointee.links.address(Int(index)) }

  /// A new node without rule or value.
  @usableFromInline
  func makeNode(_ flags: NodeFlags, label: String?) -> UInt32 {
    let id = addNode(flags)
    if let label { side(of: id) { $0.label = label } }
    return id
  }

  /// A new derived node, above all that there are.
  @usableFromInline
  func makeDerived(_ flags: NodeFlags, label: String?) -> UInt32 {
    let id = addNode(flags.union([.derived, .unset]))
    rankHighest(id)
    if let label { side(of: id) { $0.label = label } }
    return id
  }

  @inline(__always)
  private func addNode(_ flags: NodeFlags) -> UInt32 {
    disturb()
    if _slowPath(state.pointee.nodes.isFull) { noteFullNodes() }
    let id = state.pointee.nodeCount
    state.pointee.nodes.append(Node(flags))
    return id
  }

  /// The nodes are about to move. A graph that is closed has no room for any, so that none can be made.
  @inline(never)
  private func noteFullNodes() {
    require(!state.pointee.isClosed, "the graph has been closed")
    require(state.pointee.nodeCount < .max >> 1, "a graph holds at most 2^31 nodes")
    state.pointee.topology &+= 1
  }

  /// A new link, or one used before.
  @inline(__always)
  func makeLink() -> UInt32 {
    let free = state.pointee.freeLink
    if free != 0 {
      state.pointee.freeLink = link(free).pointee.nextDependency
      return free
    }
    let index = state.pointee.linkCount
    require(index < 1 << 31, "a graph holds at most 2^31 links")
    state.pointee.links.append(Link())
    return index
  }

  @inline(__always)
  func freeLink(_ index: UInt32) {
    link(index).pointee.dependency = 0
    link(index).pointee.nextDependency = state.pointee.freeLink
    state.pointee.freeLink = index
  }

  /// Changes what the table holds for a node, making an entry where there is none.
  func side<Result>(of id: UInt32, _ change: (inout Side) -> Result) -> Result {
    var place = node(id).pointee.side
    if place == 0 {
      if let free = state.pointee.freeSides.popLast() {
        place = free
      } else {
        place = UInt32(state.pointee.sides.count)
        state.pointee.sides.append(Side())
      }
      node(id).pointee.side = place
    }
    return change(&state.pointee.sides[Int(place)])
  }

  /// The same of a computation's handlers and children, which its flags tell of.
  func handlers<Result>(of id: UInt32, _ change: (inout Side) -> Result) -> Result {
    side(of: id) { side in
      let result = change(&side)
      if side.onInvalidate.isEmpty, side.onStop.isEmpty {
        node(id).pointee.flags.remove(.handled)
      } else {
        // A record tells one that takes what it has found without asking it.
        state.pointee.topology &+= node(id).pointee.flags.has(.mapped) ? 1 : 0
        node(id).pointee.flags.insert(.handled)
      }
      return result
    }
  }

  /// What the table holds for a node, if anything.
  func side(of id: UInt32) -> Side? {
    let place = node(id).pointee.side
    return place == 0 ? nil : state.pointee.sides[Int(place)]
  }

  func dropSide(of id: UInt32) {
    let place = node(id).pointee.side
    guard place != 0 else { return }
    node(id).pointee.side = 0
    // What it held may run code when it goes: only after the table is whole again.
    let held = state.pointee.sides[Int(place)]
    state.pointee.sides[Int(place)] = Side()
    state.pointee.freeSides.append(place)
    withExtendedLifetime(held) {}
  }

  /// The label of a node, or what stands for it in reports.
  func label(_ id: UInt32) -> String {
    if let label = side(of: id)?.label { return label }
    let flags = node(id).pointee.flags
    if flags.has(.derived) { return "derived \(id)" }
    return flags.has(.computation) ? "computation \(node(id).pointee.payload)" : "cell \(id)"
  }
}
