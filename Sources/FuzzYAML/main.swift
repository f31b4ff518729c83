import FuzzDriver
import Loader

Fuzzing.run { LoaderProbe.yaml($0) }
