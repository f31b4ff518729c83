/// A verb by its chapter: what is read of it is found by a switch for each chapter.
enum VerbName: Sendable {
  case state(StateWord)
  case event(EventWord)
  case life(LifeWord)
  case time(TimeWord)
  case control(ControlWord)
  case computation(ComputationWord)
  case result(ResultWord)
  case promise(PromiseWord)
  case fault(FaultWord)
}
