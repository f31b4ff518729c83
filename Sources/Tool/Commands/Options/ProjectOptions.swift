import ArgumentParser
import Loader
import Values

/// The option that says where projects begin.
struct ProjectOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The root of the project, which \"use\" may not leave and outside which nothing is written "
        + "(default: for each file the nearest folder above it with .git, else the working folder "
        + "if it holds the file, else the file's own).",
      valueName: "dir"),
    completion: .directory)
  var root: String?

  func validate() throws {
    guard let folder, !Arguments.isFolder(folder) else { return }
    throw ValidationError("--root takes a folder, and there is none at \(folder.shown)")
  }

  var rule: RootRule { folder.map { .fixed($0) } ?? .nearest }

  private var folder: FilePath? { root.map { FilePath(argument: $0) } }
}
