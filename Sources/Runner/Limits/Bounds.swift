import Scenarios

/// What bounds one scenario from outside.
struct Bounds {
  /// Asked again and again whether it may go on.
  var question: Patience.Question = { nil }
  /// The most bytes that its world may hold.
  var memory = Settings.memory
  /// Asked whether the world may come to hold so many bytes beside what others hold.
  var claim: (Int) -> Bool = { _ in true }
  /// What its steps and itself may take.
  var whole = WorkLimits.Whole()
}
