import FuzzDriver
import Tool

Fuzzing.run(Fuzzing.Allowance(base: 120)) { VacuousProbe.check($0) }
