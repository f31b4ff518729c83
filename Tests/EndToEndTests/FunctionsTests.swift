import Testing

/// `reactorctl functions`.
@Suite struct FunctionsTests {
  @Test func allAreListedWithTypesMeaningAndExample() throws {
    let ending = try Tool().run("functions")
    #expect(ending.code == 0 && ending.err.isEmpty)
    for line in [
      "language", "core", "lists", "  bool && bool -> bool",
      "  list.sortBy(x, key) -> list", "  list(T).slice(int, int) -> list(T)",
      "      [1, 2, 3, 4].slice(1, 3) => [2, 3]",
    ] {
      #expect(ending.out.split(separator: "\n").contains(Substring(line)), "\(line)")
    }
    #expect(ending.out.contains("One evaluation may cost\n1000000."))
  }

  @Test func oneIsShownInFull() throws {
    let ending = try Tool().run("functions", "flatten")
    #expect(ending.code == 0)
    #expect(
      ending.out == """
          list(dyn).flatten() -> list(dyn)
              the elements with those of lists within the list in their places, one level deep
              [1, [2, [3, 4]]].flatten() => [1, 2, [3, 4]]
              [1, 2, [], [], [3, 4]].flatten() => [1, 2, 3, 4]

          list(dyn).flatten(int) -> list(dyn)
              the same, so many levels deep
              [1, [2, [3, [4]]]].flatten(2) => [1, 2, 3, [4]]

        """)
    #expect(try Tool().run("functions", "||").out.hasPrefix("  bool || bool -> bool\n"))
  }

  @Test func aLibraryIsShownInFull() throws {
    let ending = try Tool().run("functions", "sets")
    #expect(ending.code == 0)
    let usages = ending.out.split(separator: "\n").filter { $0.hasPrefix("  sets.") }
    #expect(
      usages == [
        "  sets.contains(list(T), list(T)) -> bool", "  sets.equivalent(list(T), list(T)) -> bool",
        "  sets.intersects(list(T), list(T)) -> bool",
      ])
  }

  @Test func anUnknownNameIsWrongUsage() throws {
    let ending = try Tool().run("functions", "sortby")
    #expect(ending.code == 2 && ending.out.isEmpty)
    #expect(ending.err == "error: formulas know no \"sortby\"; did you mean sortBy?\n")
    let foreign = try Tool().run("functions", "lenght")
    #expect(foreign.err == "error: formulas know no \"lenght\"; write size(x)\n")
    let far = try Tool().run("functions", "quicksilver\u{1b}")
    #expect(
      far.err
        == "error: formulas know no \"quicksilver\\u{1B}\"; "
        + "reactorctl functions lists what they know\n")
  }
}
