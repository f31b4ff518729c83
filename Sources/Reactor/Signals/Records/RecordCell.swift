public import Values

/// A cell that holds a value of the dynamic kind, reactive to the property: who reads
/// `person.name` depends on that path alone, who reads `person` on everything reactive in it.
///
/// The paths that were read while tracking form a tree, each with a dependency of its own. A write
/// compares old and new at the tracked paths it touches, and invalidates the union of their readers
/// as one change. Must not be used when its graph is gone.
public final class RecordCell {
  /// How changes of the value count.
  public struct Options {
    /// Asked property by property, down to where old and new are no longer both maps; what it cuts
    /// off keeps its old value. A property that comes or goes is a change, and not asked about.
    public var cutoff: Cutoff<Value>
    /// The only top-level properties that are reactive; nil: all.
    public var reactive: Set<String>? {
      get { only.map(Set.init) }
      set { only = newValue.map { TextSet($0) } }
    }
    /// Top-level properties whose changes invalidate nobody, not even readers of the whole.
    public var nonreactive: Set<String> {
      get { Set(never) }
      set { never = TextSet(newValue) }
    }
    /// Top-level properties that cannot be written, and so are never reactive.
    public var readonly: Set<String> {
      get { Set(fixed) }
      set { fixed = TextSet(newValue) }
    }
    // The same, by their code points.
    private var only: TextSet?
    private var never: TextSet
    private var fixed: TextSet

    /// Everything is reactive and compared, unless the arguments say otherwise.
    public init(
      cutoff: Cutoff<Value> = .equal, reactive: Set<String>? = nil,
      nonreactive: Set<String> = [], readonly: Set<String> = []
    ) {
      self.init(
        cutoff: cutoff, only: reactive.map { TextSet($0) }, never: TextSet(nonreactive),
        fixed: TextSet(readonly))
    }

    /// The same, of texts that are told apart by their code points.
    package init(cutoff: Cutoff<Value>, only: TextSet?, never: TextSet, fixed: TextSet) {
      self.cutoff = cutoff
      self.only = only
      self.never = never
      self.fixed = fixed
    }

    /// Whether any value can be written, as it is: nothing is readonly, and no cutoff of its own is asked.
    var takesAnyValue: Bool { cutoff.kind == .equal && !hasReadonly }

    var hasReadonly: Bool { !fixed.isEmpty }

    func isReadonly(_ property: String) -> Bool { fixed.contains(property) }

    func isReactive(_ property: String) -> Bool {
      if never.contains(property) || isReadonly(property) { return false }
      return only?.contains(property) ?? true
    }
  }

  /// The first property: `place` says where it is.
  @exclusivity(unchecked)
  private var uncheckedRoot: Value
  let kernel: Kernel
  let options: Options
  let label: String?
  var root: Value {
    get { unsafe uncheckedRoot }
    _modify { yield unsafe &uncheckedRoot }
  }
  /// Where `root` stands, for as long as the cell lives.
  var place: Address<Value> { Payload.place(in: self) }
  let tracked: TrackedPath
  /// Which of its paths are observed; nil where nobody wants to know.
  var observation: ObservedPaths?

  init(_ value: Value, kernel: Kernel, label: String?, options: Options) {
    self.kernel = kernel
    self.options = options
    self.label = label
    unsafe uncheckedRoot = value
    tracked = TrackedPath(name: "")
  }

  /// What stands at a path. The body under way depends on exactly that path, also where there is
  /// nothing (yet). Linear in the length of the path.
  public func read(_ path: [String] = []) -> Lookup {
    if kernel.state.pointee.observer != 0, path.first.map(options.isReactive) ?? true {
      let place = tracked.descend(path)
      let isNew = place.node == nil
      let node = place.dependency(in: kernel, label, path)
      if isNew, let observation { observation.follow(node) }
      kernel.track(node)
    }
    return peek(path)
  }

  /// The whole of it; the body under way depends on all of it.
  public var value: Value {
    if kernel.state.pointee.observer != 0 { _ = read() }
    return root
  }

  /// The whole of it, without depending on it.
  package var held: Value {
    @inline(__always)
    get { root }
  }

