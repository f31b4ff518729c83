import Loader
import Reports

extension RootRule {
  /// The command by which the tool writes, without what it is to write: what was given to this run of it must be
  /// given to that one as well.
  var updateCommand: String {
    switch self {
    case .nearest: "reactorctl run --update"
    case .fixed(let folder): "reactorctl run --root \(ShellWord.typed(folder.shown)) --update"
    }
  }
}
