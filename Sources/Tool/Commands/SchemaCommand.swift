import ArgumentParser
import Reports

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
    console.out.put(SchemaFile.text, .json)
    return .success
  }
}
