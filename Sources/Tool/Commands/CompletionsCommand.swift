import ArgumentParser
import Reports

struct CompletionsCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Prints the script by which a shell completes commands, options and codes.",
    discussion: """
      make install puts the scripts where the shells look for them. For one user alone:
        bash  reactorctl completions bash > ~/.local/share/bash-completion/completions/reactorctl
        zsh   reactorctl completions zsh > FOLDER/_reactorctl, with FOLDER in fpath
        fish  reactorctl completions fish > ~/.config/fish/completions/reactorctl.fish
      """)

  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish
  }

  @Argument(help: "Whose script.")
  var shell: Shell

  func execute(_ console: Console) -> ExitStatus {
    let script: CompletionShell =
      switch shell {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    let text = ReactorCtl.completionScript(for: script)
    console.out.put(own: OptionalValues.script(text, for: shell) + "\n")
    return .success
  }
}
