import Loader
import Reports
import Values

/// What `init` is asked for.
struct InitRequest: Request {
  static let command = "init"

  /// The file, or a folder for it.
  var path: String
  var root: RootRule
  /// Whether files that are there already are written anew.
  var mayReplace: Bool

  /// Writes a first scenario file, and the schema where there is none.
  func run(_ console: Console) -> ExitStatus {
    let path = target
    guard path.bytes.hasEnding(".yaml") || path.bytes.hasEnding(".yml") else {
      console.complain("\(path.shown) is no name of a scenario file: it ends in .yaml or .yml")
      return .usage
    }
    if !mayReplace, Arguments.exists(path) {
      console.complain("\(path.shown) is there already; --force writes it anew")
      return .system
    }
    let schema = SchemaFile(for: path, root)
    do throws(FileWriter.Failure) {
      // The schema first, so that no file ever names one that is not there.
      try write(schema, console)
      let text = FirstScenario.text(path: path.typed, schema: schema.reference)
      let place = try WritePlace.inProject(path, root, makingFolders: true)
      try FileWriter.write(Array(text.utf8), to: place, if: mayReplace ? .anyKept : .new)
    } catch {
      console.complain("\(error.path.shown) \(error.message)")
      return .system
    }
    console.out.put(InitRequest.nextSteps(path, schema))
    return .success
  }

  /// The file that is meant: where a folder is named, `first.yaml` in it.
  private var target: FilePath {
    let path = FilePath(argument: path)
    let isFolder = path.bytes.last == UInt8(ascii: "/") || Arguments.isFolder(path)
    return isFolder ? path.appending("first.yaml".utf8) : path
  }

  /// Writes the schema where there is none; one that is there may be of the reader's own.
  private func write(_ schema: SchemaFile, _ console: Console) throws(FileWriter.Failure) {
    let bytes = Array(SchemaFile.text.utf8)
    if schema.isThere, !mayReplace {
      if (try? FileReader.regular(schema.path).bytes) != bytes {
        console.warn(
          "\(schema.path.shown) is left as it is, though it is not of this version; "
            + "to renew it: reactorctl schema > \(schema.path.typed)")
      }
      return
    }
    let place = try WritePlace.inProject(schema.path, root, makingFolders: true)
    try FileWriter.write(bytes, to: place, if: mayReplace ? .own(SchemaFile.isOwn) : .new)
  }

  private static func nextSteps(_ path: FilePath, _ schema: SchemaFile) -> String {
    """
    \(path.shown)  a model and three scenarios, which pass
    \(schema.path.shown)  what editors complete and explain keys by

    Run them with
      reactorctl run \(path.typed)
    then change an outcome, such as the 40 in the first, and run them again.

    """
  }
}

extension FilePath {
  /// As it is typed on a command line.
  fileprivate var typed: String { ShellWord.typed(shown) }
}

extension [UInt8] {
  fileprivate func hasEnding(_ ending: String) -> Bool {
    count > ending.utf8.count && suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }
}
