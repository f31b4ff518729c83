import FuzzDriver
import Tool

Fuzzing.run(Fuzzing.Allowance(base: 20)) { VacuousProbe.check($0) }
