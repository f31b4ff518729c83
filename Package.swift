// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors where the environment sets CI; elsewhere they do not stop the work.
let isCI = Context.environment["CI"] != nil

let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
  ] + (isCI ? [.treatAllWarnings(as: .error)] : [])

/// Where REACTORCTL_OPTIMISED is set, as `scripts/tests` does, what the tests try is optimised as in a release, and keeps its
/// assertions. Packages that depend on the libraries see no flag of this.
let optimised: [SwiftSetting] =
  Context.environment["REACTORCTL_OPTIMISED"] == nil
  ? []
  : [
    .unsafeFlags(
      ["-O", "-whole-module-optimization", "-num-threads", "2", "-assert-config", "Debug"],
      .when(configuration: .debug))
  ]

/// How all that is tried is compiled.
let tried = strict + optimised

/// What is unsafe in the libraries is marked, and stands in the folders `Memory`.
let fenced = tried + [.strictMemorySafety()]

/// The runner's records are reached by one hand at a time. The tests, in debug, check that; to check it at
/// each of some thousands of accesses a millisecond is no work for a release. Only an executable stands on
/// the runner, so that packages which depend on the libraries see no flag of this.
let checkedByTests: [SwiftSetting] = [
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))
]

// libFuzzer targets link only with `-sanitize=fuzzer`, so they exist only where FUZZ is set. They bring the
// flag themselves, so that they can be linked with what a release is made of; what is to be led by the
// code that an input reaches is built with the flag for all of it.
let fuzzed = strict + [.unsafeFlags(["-sanitize=fuzzer"])]
let fuzzers: [Target] =
  Context.environment["FUZZ"] == nil
  ? []
  : [.target(name: "FuzzDriver", swiftSettings: fuzzed)]
    + [
      ("FuzzFormula", ["CEL", "Values"]), ("FuzzEvaluation", ["CEL", "Values"]),
      ("FuzzYAML", ["Loader"]), ("FuzzScenario", ["Loader"]),
      ("FuzzMerge", ["Tool"]), ("FuzzVacuous", ["Tool"]), ("FuzzUpdate", ["Tool"]),
      ("FuzzChanged", ["Tool"]),
    ].map { name, dependencies in
      .executableTarget(
        name: name, dependencies: (["FuzzDriver"] + dependencies).map { .byName(name: $0) },
        swiftSettings: fuzzed, linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])])
    }

let package = Package(
  name: "reactorctl",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "reactorctl", targets: ["reactorctl"]),
    .library(name: "Reactor", targets: ["Reactor"]),
    .library(name: "CEL", targets: ["CEL"]),
    .library(name: "Values", targets: ["Values"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // Floor 0: what a value is; the C libraries as Swift sees them.
    .target(name: "Values", swiftSettings: tried),
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    // No pkgConfig here: re2.pc asks for -pthread, which SwiftPM refuses with a warning a build.
    .systemLibrary(name: "CLibRE2", providers: [.apt(["libre2-dev"]), .brew(["re2"])]),
    .target(
      name: "CRE2", dependencies: ["CLibRE2"], linkerSettings: [.linkedLibrary("re2")]),
    .target(name: "CSystem"),
    // Floor 1: formulas; the engine.
    .target(name: "CEL", dependencies: ["Values", "CRE2"], swiftSettings: fenced),
    .target(name: "Reactor", dependencies: ["Values"], swiftSettings: fenced),
    // Floor 2: a scenario as written, and a run as it happened.
    .target(name: "Scenarios", dependencies: ["Values", "CEL"], swiftSettings: tried),
    // Floor 3: bytes to scenarios, scenarios to runs, runs to text.
    .target(
      name: "Loader", dependencies: ["Values", "CEL", "Scenarios", "CLibYAML"],
      swiftSettings: tried),
    .target(
      name: "Runner", dependencies: ["Values", "CEL", "Reactor", "Scenarios"],
      swiftSettings: tried + checkedByTests),
    .target(name: "Reports", dependencies: ["Values", "Scenarios"], swiftSettings: tried),
    // Floor 4: arguments in, exit code out.
    .target(
      name: "Tool",
      dependencies: [
        "Values", "CEL", "Scenarios", "Loader", "Runner", "Reports", "CSystem",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: tried),
    .executableTarget(name: "reactorctl", dependencies: ["Tool"], swiftSettings: strict),
    // Measurements, and programs to read.
    .executableTarget(
      name: "Benchmarks", dependencies: ["Reactor", "CEL", "Values"],
      exclude: [
        "Peers/actors.erl", "Peers/signals.c", "Peers/signals.mjs", "Peers/signals.rs",
        "Peers/formulas.py",
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "CounterExample", dependencies: ["Reactor"], path: "Sources/Examples/Counter",
      swiftSettings: strict),
    .executableTarget(
      name: "GitHubSearchExample", dependencies: ["Reactor"],
      path: "Sources/Examples/GitHubSearch", swiftSettings: strict),
    .executableTarget(
      name: "AppStateExample", dependencies: ["Reactor"], path: "Sources/Examples/AppState",
      swiftSettings: strict),
    .executableTarget(
      name: "SessionExample", dependencies: ["Reactor"], path: "Sources/Examples/Session",
      swiftSettings: strict),
    // What tests of several targets need.
    .target(
      name: "TestSupport", dependencies: ["Values"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "ValuesTests", dependencies: ["Values", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "CELTests", dependencies: ["CEL", "Values", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ReactorTests",
      dependencies: [
        "Reactor", "Values", "TestSupport", "CounterExample", "GitHubSearchExample",
        "SessionExample",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LoaderTests", dependencies: ["Loader", "Scenarios", "Values", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "RunnerTests",
      dependencies: ["Runner", "Loader", "Scenarios", "Values", "AppStateExample", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ReportsTests", dependencies: ["Reports", "Scenarios", "Values", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "TidyTests", dependencies: ["TestSupport"], exclude: ["Surface"],
      swiftSettings: strict),
    .testTarget(
      name: "ToolTests",
      dependencies: [
        "Tool", "CEL", "Loader", "Runner", "Reports", "Scenarios", "Values", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests", dependencies: ["reactorctl", "Reports", "Values", "TestSupport"],
      exclude: ["Faults"],
      swiftSettings: strict),
  ] + fuzzers,
  cxxLanguageStandard: .cxx17
)
