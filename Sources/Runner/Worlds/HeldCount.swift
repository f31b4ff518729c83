import Reactor
import Scenarios
import Values

/// What a world holds, and where most of it is.
struct HeldCount {
  /// Parts of one sort.
  private struct Group {
    var name: String
    var bytes = 0
    var largest: (part: String, bytes: Int) = ("", -1)
  }

  private(set) var held: HeldBytes
  private var groups: [Group] = []

  init(upTo limit: Int) { held = HeldBytes(upTo: limit) }

  /// Where most of it is: `the cells, most of that in items`.
  var most: String {
    guard let group = groups.max(by: { $0.bytes < $1.bytes }) else { return "nothing" }
    let part = group.largest.part
    return part.isEmpty ? group.name : "\(group.name), most of that in \(part)"
  }

  /// Parts of another sort follow.
  mutating func begin(_ name: String) { groups.append(Group(name: name)) }

  mutating func part(
    _ name: @autoclosure () -> String = "", _ count: (inout HeldBytes) -> Void
  ) {
    let before = held.total
    count(&held)
    let bytes = held.total - before
    let last = groups.count - 1
    groups[last].bytes += bytes
    if bytes > groups[last].largest.bytes { groups[last].largest = (name(), bytes) }
  }
}

extension RunError {
  func count(in held: inout HeldBytes) {
    held.add(bytes: 300)
    held.add(text)
    held.add(value)
  }
}
