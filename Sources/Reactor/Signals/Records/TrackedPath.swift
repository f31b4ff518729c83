internal import Values

/// A path that was read while tracking, or leads to one. Children are kept in the order in which
/// they came, so that nothing depends on hashing; beyond a few an index finds them.
final class TrackedPath {
  let name: String
  /// What it is a part of, which holds it; nil of the root.
  private unowned let parent: TrackedPath?
  /// How many names lead to it from the root.
  private let depth: Int
  /// The kernel's node for exactly this path.
  var node: UInt32? {
    get { unsafe uncheckedNode }
    set { unsafe uncheckedNode = newValue }
  }
  @exclusivity(unchecked)
  private var uncheckedNode: UInt32?
  /// What stood here when the path was last read, where it has changed since.
  var lastRead: Version?
  private(set) var children: [TrackedPath] {
    get { unsafe uncheckedChildren }
    _modify { yield unsafe &uncheckedChildren }
  }
  @exclusivity(unchecked)
  private var uncheckedChildren: [TrackedPath] = []
  private var index: TextTable<Int> = [:]
  private static let scanned = 8

  /// A version of what stands at a path, for a write that brings it back.
  struct Version {
    let content: Lookup.Seen
    /// The revision from which on it stood.
    let changedAt: UInt64
    /// The run that read it last.
    let stamp: UInt32
    /// The last run that had begun when it was replaced; nil where none was under way, so that the
    /// one that read it last was over.
    let lastRun: UInt32?
  }

  /// A path at which a write has changed something, and what.
  struct Change {
    let place: TrackedPath
    /// What stood there and what stands there; nil where it counts as a change whatever that is.
    let contents: (old: Lookup.Seen, new: Lookup.Seen)?
  }

  init(name: String, in parent: TrackedPath? = nil) {
    self.name = name
    self.parent = parent
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  /// From the root of the record.
  var path: [String] {
    var names: [String] = []
    var place = self
    while let parent = place.parent {
      names.append(place.name)
      place = parent
    }
    return names.reversed()
  }

  var isUsed: Bool { node != nil || !children.isEmpty }

  func child(_ name: String) -> TrackedPath? {
    if children.count > TrackedPath.scanned { return index[name].map { children[$0] } }
    return children.first { Text.same($0.name, name) }
  }

  /// The node of the tree for a path below, if there is one.
  func find(_ path: [String]) -> TrackedPath? {
    var place = self
    for name in path {
      guard let child = place.child(name) else { return nil }
      place = child
    }
    return place
  }

  /// The node of the tree for a path below, made where there is none.
  func descend(_ path: [String]) -> TrackedPath {
    var place = self
    for name in path { place = place.child(name) ?? place.makeChild(name) }
    return place
  }

  private func makeChild(_ name: String) -> TrackedPath {
    let child = TrackedPath(name: name, in: self)
    children.append(child)
    if children.count > TrackedPath.scanned {
      if index.isEmpty {
        for (position, child) in children.enumerated() { index[child.name] = position }
      } else {
        index[name] = children.count - 1
      }
    }
    return child
  }

  func dependency(in kernel: Kernel, _ label: String?, _ path: [String]) -> UInt32 {
    if let node { return node }
    let made = kernel.makeNode(
      .cell, label: label.map { ([$0] + path).joined(separator: ".") })
    node = made
    return made
  }

  /// Notes that a write replaces what stands here. Where it brings back the version that was read
  /// last, the revision from which on that stood.
  @inline(__always)
  func replace(
    in kernel: Kernel, _ old: @autoclosure () -> Lookup.Seen, _ new: @autoclosure () -> Lookup.Seen
  ) -> UInt64? {
    guard let node else { return nil }
    kernel.disturb()
    let (changedAt, stamp) = (kernel.node(node).pointee.changedAt, kernel.node(node).pointee.stamp)
    let lastRun = kernel.state.pointee.lastStamp
    // The version is not copied: mostly it was read before the last run.
    if lastRead?.stamp == stamp, lastRead?.lastRun ?? lastRun == lastRun {
      return takeVersion(new())
    }
    lastRead = Version(
      content: old(), changedAt: changedAt, stamp: stamp,
      lastRun: kernel.isComputing ? lastRun : nil)
    return nil
  }

  /// The revision from which on the version stood that was read last, where a value brings that back.
  @inline(never)
  private func takeVersion(_ new: Lookup.Seen) -> UInt64? {
    guard let version = lastRead, Lookup.Seen.isSame(version.content, new) else { return nil }
    lastRead = nil
    return version.changedAt
  }

  /// Gathers all that lies on the way to a path, the path itself excepted, and returns what is
  /// there.
  func collectAncestors(_ path: [String], _ changed: inout [TrackedPath]) -> TrackedPath? {
    var place = self
    for name in path {
      if place.node != nil { changed.append(place) }
      guard let child = place.child(name) else { return nil }
      place = child
    }
    return place
  }

  /// Whether something that a path leads through was read itself.
  func isRead(above path: [String]) -> Bool {
    var place = self
    for name in path {
      if place.node != nil { return true }
      guard let child = place.child(name) else { return false }
      place = child
    }
    return false
  }

  /// Gathers this path, which has changed, and those below where old and new differ.
  func collect(_ old: Lookup.Seen, _ new: Lookup.Seen, isForced: Bool, _ changes: inout [Change]) {
    if node != nil { changes.append(Change(place: self, contents: (old, new))) }
    for child in children { child.collectBelow(old, new, isForced: isForced, &changes) }
  }

  /// The same, where what it is a part of has changed.
  func collectBelow(
    _ old: Lookup.Seen, _ new: Lookup.Seen, isForced: Bool, _ changes: inout [Change]
  ) {
    let old = old.property(name, depth: depth)
    let new = new.property(name, depth: depth)
    if isForced || !Lookup.Seen.isSame(old, new) {
      collect(old, new, isForced: isForced, &changes)
    }
  }

  /// Tells what the path and those below keep of earlier values.
  func eachVersion(_ body: (Value) -> Void) {
    if let value = lastRead?.content.value { body(value) }
    for child in children { child.eachVersion(body) }
  }

  /// Tells this path and all below, in the order in which they came.
  func each(_ body: (TrackedPath) -> Void) {
    body(self)
    for child in children { child.each(body) }
  }

  /// Gathers this path and all below.
  func collectAll(_ changed: inout [TrackedPath]) {
    if node != nil { changed.append(self) }
    for child in children { child.collectAll(&changed) }
  }
}
