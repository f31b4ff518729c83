import FuzzDriver
import Tool

Fuzzing.run { ChangedProbe.check($0) }
