/// Every key and verb of the language.
enum Word: String, CaseIterable {
  // A file, its settings.
  case reactor, name, description, tags, use, settings
  case cells, computations, reactors, stores, parcels, actors, services
  case always, eventually, explore, scenarios, steps
  case seed, turns, memory
  // A scenario, a cell, a computation.
  case skip, todo, each, given, strict, golden
  case value, formula, nonreactive, reactive, readonly, open, cutoff
  case autostart, run, onError
  // A reactor, its operators.
  case state, mutate, reduce, transform, pulse, latest, action
  case map, filter, distinct, debounce, throttle, take, merge, tap, from
  // Stores, parcels, services.
  case middleware, reducers, routes, on, parcel, focus, prefix, optional, screen, modal
  case provides, methods
  // Actors.
  case provider, pool, setup, behaviors, supervision, children, mailbox, router
  case result, future, onCancel, limit, overflow, strategy, restarts, within, backoff, min, max
  // What exploration may vary; the two of a disturbance, and its time.
  case schedules, delivery, faults, budget, events, to, by
  // Verbs.
  case set, depend, changed, invalidate, flush, start, stop
  case send, dispatch, tell, ask, call, present, dismiss, replace, stub
  case spawn, watch, unwatch, become, stash, unstash
  case advance, wait, every, after
  case `if`, unless, `for`, `repeat`, batch, `let`
  case autorun, onInvalidate, onStop, afterFlush
  case emit, mutation, reply, `return`, fail, refuse, forward
  case resolve, reject, cancel
  case crash, restart, drop, duplicate, delay
  // What goes with a verb.
  case then, `else`, `do`, until, sync, timeout, `as`, note
  // Outcomes.
  case expect, exactly, assert, emits, runs, states, received, calls, replies, fails, reports
  case presented, matches
}

/// A set of words as bits.
struct WordSet: ExpressibleByArrayLiteral {
  /// How many words there may be.
  static let capacity = 192
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0

  init(arrayLiteral words: Word...) { self.init(words) }

  init(_ words: [Word]) {
    for word in words { insert(word) }
  }

  mutating func insert(_ word: Word) {
    let number = WordTable.number(of: word)
    let bit: UInt64 = 1 << (number & 63)
    switch number >> 6 {
    case 0: first |= bit
    case 1: second |= bit
    default: third |= bit
    }
  }

  @inline(__always)
  func contains(_ word: Word) -> Bool {
    let number = WordTable.number(of: word)
    let bits =
      switch number >> 6 {
      case 0: first
      case 1: second
      default: third
      }
    return bits >> (number & 63) & 1 == 1
  }

  func union(_ other: WordSet) -> WordSet {
    var union = self
    union.first |= other.first
    union.second |= other.second
    union.third |= other.third
    return union
  }

  /// In the order of `Word`.
  var words: [Word] { Word.allCases.filter(contains) }
}

/// Finds the word that bytes spell: a hash table over at most 16 bytes packed into two integers.
struct WordTable {
  private struct Slot {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var word: Word?
  }

  static let shared = WordTable()
  private var slots = [Slot](repeating: Slot(), count: 512)

  private init() {
    for word in Word.allCases {
      let (low, high) = Array(word.rawValue.utf8).withUnsafeBufferPointer(WordTable.pack)
      var index = WordTable.hash(low, high)
      while slots[index].word != nil { index = (index + 1) & 511 }
      slots[index] = Slot(low: low, high: high, word: word)
    }
  }

  @inline(__always)
  static func number(of word: Word) -> Int {
    // A simple enum of fewer than 256 cases is stored as the number of its case.
    Int(unsafeBitCast(word, to: UInt8.self))
  }

  @inline(__always)
  private static func pack(_ bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64) {
    var (low, high): (UInt64, UInt64) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if index < 8 { low = low << 8 | UInt64(byte) } else { high = high << 8 | UInt64(byte) }
    }
    return (low, high)
  }

  @inline(__always)
  private static func hash(_ low: UInt64, _ high: UInt64) -> Int {
    Int(truncatingIfNeeded: ((low ^ (high &* 0x9e37_79b9)) &* 0x9e37_79b9_7f4a_7c15) >> 55)
  }

  func word(_ bytes: UnsafeBufferPointer<UInt8>) -> Word? {
    guard bytes.count <= 16 else { return nil }
    let (low, high) = WordTable.pack(bytes)
    var index = WordTable.hash(low, high)
    while let word = slots[index].word {
      if slots[index].low == low, slots[index].high == high { return word }
      index = (index + 1) & 511
    }
    return nil
  }
}
