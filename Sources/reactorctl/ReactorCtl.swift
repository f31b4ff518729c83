import ArgumentParser

@main
struct ReactorCtl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reactorctl",
    abstract: "Runs reactive designs written in YAML on a virtual clock, and checks what comes out."
  )
}
