import FuzzDriver
import Tool

Fuzzing.run { MergeProbe.check($0) }
