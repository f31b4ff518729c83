import CEL
import FuzzDriver

Fuzzing.run { FormulaProbe.parse($0) }
