import Scenarios
import Values

extension FileCheck {
  /// Reports derived cells that may come to read themselves. Those that are sure to have been
  /// refused when the file was loaded.
  mutating func checkCycles() {
    for diagnostic in DerivedCycles(file.model.cells).possible { problems.add(diagnostic) }
  }
}
