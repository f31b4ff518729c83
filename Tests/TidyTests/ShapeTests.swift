import Testing

/// Sizes and words that the project keeps to.
@Suite struct ShapeTests {
  static let files: [SourceTree.File] = SourceTree.sources + SourceTree.tests

  @Test func thereAreFilesToLookAt() {
    #expect(SourceTree.sources.count > 20)
  }

  @Test(arguments: files)
  func noFileIsLongerThan700Lines(_ file: SourceTree.File) {
    #expect(file.lines.count <= 700)
  }

  @Test(arguments: SourceTree.sources)
  func noFunctionIsLongerThan70Lines(_ file: SourceTree.File) {
    for function in Declarations.functions(in: file) {
      #expect(function.lineCount <= 70, "\(file.path):\(function.firstLine) \(function.name)")
    }
  }

  @Test(arguments: SourceTree.sources)
  func namesAvoidWordsThatSayNothing(_ file: SourceTree.File) {
    let banned: Set<String> = [
      "utils", "util", "helpers", "helper", "common", "manager", "base", "impl", "misc", "object",
      "effect", "notify", "process", "handle", "perform",
    ]
    let stem = file.path.split(separator: "/").last?.split(separator: ".").first ?? ""
    let names = Declarations.types(in: file) + Declarations.functions(in: file).map(\.name)
    for name in names + stem.split(separator: "+").map(String.init) {
      // JSON itself calls them objects.
      for word in ShapeTests.words(name) where word != "object" || !file.path.contains("JSON") {
        if banned.contains(word) { Issue.record("\(name) in \(file.path)") }
      }
    }
  }

  /// A type is named for what it is; of tokens, nodes and symbols it is the field's word.
  @Test func onlyCompilersHaveKinds() {
    let homes = SourceTree.sources.filter { Declarations.types(in: $0).contains("Kind") }
    let stems = homes.map { String($0.path.split(separator: "/").last ?? "") }
    #expect(
      stems.sorted() == ["Node.swift", "Symbols.swift", "Token.swift", "YAMLDocument.swift"])
  }

  @Test(arguments: files)
  func nothingIsForcedOrLeftForLater(_ file: SourceTree.File) {
    // Put together, so that this file does not find itself.
    for text in ["try" + "!", "TO" + "DO", "FIX" + "ME", "HA" + "CK"] {
      #expect(!file.text.contains(text), "\(text) in \(file.path)")
    }
  }

  /// An optimised build ends at a `precondition` without its words (`Misuse.swift`). What looks
  /// through a whole graph is for tests.
  @Test(arguments: SourceTree.sources.filter { $0.module == "Reactor" })
  func misuseOfTheEngineTellsItsWordsInAnyBuild(_ file: SourceTree.File) {
    if file.path.hasSuffix("/Kernel+Checking.swift") { return }
    for line in file.lines where !line.contains("//") {
      #expect(!line.contains("preconditionFailure("), "\(file.path): \(line)")
      if line.contains("precondition(") { #expect(!line.contains("\""), "\(file.path): \(line)") }
    }
  }

  @Test(arguments: SourceTree.sources.filter { !FloorTests.isProgram($0.module) })
  func nothingIsPrintedPastTheWriter(_ file: SourceTree.File) {
    for line in file.lines where !line.contains("//") {
      #expect(!line.contains(" print(") && !line.contains("debugPrint("), "\(file.path)")
    }
  }

  @Test(arguments: SourceTree.sources.filter { ["Reactor", "Runner", "CEL"].contains($0.module) })
  func theEngineKnowsNoClockNoThreadAndNoChance(_ file: SourceTree.File) {
    for line in file.lines where !line.contains("//") {
      for word in [
        " async ", "await ", "Task {", "Task.", " Date(", "(Date(", "ContinuousClock",
        "DispatchQueue",
        ".random(", ".shuffled(", "SystemRandomNumberGenerator", "pthread_create", "clock_gettime",
      ] {
        #expect(!line.contains(word), "\(word) in \(file.path)")
      }
    }
  }

  /// The words of a camel-case name, in lower case.
  static func words(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    for character in name {
      if character.isUppercase, !word.isEmpty, word.last?.isLowercase == true {
        words.append(word.lowercased())
        word = ""
      }
      word.append(character)
    }
    return words + [word.lowercased()]
  }
}
