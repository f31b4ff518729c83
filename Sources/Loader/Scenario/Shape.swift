/// A kind of map of the language, by the keys that it may have.
struct Shape {
  /// `a scenario`, for messages.
  let name: String
  let words: WordSet
  /// Keys of the language that this version does not run yet.
  let unsupported: WordSet

  private init(_ name: String, _ words: WordSet, unsupported: WordSet = []) {
    self.name = name
    self.words = words
    self.unsupported = unsupported
  }

  static let file = Shape(
    "a file",
    [
      .reactor, .name, .description, .tags, .use, .settings, .cells, .computations, .always,
      .eventually, .explore, .scenarios, .steps,
    ], unsupported: [.reactors, .stores, .parcels, .actors, .services])
  static let settings = Shape("the settings", [.flush, .seed, .start, .turns])
  static let scenario = Shape(
    "a scenario",
    [.name, .description, .tags, .skip, .each, .given, .strict, .golden, .steps])
  static let cell = Shape(
    "a cell", [.value, .formula, .nonreactive, .reactive, .readonly, .cutoff])
  static let computation = Shape("a computation", [.autostart, .run, .onError])
  static let autorun = Shape("an autorun", [.name, .run, .onError])
  static let pattern = Shape("an expected error", [.matches])

  /// Verbs that run today.
  static let verbs: WordSet = [
    .set, .depend, .changed, .invalidate, .flush, .start, .stop, .advance, .if, .unless, .for,
    .repeat, .batch, .let, .autorun, .nonreactive, .onInvalidate, .onStop, .afterFlush, .emit,
    .return, .fail,
  ]
  static let laterVerbs: WordSet = [
    .send, .dispatch, .tell, .ask, .call, .present, .dismiss, .replace, .stub, .spawn, .watch,
    .become, .stash, .unstash, .wait, .every, .mutation, .reply, .forward, .resolve, .reject,
    .cancel, .crash, .restart, .drop, .duplicate, .delay,
  ]
  /// What goes with a verb.
  static let adverbs: WordSet = [.then, .else, .do, .as, .note]
  static let laterAdverbs: WordSet = [.until, .sync, .timeout, .after]
  static let outcomes: WordSet = [.expect, .exactly, .assert, .emits, .runs, .fails, .reports]
  static let laterOutcomes: WordSet = [.states, .received, .calls, .replies, .presented]
  /// The outcomes that may be a step of their own.
  static let checks: WordSet = [.expect, .exactly, .assert]
  static let step = Shape(
    "a step", verbs.union(adverbs).union(outcomes),
    unsupported: laterVerbs.union(laterAdverbs).union(laterOutcomes))

  /// Where a key may stand, for one that stands at the wrong place.
  static func homes(of word: Word) -> [Shape] {
    [file, settings, scenario, cell, computation, step].filter {
      $0.words.contains(word) || $0.unsupported.contains(word)
    }
  }
}
