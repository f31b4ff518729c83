import Scenarios

/// What is chosen inside a turn, so that whoever chooses can tell of it.
enum InnerChoice {
  /// An element of a list, which is bound.
  case element(ControlVerb.Definition)
  /// Which script of an `interleave` goes first.
  case thread
}

extension World {
  /// The place of what is chosen among so many: the first, unless somebody chooses.
  func pick(_ choice: InnerChoice, among count: Int) -> Int {
    guard count > 1, let chooser else { return 0 }
    return chooser(choice, count)
  }
}
