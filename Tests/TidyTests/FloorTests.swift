import Testing

/// A module imports only what stands on a floor below it.
@Suite struct FloorTests {
  static let system: Set<String> = ["Glibc", "Musl", "Darwin"]

  /// What each target may import, besides what stands in `system` where that is allowed.
  static let allowed: [String: Set<String>] = [
    "Values": ["Synchronization"],
    "CLibYAML": [],
    "CLibRE2": [],
    "CRE2": [],
    "CSystem": [],
    "CEL": ["Values", "CRE2", "Synchronization"],
    "Reactor": ["Values"],
    "Scenarios": ["Values", "CEL"],
    "Loader": ["Values", "CEL", "Scenarios", "CLibYAML"],
    "Runner": ["Values", "CEL", "Reactor", "Scenarios"],
    "Reports": ["Values", "Scenarios"],
    "Tool": [
      "Values", "CEL", "Scenarios", "Loader", "Runner", "Reports", "CSystem",
      "ArgumentParser", "Synchronization",
    ],
    "reactorctl": ["Tool"],
  ]

  /// Programs of the project that are not part of the tool: examples, benchmarks, fuzz targets.
  static func isProgram(_ module: String) -> Bool {
    module.hasPrefix("Fuzz") || ["Benchmarks", "Examples"].contains(module)
  }

  /// The engine, the scenarios and the reports do without.
  private static let reachesTheSystem: Set<String> = [
    "Values", "CEL", "Loader", "Runner", "Tool",
  ]

  @Test(arguments: SourceTree.sources.filter { !FloorTests.isProgram($0.module) })
  func importsStandOnLowerFloors(_ file: SourceTree.File) throws {
    let allowed = try #require(FloorTests.allowed[file.module], "a floor for \(file.module)")
    for name in FloorTests.imports(file) {
      let isSystem = FloorTests.system.contains(name)
      #expect(
        isSystem ? FloorTests.reachesTheSystem.contains(file.module) : allowed.contains(name),
        "\(file.path) imports \(name)")
    }
  }

  @Test(arguments: SourceTree.sources)
  func foundationIsNowhere(_ file: SourceTree.File) {
    let imports = FloorTests.imports(file)
    #expect(!imports.contains("Foundation") && !imports.contains("FoundationEssentials"))
  }

  @Test func noTypeBearsItsModulesName() {
    for file in SourceTree.sources where !FloorTests.isProgram(file.module) {
      for type in Declarations.types(in: file) {
        #expect(type != file.module, "\(file.path)")
      }
    }
  }

  /// The names behind `import`, whatever stands before it.
  static func imports(_ file: SourceTree.File) -> [String] {
    file.lines.compactMap { line in
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), index <= 2,
        words[..<index].allSatisfy({ $0.hasPrefix("@") || ["public", "internal"].contains($0) }),
        let name = words.dropFirst(index + 1).last
      else { return nil }
      return String(name)
    }
  }
}
