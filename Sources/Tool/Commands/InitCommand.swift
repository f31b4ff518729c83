import ArgumentParser
import Loader
import Values

struct InitCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a first scenario file, which passes as it is.",
    discussion: """
      Beside it, or in a folder above, lies the schema by which editors with the YAML language server \
      complete and explain every key; the file's first line names it. The schema is made where there \
      is none yet, and works offline.
      """)

  @Argument(
    help: "The file, or a folder for it.", completion: .file(extensions: ["yaml", "yml"]))
  var path = "scenarios/first.yaml"

  @Flag(help: "Write files anew that are there already.")
  var force = false

  @OptionGroup var project: ProjectOptions

  func execute(_ console: Console) -> ExitStatus {
    let path = target
    guard path.bytes.hasEnding(".yaml") || path.bytes.hasEnding(".yml") else {
      console.complain("\(path.shown) is no name of a scenario file: it ends in .yaml or .yml")
      return .usage
    }
    if !force, Arguments.exists(path) {
      console.complain("\(path.shown) is there already; --force writes it anew")
      return .system
    }
    let schema = SchemaFile(for: path)
    do throws(FileWriter.Failure) {
      // The schema first, so that no file ever names one that is not there.
      try write(schema, console)
      let text = FirstScenario.text(path: path.typed, schema: schema.reference)
      let place = try WritePlace.inProject(path, project.rule, makingFolders: true)
      try FileWriter.write(Array(text.utf8), to: place, if: force ? .any : .new)
    } catch {
      console.complain("\(error.path.shown) \(error.message)")
      return .system
    }
    console.out.put(InitCommand.nextSteps(path, schema))
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
    let bytes = Array(SchemaCommand.text.utf8)
    if schema.isThere, !force {
      if (try? FileReader.regular(schema.path).bytes) != bytes {
        console.warn(
          "\(schema.path.shown) is left as it is, though it is not of this version; "
            + "to renew it: reactorctl schema > \(schema.path.typed)")
      }
      return
    }
    let place = try WritePlace.inProject(schema.path, project.rule, makingFolders: true)
    try FileWriter.write(bytes, to: place, if: force ? .own(SchemaCommand.isOwn) : .new)
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

/// The schema file that a scenario file names: the nearest in the folders of its path, else one to
/// be made beside it.
struct SchemaFile {
  /// Hidden, so that it is no clutter among scenarios; in a folder, so that it is there offline and
  /// for all who share the folder.
  static let name = ".reactorctl.schema.json"

  let path: FilePath
  let isThere: Bool
  /// Its path relative to the scenario file.
  let reference: String

  init(for file: FilePath) {
    var folder = file.folder
    var reference = SchemaFile.name
    while true {
      let candidate =
        folder == "." ? FilePath(SchemaFile.name) : folder.appending(SchemaFile.name.utf8)
      if Arguments.exists(candidate) {
        (path, isThere, self.reference) = (candidate, true, reference)
        return
      }
      guard let above = folder.above else { break }
      folder = above
      reference = "../" + reference
    }
    let own = file.folder
    path = own == "." ? FilePath(SchemaFile.name) : own.appending(SchemaFile.name.utf8)
    isThere = false
    self.reference = SchemaFile.name
  }
}

extension FilePath {
  /// As it is typed on a command line: between quotes where a shell would take it apart.
  fileprivate var typed: String {
    let plain = Set("._/-+=:,@%".utf8)
    let isPlain = shown.utf8.allSatisfy { byte in
      (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || plain.contains(byte)
    }
    return isPlain ? shown : "'" + shown.replacing("'", with: "'\\''") + "'"
  }

  /// The folder that this folder lies in, as far as the path itself tells.
  fileprivate var above: FilePath? {
    let last = Array(name)
    guard bytes.count > 1, !last.isEmpty, last != Array("..".utf8), last != Array(".".utf8) else {
      return nil
    }
    return folder
  }
}

extension [UInt8] {
  fileprivate func hasEnding(_ ending: String) -> Bool {
    count > ending.utf8.count && suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }
}
