/// What a name stands for. Its number is what a program reads it by.
@frozen public enum Slot: Hashable, Sendable {
  case local(Int)
  case cell(Int)
  /// What the computation emitted last; only expectations and properties see these.
  case computation(Int)
  case reactor(Int)
  case store(Int)
  /// The state of a service; only expectations and properties see these.
  case service(Int)
  /// The state of the actors of that name; only expectations and properties see these.
  case actor(Int)
  /// One actor among all that the world has made.
  case member(Int)
  /// The reference to an actor that a script bound.
  case reference(Int)
  /// What the part emitted last, where its own name says something else or nothing.
  case emitted(Int)
  /// A promise that a script bound; the local holds its number.
  case promise(Int)
  /// The state of the part whose body is at work.
  case own
  /// The virtual time.
  case now
  /// The value that a condition in an expectation is about.
  case it
  /// The state of an actor that a path says in its own way which it is; no formula reads it.
  case addressed

  @inlinable static var width: Int { 4 }

  @inlinable public var number: Int {
    switch self {
    case .local(let index): Slot.packed(index, 0)
    case .cell(let index): Slot.packed(index, 1)
    case .computation(let index): Slot.packed(index, 2)
    case .reactor(let index): Slot.packed(index, 3)
    case .store(let index): Slot.packed(index, 4)
    case .service(let index): Slot.packed(index, 5)
    case .emitted(let index): Slot.packed(index, 6)
    case .promise(let index): Slot.packed(index, 7)
    case .own: 8
    case .now: 9
    case .it: 13
    case .addressed: 14
    case .actor(let index): Slot.packed(index, 10)
    case .member(let index): Slot.packed(index, 11)
    case .reference(let index): Slot.packed(index, 12)
    }
  }

  /// The number of the local that holds what it stands for; nil where none does.
  public var localNumber: Int? {
    switch self {
    case .local(let index), .reference(let index), .promise(let index): index
    case .cell, .computation, .reactor, .store, .service, .actor, .member, .emitted, .own, .now,
      .it, .addressed:
      nil
    }
  }

  /// The number by which a formula reads it without depending on it. It names no slot of its own.
  public static func untracked(_ number: Int) -> Int { packed(number, 15) }

  /// The number of the slot that is to be read without being depended on; nil for any other.
  @inlinable public static func tracked(_ number: Int) -> Int? {
    number & (1 << width - 1) == 15 ? number >> width : nil
  }

  /// The index of the local that a number stands for; nil for any other slot's.
  @inlinable
  @inline(__always)
  package static func local(_ number: Int) -> Int? {
    number & (1 << width - 1) == 0 ? number >> width : nil
  }

  /// The same of a cell.
  @inlinable
  @inline(__always)
  package static func cell(_ number: Int) -> Int? {
    number & (1 << width - 1) == 1 ? number >> width : nil
  }

  @inlinable
  static func packed(_ index: Int, _ kind: Int) -> Int { index << width | kind }

  @inlinable public init(number: Int) {
    let index = number >> Slot.width
    switch number & (1 << Slot.width - 1) {
    case 0: self = .local(index)
    case 1: self = .cell(index)
    case 2: self = .computation(index)
    case 3: self = .reactor(index)
    case 4: self = .store(index)
    case 5: self = .service(index)
    case 6: self = .emitted(index)
    case 7: self = .promise(index)
    case 8: self = .own
    case 9: self = .now
    case 13: self = .it
    case 14: self = .addressed
    case 10: self = .actor(index)
    case 11: self = .member(index)
    default: self = .reference(index)
    }
  }
}
