import ArgumentParser
import Reports

struct ManCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "man",
    abstract: "Prints the manual page, as source for man.",
    discussion: """
      To read it:
        reactorctl man | man -l -
      It is made from the commands and options themselves, so it is that of this very version.
      """)

  func execute(_ console: Console) -> ExitStatus {
    let tool = CommandOutline.tool(ReactorCtl._dumpHelp())
    console.out.put(own: ManualPage.text(of: tool))
    return .success
  }
}