  /// The whole of it, where that is a scalar; the body under way depends on it, whatever it is.
  package var scalar: ScalarValue? {
    if kernel.state.pointee.observer != 0 {
      if let node = tracked.node { kernel.track(node) } else { _ = read() }
    }
    return ScalarValue(root)
  }

  /// What stands at a path, without depending on it.
  public func peek(_ path: [String] = []) -> Lookup {
    path.isEmpty ? .found(root) : Lookup(path[...], in: root)
  }

  /// Tells every value that the cell holds: the present one, and of paths that were read what stood
  /// there then.
  public func eachValue(_ body: (Value) -> Void) {
    body(root)
    tracked.eachVersion(body)
  }

  /// Whether anyone will be told of a change at exactly this path.
  public func hasDependents(_ path: [String] = []) -> Bool {
    guard let node = tracked.find(path)?.node else { return false }
    return kernel.hasDependents(node)
  }

  /// Writes one path; see `write(_:)`.
  public func write(_ path: [String], _ value: Value) throws(RecordFault) {
    try write(path, value, written: {})
  }

  /// The same for somebody who looks at what the write itself has made of the record, before those hear of it who may
  /// write again.
  package func write(
    _ path: [String], _ value: Value, pulsing: [String] = [], written: () -> Void
  ) throws(RecordFault) {
    if path.isEmpty, pulsing.isEmpty, options.takesAnyValue {
      return replace(by: value, written: written)
    }
    try write([(path, value)], pulsing: pulsing, written: written)
  }

  /// Writes the whole of a record that takes any value, and says whether that is another one.
  package func replaceWhole(by value: Value) -> Bool {
    assert(options.takesAnyValue, "a cell with a cutoff of its own, or with what is readonly")
    if let scalar = ScalarValue(value), let isChanged = replaceScalar(by: scalar) {
      return isChanged
    }
    let old = root
    replace(by: value)
    return !old.isIdentical(to: value)
  }

  /// The same of a scalar, which mostly replaces another one: then nothing is copied or counted.
  package func replaceWhole(by scalar: ScalarValue) -> Bool {
    replaceScalar(by: scalar) ?? replaceWhole(by: Value(scalar))
  }

  /// The same where a scalar replaces a scalar of which no property was read; nil elsewhere, and nothing has happened.
  @inline(__always)
  private func replaceScalar(by scalar: ScalarValue, written: () -> Void = {}) -> Bool? {
    guard let before = ScalarValue(root), tracked.children.isEmpty else { return nil }
    if before.isIdentical(to: scalar) {
      written()
      return false
    }
    Payload.putScalar(scalar, at: place)
    written()
    if let node = tracked.node {
      kernel.changed(
        node,
        returning: tracked.replace(in: kernel, .found(Value(before)), .found(Value(scalar))))
    }
    return true
  }

  /// Writes the whole of a record of which nothing is kept as it was: without a list of what is written.
  private func replace(by value: Value, written: () -> Void = {}) {
    if let scalar = ScalarValue(value), replaceScalar(by: scalar, written: written) != nil {
      return
    }
    if value.isComposed, let settled = value.settled(over: root) {
      return replace(bySettled: settled, written: written)
    }
    replace(bySettled: value, written: written)
  }

  @inline(__always)
  private func replace(bySettled value: Value, written: () -> Void) {
    let old = root
    root = value
    written()
    guard tracked.isUsed else { return }
    if tracked.children.isEmpty {
      let isChanged = old.differs(from: value) { name in options.isReactive(name) }
      if isChanged { invalidate(.init(place: tracked, contents: (.found(old), .found(value)))) }
      return
    }
    var changes: [TrackedPath.Change] = []
    collectWhole(old, isForced: false, &changes)
    invalidate(changes)
  }

