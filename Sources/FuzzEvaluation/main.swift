import CEL
import FuzzDriver

Fuzzing.run { FormulaProbe.evaluate($0) }
