import Testing

/// Tables and sets of texts go by code points, as formulas do (`TextTable`, `TextSet`): Swift's own hold "é" in one and
/// in two code points equal.
@Suite struct TextKeyTests {
  /// What is the library's surface, where Swift's own types are what a user has.
  private static let surface: Set<String> = [
    "Sources/Reactor/Actors/Typed/Actor.swift", "Sources/Reactor/Actors/Typed/ActorRuntime.swift",
    "Sources/Reactor/Actors/Typed/ActorSystem.swift",
    "Sources/Reactor/Signals/Records/RecordCell.swift",
  ]
  /// What does not run with the tool or in an app.
  private static func isApart(_ module: String) -> Bool {
    module.hasPrefix("Fuzz") || ["Benchmarks", "Examples"].contains(module)
  }

  @Test(arguments: SourceTree.sources.filter { !isApart($0.module) })
  func keysAreComparedByCodePoints(_ file: SourceTree.File) {
    if TextKeyTests.surface.contains(file.path) { return }
    for line in file.lines where !line.contains("///") {
      for word in ["[String: ", "Set<String>", "Dictionary<String"] {
        #expect(!line.contains(word), "\(file.path): \(line): use TextTable or TextSet")
      }
    }
  }
}