  /// Writes several paths, in order, as one change. The last property of a path is made where it is
  /// not there; the others must be. Nothing is written where one of them fails.
  ///
  /// The top-level properties in `pulsing` count as changed, as by `changed`, whether or not they
  /// differ: also they belong to the one change.
  ///
  /// Costs the lengths of the paths and the tracked paths below them, where nobody else holds the
  /// record and nobody reads what lies above the paths; otherwise it is also linear in the sizes of
  /// the maps on the paths.
  public func write(
    _ assignments: [(path: [String], value: Value)], pulsing: [String] = []
  ) throws(RecordFault) {
    try write(assignments, pulsing: pulsing, written: {})
  }

  private func write(
    _ assignments: [(path: [String], value: Value)], pulsing: [String], written: () -> Void
  ) throws(RecordFault) {
    if canWriteInPlace(assignments) {
      try writeInPlace(assignments, pulsing: pulsing, written: written)
      return
    }
    var change = RecordChange(root, options)
    for assignment in assignments { try change.assign(assignment.value, to: assignment.path) }
    root = change.root
    written()
    invalidate(change, pulsing: pulsing)
  }

  /// Whether any value can be written to a property, or with nil to the whole: nothing is readonly, no
  /// cutoff of its own is asked, and for a property it is a record.
  public func isPlainlyWritable(at property: String?) -> Bool {
    guard options.takesAnyValue else { return false }
    if property == nil { return true }
    if case .map = root { return true }
    return false
  }

  /// What `write(_:)` would throw, with the number of the first assignment that is at fault; nil where
  /// all can be written. Nothing is written, and custom cutoffs are asked.
  public func fault(
    in assignments: [(path: [String], value: Value)]
  ) -> (assignment: Int, fault: RecordFault)? {
    var change = RecordChange(root, options)
    // What none of the others changes is looked at where it is, and copied only to be changed.
    let isAlone = options.cutoff.kind == .equal && areApart(assignments)
    for (number, assignment) in assignments.enumerated() {
      do throws(RecordFault) {
        if isAlone {
          try change.check(assignment.value, at: assignment.path)
        } else {
          try change.assign(assignment.value, to: assignment.path)
        }
      } catch {
        return (number, error)
      }
    }
    return nil
  }

  /// Invalidates who reads the path, what it is part of, or a part of it, as if it had changed.
  public func changed(_ path: [String] = []) {
    var changed: [TrackedPath] = []
    collect(path, &changed)
    for place in changed { place.lastRead = nil }
    kernel.changed(changed.compactMap(\.node))
  }

  /// Where cutoffs are asked down the properties, where one path leads to another, and where what
  /// lies above is read, the old record is needed beside the new one.
  private func canWriteInPlace(_ assignments: [(path: [String], value: Value)]) -> Bool {
    options.cutoff.kind == .equal && areApart(assignments)
      && assignments.allSatisfy { !$0.path.isEmpty && !tracked.isRead(above: $0.path) }
  }

  /// Whether no path leads to another. More than a few are not compared.
  private func areApart(_ assignments: [(path: [String], value: Value)]) -> Bool {
    if assignments.count > 16 { return false }
    for (index, assignment) in assignments.enumerated() {
      let path = assignment.path
      for other in assignments[..<index] where other.path.starts(with: path) { return false }
      for other in assignments[..<index] where path.starts(with: other.path) { return false }
    }
    return true
  }

  private func writeInPlace(
    _ assignments: [(path: [String], value: Value)], pulsing: [String], written: () -> Void
  ) throws(RecordFault) {
    for (path, _) in assignments where options.isReadonly(path[0]) {
      throw .readonly(property: path[0])
    }
    let assignments = settled(assignments)
    let old = try root.putting(assignments)
    written()
    guard tracked.isUsed else { return }
    var changes = pulses(pulsing)
    for (index, (path, value)) in assignments.enumerated() where options.isReactive(path[0]) {
      if Value.isSame(old[index], value) { continue }
      let before = old[index].map(Lookup.Seen.found)
      tracked.find(path)?.collect(
        before ?? .missing(inRecordAt: path), .found(value), isForced: false, &changes)
    }
    invalidate(changes)
  }

  /// What is identical in what is replaced stays as it was.
  private func settled(
    _ assignments: [(path: [String], value: Value)]
  ) -> [(path: [String], value: Value)] {
    guard assignments.contains(where: \.value.isComposed) else { return assignments }
    return assignments.map { path, value in
      (path, peek(path).value.flatMap(value.settled) ?? value)
    }
  }

