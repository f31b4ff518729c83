import Foundation
import Testing

/// A real Bazel that runs the rule of the README. Without one these tests are skipped, and say so.
@Suite(.enabled(if: isInstalled("bazel"), "there is no bazel: apt-get install bazel-bootstrap"))
struct BazelTests {
  let scratch: Scratch
  var tool: Tool

  init() throws {
    scratch = try Scratch()
    tool = Tool()
    tool.folder = scratch.path
    tool.environment["HOME"] = scratch.path
    let readme = try String(contentsOfFile: Tool.root + "/README.md", encoding: .utf8)
    let block = try #require(readme.firstMatch(of: /```starlark\n((?:.|\n)*?)```/))
    try scratch.write("w/WORKSPACE", "")
    try scratch.write("w/BUILD.bazel", String(block.1))
    let line = try #require(readme.firstMatch(of: /one line, `(.*?)`/))
    try scratch.write("w/scenarios_test.sh", "#!/bin/sh\n\(line.1)\n")
    _ = try tool.shell("chmod +x w/scenarios_test.sh; cp \"$tool\" w/reactorctl")
    try scratch.write("w/scenarios/model.yaml", "cells: {n: 1}\n")
    for index in 1...6 {
      try scratch.write(
        "w/scenarios/more/s\(index).yaml",
        "use: [../model.yaml]\nscenarios: [{name: only, steps: [{advance: 1s, expect: {n: 1}}]}]\n")
    }
    for (path, text) in BazelTests.stubs { try scratch.write("stubs/\(path)", text) }
  }

  /// What a Bazel that is only installed would fetch from the network, though nothing of it is used.
  private static let stubs: [(String, String)] = [
    ("remote_coverage_tools/WORKSPACE", ""),
    (
      "remote_coverage_tools/BUILD",
      """
      package(default_visibility = ["//visibility:public"])
      filegroup(name = "coverage_report_generator")
      filegroup(name = "lcov_merger")
      """
    ),
    ("rules_cc/WORKSPACE", ""), ("rules_cc/cc/BUILD", ""),
    (
      "rules_cc/cc/defs.bzl",
      rules([
        "cc_binary", "cc_library", "cc_import", "cc_test", "cc_proto_library", "cc_toolchain",
        "cc_toolchain_suite", "objc_library",
      ])
    ),
    ("rules_java/WORKSPACE", ""), ("rules_java/java/BUILD", ""),
    (
      "rules_java/java/defs.bzl",
      rules([
        "java_binary", "java_library", "java_import", "java_plugin", "java_test", "java_runtime",
        "java_toolchain", "java_package_configuration",
      ])
    ),
    ("rules_proto/WORKSPACE", ""), ("rules_proto/proto/BUILD", ""),
    ("rules_proto/proto/defs.bzl", rules(["proto_library", "proto_lang_toolchain"])),
  ]

  private static func rules(_ names: [String]) -> String {
    names.map { "\($0) = native.\($0)\n" }.joined()
  }

  /// A call without a server that would stay behind.
  private func bazel(_ words: String) throws -> Tool.Ending {
    let overrides = ["remote_coverage_tools", "rules_cc", "rules_java", "rules_proto"]
      .map { "--override_repository=\($0)=\(scratch.path)/stubs/\($0)" }.joined(separator: " ")
    return try tool.shell(
      "cd w && bazel --batch --output_user_root=\(scratch.path)/root test //:scenarios_test "
        + "--symlink_prefix=made- --test_output=all \(overrides) \(words) 2>&1")
  }

  @Test func everyScenarioRunsInOneShard() throws {
    let ending = try bazel("")
    #expect(ending.code == 0, "\(ending.text)")
    let told = ending.text.matches(of: /(\d+) passed/).compactMap { Int($0.1) }
    #expect(told.reduce(0, +) == 6, "\(ending.text)")
    #expect(ending.text.contains("PASSED"))
    let counts = try tool.shell(
      "cat w/made-testlogs/scenarios_test/*/test.xml | grep -o '<testcase ' | wc -l")
    #expect(counts.out.trimmingCharacters(in: .whitespacesAndNewlines) == "6", "\(counts.text)")

    try scratch.write("w/scenarios/wrong.yaml", "cells: {a: 1}\nsteps: [{expect: {a: 2}}]\n")
    let wrong = try bazel("")
    #expect(wrong.code == 3, "\(wrong.text)")
    #expect(wrong.text.contains("expected 2, got 1"))
    #expect(try bazel("--test_filter=only").code == 0)
  }
}
