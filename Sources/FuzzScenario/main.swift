import FuzzDriver
import Loader

Fuzzing.run { LoaderProbe.scenario($0) }
