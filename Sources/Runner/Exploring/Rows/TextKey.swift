import Reactor
import Scenarios
import Values

/// What a text of a row is known by before it is made: two with one key have one text, whatever else
/// their worlds hold. Of a text that names what is told elsewhere, or hangs on more than itself,
/// there is none.
struct TextKey {
  /// What a key is of, which it begins with.
  enum Sort: UInt32 {
    case message, turn, timer, element, dispatch, lingering, thread
  }

  /// Nil as soon as it has turned out that there is no key.
  private(set) var numbers: [UInt32]?

  init(_ sort: Sort) { numbers = [sort.rawValue] }

  mutating func add(_ number: UInt32) { numbers?.append(number) }

  mutating func add(_ number: Int) { add(UInt32(truncatingIfNeeded: number)) }

  mutating func add(long number: Int64) {
    add(UInt32(truncatingIfNeeded: number))
    add(UInt32(truncatingIfNeeded: number >> 32))
  }

  /// There is no key.
  mutating func fail() { numbers = nil }
}

/// The texts that have been made, by their keys, and numbers for what keys are made of.
struct KeyedTexts {
  private var keys = InternedLists()
  /// By key, one more than the number of its text; 0 for none.
  private var texts: [UInt32] = []
  private var words: TextTable<UInt32> = [:]
  /// Held, so that none of them is mistaken for another one.
  private var steps: [ObjectIdentifier: (step: Step, number: UInt32)] = [:]
  /// By the numbers of values, whether a text in them may be the name of an actor; nil where nobody has asked.
  private var naming: [Bool?] = []

  /// How much they hold.
  var bytes: Int { keys.bytes + texts.count * 4 + (words.count + steps.count) * 100 }

  /// The place of a key, and the number of its text, if that has been made.
  mutating func find(_ key: [UInt32]) -> (place: UInt32, text: UInt32?) {
    let place = keys.number(of: key)
    while texts.count <= Int(place) { texts.append(0) }
    let text = texts[Int(place)]
    return (place, text == 0 ? nil : text - 1)
  }

  mutating func remember(_ text: UInt32, at place: UInt32) { texts[Int(place)] = text + 1 }

  mutating func number(of word: String) -> UInt32 {
    if let known = words[word] { return known }
    let number = UInt32(words.count)
    words[word] = number
    return number
  }

  mutating func number(of step: Step) -> UInt32 {
    if let known = steps[ObjectIdentifier(step)] { return known.number }
    let number = UInt32(steps.count)
    steps[ObjectIdentifier(step)] = (step, number)
    return number
  }

  /// Whether what a value is told as may hang on which actors there are.
  mutating func mayName(_ value: Value, _ number: UInt32) -> Bool {
    while naming.count <= Int(number) { naming.append(nil) }
    if let known = naming[Int(number)] { return known }
    let found = value.mayNameActor
    naming[Int(number)] = found
    return found
  }
}

extension Value {
  /// Whether a text in it may be the name of a worker, which is told by another one.
  fileprivate var mayNameActor: Bool {
    switch self {
    case .string(let text): text.utf8.contains(35)
    case .list(let list): list.elements.contains { $0.mayNameActor }
    case .map(let map):
      map.keys.contains { $0.mayNameActor } || map.values.contains { $0.mayNameActor }
    case .optional(let optional): optional.wrapped?.mayNameActor ?? false
    case .null, .bool, .int, .uint, .double, .bytes, .timestamp, .duration, .type, .opaque: false
    }
  }
}
