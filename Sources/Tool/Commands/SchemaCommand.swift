import ArgumentParser
import Loader
import Reports
import Values

struct SchemaCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of scenario files, for editors.",
    discussion: """
      Keep it in a file, and begin scenario files with the line

        # yaml-language-server: $schema=PATH

      with the file's path relative to the scenario's: then editors with the YAML language server \
      complete and explain every key, offline. "reactorctl init" does both.
      """)

  func execute(_ console: Console) -> ExitStatus {
    console.out.put(SchemaCommand.text, .json)
    return .success
  }

  /// Whether a file begins as the schema of any version does.
  static func isOwn(_ start: [UInt8]) -> Bool {
    String(decoding: start, as: UTF8.self).contains("\"Written by: reactorctl schema\"")
  }

  static var text: String {
    LogSafe.guarded(ScenarioLoader.schema.text(width: 100) + "\n", .json)
  }
}
