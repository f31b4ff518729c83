/// The parts of a model that can emit, in one row of numbers: computations, then reactors, stores,
/// services and actors. Computations that bodies make with `autorun` have their number too, whether
/// they live or not.
public struct PartTable: Sendable {
  /// The kinds of parts, in the order of the row.
  public enum Section: Int, Sendable, CaseIterable {
    case computation, reactor, store, service, actor

    fileprivate func slot(_ index: Int) -> Slot {
      switch self {
      case .computation: .computation(index)
      case .reactor: .reactor(index)
      case .store: .store(index)
      case .service: .service(index)
      case .actor: .actor(index)
      }
    }
  }

  /// By kind, each by its number among its kind.
  private var names: [[String]] = Section.allCases.map { _ in [] }

  public init() {}

  /// Adds a part; gives its number among its kind.
  public mutating func append(_ name: String, _ kind: Section) -> Int {
    names[kind.rawValue].append(name)
    return names[kind.rawValue].count - 1
  }

  public func count(of kind: Section) -> Int { names[kind.rawValue].count }

  public var count: Int { names.reduce(0) { $0 + $1.count } }

  /// The name of the part of that number in the row.
  public subscript(number: Int) -> String {
    var index = number
    for names in names {
      if index < names.count { return names[index] }
      index -= names.count
    }
    preconditionFailure("\(number) is no part among \(count)")
  }

  /// The number in the row of a part of that number among its kind.
  public func number(_ kind: Section, _ index: Int) -> Int {
    names[..<kind.rawValue].reduce(index) { $0 + $1.count }
  }

  /// The part of that number in the row.
  public func slot(of number: Int) -> Slot {
    var index = number
    for kind in Section.allCases {
      let count = count(of: kind)
      if index < count { return kind.slot(index) }
      index -= count
    }
    preconditionFailure("\(number) is no part among \(count)")
  }

  /// The part's number in the row; nil for what is none that can emit.
  public func number(of slot: Slot) -> Int? {
    switch slot {
    case .computation(let index): index
    case .reactor(let index): number(.reactor, index)
    case .store(let index): number(.store, index)
    case .service(let index): number(.service, index)
    case .actor(let index): number(.actor, index)
    case .local, .cell, .member, .reference, .emitted, .promise, .own, .now, .it,
      .addressed:
      nil
    }
  }
}
