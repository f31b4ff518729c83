import FuzzDriver
import Tool

Fuzzing.run(Fuzzing.Allowance(base: 60)) { UpdateProbe.check($0) }