  private func invalidate(_ change: RecordChange, pulsing: [String]) {
    guard tracked.isUsed else { return }
    var changes = pulses(pulsing)
    for path in change.forced {
      collect(path, change, isForced: true, &changes)
    }
    for path in change.written {
      collect(path, change, isForced: false, &changes)
    }
    invalidate(changes)
  }

  private func invalidate(_ changes: [TrackedPath.Change]) {
    if changes.count == 1 { return invalidate(changes[0]) }
    var seen: Set<UInt32> = []
    var nodes: [UInt32] = []
    var back: [(node: UInt32, revision: UInt64)] = []
    for change in changes {
      guard let node = change.place.node, seen.insert(node).inserted else { continue }
      nodes.append(node)
      if let revision = returned(by: change) { back.append((node, revision)) }
    }
    if !nodes.isEmpty { kernel.changed(nodes, returning: back) }
  }

  /// The same for a single path.
  private func invalidate(_ change: TrackedPath.Change) {
    guard let node = change.place.node else { return }
    kernel.changed(node, returning: returned(by: change))
  }

  /// The revision from which on the version stood that a change has brought back, if it has one.
  private func returned(by change: TrackedPath.Change) -> UInt64? {
    guard options.cutoff.kind != .never, let contents = change.contents else {
      change.place.lastRead = nil
      return nil
    }
    return change.place.replace(in: kernel, contents.old, contents.new)
  }

  /// What counts as changed whether or not it differs.
  private func pulses(_ properties: [String]) -> [TrackedPath.Change] {
    if properties.isEmpty { return [] }
    var places: [TrackedPath] = []
    for property in properties { collect([property], &places) }
    return places.map { TrackedPath.Change(place: $0, contents: nil) }
  }

  /// Gathers the tracked paths above, at and below `path`.
  private func collect(_ path: [String], _ changed: inout [TrackedPath]) {
    if let node = tracked.collectAncestors(path, &changed) { node.collectAll(&changed) }
  }

  /// Gathers the tracked paths that a write at `path` has changed: those above, and at and below it
  /// those where old and new differ.
  private func collect(
    _ path: [String], _ change: RecordChange, isForced: Bool,
    _ changes: inout [TrackedPath.Change]
  ) {
    guard let property = path.first else {
      collectWhole(change.old, isForced: isForced, &changes)
      return
    }
    guard options.isReactive(property) else { return }
    let old = Lookup.Seen(path, in: change.old)
    let new = Lookup.Seen(path, in: root)
    if !isForced, Lookup.Seen.isSame(old, new) { return }
    var above: [TrackedPath] = []
    let node = tracked.collectAncestors(path, &above)
    for place in above {
      let path = place.path
      changes.append(
        TrackedPath.Change(
          place: place, contents: (.init(path, in: change.old), .init(path, in: root))))
    }
    node?.collect(old, new, isForced: isForced, &changes)
  }

  private func collectWhole(
    _ old: Value, isForced: Bool, _ changes: inout [TrackedPath.Change]
  ) {
    let isChanged = isForced || old.differs(from: root) { name in options.isReactive(name) }
    guard isChanged else { return }
    if tracked.node != nil {
      changes.append(TrackedPath.Change(place: tracked, contents: (.found(old), .found(root))))
    }
    for child in tracked.children where options.isReactive(child.name) {
      child.collectBelow(.found(old), .found(root), isForced: isForced, &changes)
    }
  }
}

extension Graph {
  /// A cell that is reactive to the property.
  public func record(
    _ value: Value, label: String? = nil, options: RecordCell.Options = .init()
  ) -> RecordCell {
    RecordCell(value, kernel: kernel, label: label, options: options)
  }
}

extension Value {
  /// Puts values at paths in place; see `put`.
  fileprivate mutating func putting(
    _ assignments: [(path: [String], value: Value)]
  ) throws(RecordFault) -> [Value?] {
    do {
      return try put(assignments)
    } catch {
      throw RecordFault(error)
    }
  }
}
