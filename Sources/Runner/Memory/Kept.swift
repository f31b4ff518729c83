import Values

/// Something of a world that holds values for as long as somebody needs it, be that a body under
/// way, a handler of the graph or an element on its way through a flow. The world finds it without
/// knowing who that is, since all of them form a ring.
///
/// Joining and leaving the ring take a few instructions. The ring's head is the world's; it lets go
/// of all when the world ends, so that what outlives the world touches nothing of it.
class Kept {
  private final var before: Unmanaged<Kept>!
  private final var behind: Unmanaged<Kept>!

  /// The head of a ring.
  fileprivate init() {
    before = .passUnretained(self)
    behind = .passUnretained(self)
  }

  /// Joins behind the head.
  init(in ring: Ring) {
    let head = Unmanaged.passUnretained(ring.head)
    let next = head._withUnsafeGuaranteedRef { $0.behind! }
    before = head
    behind = next
    let own = Unmanaged.passUnretained(self)
    head._withUnsafeGuaranteedRef { $0.behind = own }
    next._withUnsafeGuaranteedRef { $0.before = own }
  }

  deinit {
    let (before, behind) = (before!, behind!)
    before._withUnsafeGuaranteedRef { $0.behind = behind }
    behind._withUnsafeGuaranteedRef { $0.before = before }
  }

  /// Counts itself and the values that it holds.
  func count(in held: inout HeldBytes) {}

  /// All that live, the one made last first.
  final class Ring {
    fileprivate let head = Kept()

    func each(_ body: (Kept) -> Void) {
      var next = head.behind!
      while next.toOpaque() != Unmanaged.passUnretained(head).toOpaque() {
        next._withUnsafeGuaranteedRef { body($0) }
        next = next._withUnsafeGuaranteedRef { $0.behind! }
      }
    }

    deinit {
      var next = head.behind!
      while next.toOpaque() != Unmanaged.passUnretained(head).toOpaque() {
        let behind = next._withUnsafeGuaranteedRef { $0.behind! }
        next._withUnsafeGuaranteedRef { $0.before = next }
        next._withUnsafeGuaranteedRef { $0.behind = next }
        next = behind
      }
      head.before = .passUnretained(head)
      head.behind = .passUnretained(head)
    }
  }
}

/// Values that somebody holds, counted for as long as this lives.
final class KeptValues: Kept {
  let values: [Value]

  init(_ values: [Value], in ring: Ring) {
    self.values = values
    super.init(in: ring)
  }

  override func count(in held: inout HeldBytes) {
    held.add(bytes: 64)
    held.add(values)
  }
}

/// The locals that something made later will see, counted for as long as this lives.
final class KeptLocals: Kept {
  let locals: LocalValues

  init(_ locals: LocalValues, in ring: Ring) {
    self.locals = locals
    super.init(in: ring)
  }

  override func count(in held: inout HeldBytes) {
    held.add(bytes: 64)
    locals.count(in: &held)
  }
}

/// An element of a flow, counted wherever the flow holds it.
struct KeptElement<Element> {
  let element: Element
  let keeper: KeptValues
}
