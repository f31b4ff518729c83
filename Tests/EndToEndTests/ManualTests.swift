import Foundation
import Testing

/// What a system's packages hold beside the tool: the manual page and the shells' completions.
@Suite struct ManualTests {
  /// A folder in which `reactorctl` is the built tool, for scripts that call it by its name.
  private func named() throws -> (Scratch, Tool) {
    let scratch = try Scratch()
    symlink(Tool.path, scratch.path + "/reactorctl")
    var tool = Tool()
    tool.environment["PATH"] = "\(scratch.path):/usr/bin:/bin"
    tool.environment["HOME"] = scratch.path
    tool.folder = scratch.path
    return (scratch, tool)
  }

  private func commands(_ help: String) -> [String] {
    guard let start = help.range(of: "SUBCOMMANDS:\n") else { return [] }
    return help[start.upperBound...].split(separator: "\n").compactMap { line in
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
      return line.split(separator: " ").first.map(String.init)
    }.filter { $0 != "help" && $0 != "See" }
  }

  @Test func theManualTellsOfEveryCommandAndOption() throws {
    let tool = Tool()
    let page = try tool.run("man").out
    let words = Set(ManualTests.words(of: page))
    var known: [[String]] = commands(try tool.run("--help").out).map { [$0] }
    #expect(known.count > 8)
    known += commands(try tool.run("debug", "--help").out).map { ["debug", $0] }
    for command in known where command != ["debug"] {
      #expect(page.contains(".Ss reactorctl \(command.joined(separator: " "))\n"), "\(command)")
      let help = try tool.run(command + ["--help"]).out
      for word in ManualTests.words(of: help) where word.hasPrefix("--") {
        if ["--help", "--version"].contains(word) { continue }
        let option = String(word.dropFirst()).replacingOccurrences(of: "-", with: "\\-")
        #expect(words.contains(option), "\(command): \(word)")
      }
    }
  }

  private static func words(of text: String) -> [String] {
    let between: Set<Character> = Set(" \n,/.():'\"=;[]")
    return text.split { between.contains($0) }.map(String.init)
  }

  @Test func theManualTellsOfEveryExitCodeAndOfTheEnvironment() throws {
    let page = try Tool().run("man").out
    let help = try Tool().run("--help").out
    for code in ["0", "1", "2", "3", "4", "5", "70", "130", "141", "143"] {
      #expect(page.contains(".It Li \(code)\n"), "\(code)")
      #expect(help.contains("\n  \(code)  "), "\(code)")
    }
    for name in ["NO_COLOR", "FORCE_COLOR", "CI", "GITHUB_ACTIONS", "REACTORCTL_CACHE"] {
      #expect(page.contains(".It Ev \(name)\n"), "\(name)")
    }
  }

  /// All of it goes through one place, which the manual lists.
  @Test func nothingElseReadsTheEnvironment() throws {
    let line = "grep -rlE 'getenv|ProcessInfo|environ\\b' Sources/Tool | sort"
    let readers = try Tool().shell(line).out.split(separator: "\n").map(String.init)
    #expect(
      readers.filter { !$0.hasSuffix("ChildProgram.swift") } == [
        "Sources/Tool/System/Console.swift"
      ])
  }

  @Test(.enabled(if: isInstalled("mandoc"))) func mandocFindsNothingWrong() throws {
    let ending = try Tool().shell("\"$tool\" man | mandoc -T lint -W warning")
    #expect(ending.code == 0 && ending.text.isEmpty, "\(ending.text)")
  }

  @Test(.enabled(if: isInstalled("groff"))) func groffFindsNothingWrong() throws {
    let ending = try Tool().shell("\"$tool\" man | groff -mdoc -Tutf8 -ww -z")
    #expect(ending.code == 0 && ending.text.isEmpty, "\(ending.text)")
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completionsAreValidScripts(shell: String) throws {
    let (scratch, tool) = try named()
    let script = try tool.run("completions", shell)
    #expect(script.code == 0 && script.err.isEmpty)
    let file = try scratch.write("script", script.out)
    guard shell == "bash" || isInstalled(shell) else { return }
    let ending = try tool.start(["/bin/sh", "-c", "\(shell) -n \(file)"])
    #expect(ending.code == 0 && ending.text.isEmpty, "\(ending.text)")
  }

  @Test(arguments: [
    ("", "explain"), ("expl", "explain"), ("explain unknown-k", "unknown-key"),
    ("functions math.gr", "math.greatest"), ("completions b", "bash"), ("run --col", "--color"),
    ("run sho", "shop.yaml"), ("check --color n", "never"), ("run --upd", "--update"),
    ("run --update sho", "shop.yaml"), ("run --shuffle sho", "shop.yaml"),
    ("explore --changed sho", "shop.yaml"),
  ])
  func bashCompletes(line: String, word: String) throws {
    let (scratch, tool) = try named()
    try scratch.write("shop.yaml", "cells: {}")
    try scratch.write("shop.txt", "")
    let words =
      ["reactorctl"]
      + line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let ending = try tool.shell(
      """
      source <(reactorctl completions bash)
      COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1)
      COMP_LINE="\(words.joined(separator: " "))"; COMP_POINT=${#COMP_LINE}
      _reactorctl reactorctl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
    let found = ending.out.split(separator: "\n").map(String.init)
    #expect(found.contains(word), "\(ending.text)")
    #expect(!found.contains("shop.txt"))
  }

  /// A value that may be left out is never the next word.
  @Test func helpAndCompletionsTellOfValuesBehindAnEqualsSign() throws {
    let tool = Tool()
    let help = try tool.run("run", "--help").out
    for shown in ["  --update[=how]    ", "  --shuffle[=seed]    ", "  --changed[=commit]    "] {
      #expect(help.contains("\n\(shown)"), "\(help)")
    }
    #expect(try tool.run("explore", "--help").out.contains("\n  --changed[=commit] "))
    let mistaken = try tool.run("run", "--update=some").err
    #expect(mistaken.contains("invalid for '--update[=how]'"), "\(mistaken)")
    let zsh = try tool.run("completions", "zsh").out
    #expect(zsh.contains("'--update=-[") && zsh.contains("]::how:"))
    let fish = try tool.run("completions", "fish").out
    #expect(fish.contains(" 'update=?' ") && !fish.contains("-rfka 'write review'"))
    #expect(fish.contains(" -fka 'write review'"))
  }

  @Test func makeInstallsAllOfItBelowThePrefix() throws {
    let scratch = try Scratch()
    let install = "make -s install BINARY=\"$tool\" DESTDIR=\(scratch.path) PREFIX=/opt/r"
    let ending = try Tool().shell(install)
    #expect(ending.code == 0, "\(ending.text)")
    let files = [
      "bin/reactorctl", "share/man/man1/reactorctl.1",
      "share/bash-completion/completions/reactorctl", "share/zsh/site-functions/_reactorctl",
      "share/fish/vendor_completions.d/reactorctl.fish",
    ]
    for file in files {
      let size = try Data(contentsOf: URL(filePath: "\(scratch.path)/opt/r/\(file)")).count
      #expect(size > 500, "\(file)")
    }
    let removed = try Tool().shell(
      "make -s uninstall DESTDIR=\(scratch.path) PREFIX=/opt/r; find \(scratch.path) -type f")
    #expect(removed.text.isEmpty, "\(removed.text)")
  }
}
