import Reports

/// The manual page: the commands as they are, and what is to be said of all of them.
enum ManualPage {
  static func text(of tool: CommandOutline) -> String {
    var source = ManualSource()
    source.request("Dd \(Release.date)")
    source.request("Dt REACTORCTL 1")
    source.request("Os reactorctl \(Release.version)")
    source.request("Sh NAME")
    source.request("Nm reactorctl")
    source.request("Nd runs scenario files over a reactive engine and checks what comes out")
    synopsis(tool, &source)
    source.request("Sh DESCRIPTION")
    source.paragraphs(ManualText.description)
    source.request("Sh COMMANDS")
    for command in tool.leaves { section(command, &source) }
    source.request("Sh SCENARIOS BY NAME")
    source.paragraphs(ManualText.scenarios)
    list(
      "ENVIRONMENT", EnvironmentVariable.allCases.map { ("Ev \($0.rawValue)", $0.meaning) },
      &source)
    list("FILES", ManualText.files.map { ("Pa \(ManualSource.argument($0))", $1) }, &source)
    list(
      "EXIT STATUS",
      ExitStatus.allCases.map { ("Li \($0.rawValue)", $0.meaning.sentence) }, &source)
    source.request("Sh EXAMPLES")
    source.paragraphs(ManualText.examples)
    source.request("Sh DIAGNOSTICS")
    source.paragraphs(ManualText.diagnostics)
    source.request("Sh SEE ALSO")
    source.paragraphs(ManualText.further)
    return source.text
  }

  private static func synopsis(_ tool: CommandOutline, _ source: inout ManualSource) {
    source.request("Sh SYNOPSIS")
    for command in tool.leaves {
      source.request("Nm")
      for word in command.name.split(separator: " ") {
        source.request("Cm \(ManualSource.argument(String(word)))")
      }
      let arguments = command.arguments.filter { !$0.isCommon }
      if arguments.contains(where: { !$0.names.isEmpty }) { source.request("Op Ar options") }
      for argument in arguments where argument.names.isEmpty {
        let dots = argument.isRepeating ? " ..." : ""
        let name = ManualSource.argument(argument.value ?? "")
        source.request(argument.isOptional ? "Op Ar \(name)\(dots)" : "Ar \(name)\(dots)")
      }
    }
  }

  /// One command with all that it takes.
  private static func section(_ command: CommandOutline, _ source: inout ManualSource) {
    source.request("Ss reactorctl \(command.name)")
    source.paragraphs(command.abstract)
    if !command.discussion.isEmpty {
      source.request("Pp")
      source.paragraphs(command.discussion)
    }
    let arguments = command.arguments.filter { !$0.isCommon }
    var title: String?
    var isOpen = false
    for argument in arguments {
      if !isOpen || argument.section != title {
        if isOpen { source.request("El") }
        if let section = argument.section {
          source.request("Pp")
          source.words("\(section):")
        }
        source.request("Bl -tag -width Ds")
        isOpen = true
        title = argument.section
      }
      item(argument, &source)
    }
    if isOpen { source.request("El") }
  }

  private static func item(_ argument: CommandOutline.Argument, _ source: inout ManualSource) {
    let value = argument.value.map { "Ar \(ManualSource.argument($0))" }
    if argument.names.isEmpty {
      source.request("It \(value ?? "")\(argument.isRepeating ? " ..." : "")")
    } else {
      let names = argument.names.map { "Fl \(ManualSource.escaped(String($0.dropFirst())))" }
      var line = "It " + names.joined(separator: " , ")
      if let value {
        let isOptional = argument.names.contains { OptionalValues.options.contains($0) }
        line += isOptional ? " Ns Op Li = Ns \(value)" : " \(value)"
      }
      source.request(line)
    }
    source.paragraphs(argument.abstract)
    if !argument.values.isEmpty {
      source.words("One of \(argument.values.joined(separator: ", ")).")
    }
    if let standard = argument.standard { source.words("The default is \(standard).") }
  }

  private static func list(
    _ title: String, _ items: [(head: String, text: String)], _ source: inout ManualSource
  ) {
    source.request("Sh \(title)")
    source.request("Bl -tag -width Ds")
    for item in items {
      source.request("It \(item.head)")
      source.words(item.text)
    }
    source.request("El")
  }
}

extension String {
  /// As a sentence of its own.
  fileprivate var sentence: String {
    guard let first else { return self }
    return first.uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".")
  }
}
