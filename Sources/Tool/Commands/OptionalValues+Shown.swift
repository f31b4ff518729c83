/// How it is told that the value of such an option may be left out, and stands behind `=` alone.
/// ArgumentParser knows nothing of that: what it makes is written anew.
extension OptionalValues {
  /// Help, and messages that quote it: `--update[=how]` in the place of `--update <how>`, which is as wide.
  static func shown(_ help: String) -> String {
    options.reduce(help) { text, option in
      let parts = text.split(separator: "\(option) <", omittingEmptySubsequences: false)
      let rest = parts.dropFirst().map { String($0).replacing(">", with: "]", maxReplacements: 1) }
      return ([String(parts[0])] + rest).joined(separator: "\(option)[=")
    }
  }

  static func script(_ text: String, for shell: CompletionsCommand.Shell) -> String {
    switch shell {
    case .bash: bash(text)
    case .zsh: lines(of: text, zsh)
    case .fish: lines(of: text, fish)
    }
  }

  private static func lines(of text: String, _ change: (String) -> String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { change(String($0)) }.joined(separator: "\n")
  }

  /// To bash they are flags: a word behind one is completed as a path.
  private static func bash(_ text: String) -> String {
    var isLeftOut = false
    var kept: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let word = line.drop { $0 == " " }
      if options.contains(where: { word == "'\($0)')" }) { isLeftOut = true }
      if !isLeftOut { kept.append(bashList(String(line))) }
      if word == ";;" { isLeftOut = false }
    }
    return kept.joined(separator: "\n")
  }

  /// A line that lists options with a value, behind which those without one are listed too.
  private static func bashList(_ line: String) -> String {
    let head = "non_repeating_options=("
    guard let start = line.firstRange(of: head), line.hasSuffix(")") else { return line }
    let words = line[start.upperBound...].dropLast().split(separator: " ").map(String.init)
    let flags = words.filter(options.contains)
    if flags.isEmpty { return line }
    let indent = line[..<start.lowerBound]
    let rest = words.filter { !options.contains($0) }.joined(separator: " ")
    return "\(indent)\(head)\(rest))\n"
      + "\(indent)non_repeating_flags+=(\(flags.joined(separator: " ")))"
  }

  /// `'--update=-[…]::how:…'`: with `-` behind `=` the value is in the same word, and with a colon
  /// more it may be left out.
  private static func zsh(_ line: String) -> String {
    guard let option = options.first(where: { line.contains("'\($0)[") }),
      let end = line.firstRange(of: "]:")
    else { return line }
    return line.replacingCharacters(of: end, with: "]::")
      .replacing("'\(option)[", with: "'\(option)=-[")
  }

  /// Without `-r` the value is optional, and so it is to `argparse` with `=?`.
  private static func fish(_ line: String) -> String {
    if line.contains("__reactorctl_parse_subcommand ") {
      return options.reduce(line) { line, option in
        let name = option.dropFirst(2)
        return line.replacing("'\(name)='", with: "'\(name)=?'")
      }
    }
    guard options.contains(where: { line.contains(" -l '\($0.dropFirst(2))' ") }) else {
      return line
    }
    return line.replacing("' -rfka '", with: "' -fka '")
  }
}

extension String {
  fileprivate func replacingCharacters(of range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
