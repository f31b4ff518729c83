import FuzzDriver
import Tool

Fuzzing.run(Fuzzing.Allowance(base: 120)) { UpdateProbe.check($0) }
