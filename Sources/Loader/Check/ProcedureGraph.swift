import Scenarios

/// Which procedures perform which. Each is walked over once for it: scenarios are many, and to walk over all that each
/// of them leads to would take their number times that of the procedures.
struct ProcedureGraph {
  /// Who performs each procedure.
  private let performers: [[Int]]

  init(_ file: ScenarioFile) {
    var performers = [[Int]](repeating: [], count: file.procedures.count)
    for (number, procedure) in file.procedures.enumerated() {
      for performed in procedure.steps.performed { performers[performed].append(number) }
    }
    self.performers = performers
  }

  /// Of each procedure, whether it is so of it, or of one that it leads to.
  func leads(to isSo: (Int) -> Bool) -> [Bool] {
    var leads = performers.indices.map(isSo)
    var found = leads.indices.filter { leads[$0] }
    while let number = found.popLast() {
      for performer in performers[number] where !leads[performer] {
        leads[performer] = true
        found.append(performer)
      }
    }
    return leads
  }
}
