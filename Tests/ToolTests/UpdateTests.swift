import Foundation
import Loader
import Runner
import Scenarios
import Testing
import Values

@testable import Tool

/// What an update writes, what it leaves alone, and what it says of that.
@Suite struct UpdateTests {
  private func update(_ text: String) -> FileUpdate {
    var update = FileUpdate(Array(text.utf8), of: "a.yaml")
    onDeepStack { update.run { _ in true } }
    return update
  }

  private func check(
    _ steps: String, becomes result: String, notes: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let head = """
      cells: {x: 1, y: = x * 2, p: {value: {name: Ada, age: 36}, open: true}}
      computations: {log: = x, also: = x + 1}
      reactors: {r: {state: 0, reduce: {add: = state + mutation}}}
      services: {s: {methods: {get: = args + 1}}}

      """
    let update = update(head + steps)
    #expect(
      String(decoding: update.updated, as: UTF8.self) == head + result,
      sourceLocation: sourceLocation)
    #expect(update.notes.map(\.reason) == notes, sourceLocation: sourceLocation)
  }

  // MARK: What is written

  @Test func laterStepsAreUpdatedInOneGo() {
    check(
      "steps:\n- set: {x: 2}\n  expect: {y: _}\n- set: {x: 3}\n  expect: {y: 0}\n",
      becomes: "steps:\n- set: {x: 2}\n  expect: {y: 4}\n- set: {x: 3}\n  expect: {y: 6}\n")
  }

  @Test func everyKindOfOutcomeIsFilledIn() {
    check(
      """
      steps:
      - set: {x: 2}
        emits: _
        runs: {y: _, log: _}
      - send: {r: {add: 5}}
        states: {r: _}
      - stub: r
      - send: {r: {add: 6}}
        received: {r: _}
      - call: {s.get: 7}
        replies: _
        calls: {s.get: [_]}
      - set: {x: = 1 / 0}
        fails: _

      """,
      becomes: """
        steps:
        - set: {x: 2}
          emits: [{log: 2}, {also: 3}]
          runs: {y: 0, log: 1}
        - send: {r: {add: 5}}
          states: {r: [5]}
        - stub: r
        - send: {r: {add: 6}}
          received: {r: [{add: 6}]}
        - call: {s.get: 7}
          replies: 8
          calls: {s.get: [7]}
        - set: {x: = 1 / 0}
          fails: divide by zero

        """)
  }

  @Test func emissionsAreWrittenAsTheOthersAre() {
    check(
      "steps:\n- set: {x: 2}\n  emits: [{log: 9}]\n",
      becomes: "steps:\n- set: {x: 2}\n  emits: [{log: 2}, {also: 3}]\n")
    check(
      "steps:\n- set: {x: 2}\n  emits: [2, _]\n",
      becomes: "steps:\n- set: {x: 2}\n  emits: [{log: 2}, {also: 3}]\n")
    check(
      "steps:\n- set: {x: 2}\n  emits: {log: [1, 2, 3]}\n",
      becomes: "steps:\n- set: {x: 2}\n  emits: {log: [2]}\n")
  }

  /// Of a map with a property that is right the others are the author's.
  @Test func aMapOfOtherPropertiesIsReplacedWhole() {
    check(
      "steps:\n- emit: {news: {a: 1}}\n  emits: {news: [{b: 2}]}\n",
      becomes: "steps:\n- emit: {news: {a: 1}}\n  emits: {news: [{a: 1}]}\n")
  }

  // MARK: What is left to the author

  @Test func formulasStayAndSayWhy() {
    let text = "steps:\n- set: {x: 2}\n  expect: {y: = x * 3, p: {age: = 36, name: _}}\n"
    check(
      text, becomes: text.replacingOccurrences(of: "_", with: "Ada"),
      notes: ["a formula is not rewritten"])
    let list = "steps:\n- set: {x: 2}\n  emits: [{log: 3}, '= {\"also\": 7}']\n"
    check(list, becomes: list, notes: ["a formula is not rewritten"])
  }

  /// Neither a list that is shorter nor a map that lacks an entry takes the author's formula away.
  @Test(arguments: [
    "emits: [{log: 2}, {also: 3}, = x]", "emits: {log: [2, = x + 1]}",
    "exactly: {p: {name: Ada, age: 36, size: = x}}",
  ])
  func aFormulaIsNotTakenOutWhereThereIsNothingForIt(_ outcome: String) {
    let text = "steps:\n- set: {x: 2}\n  \(outcome)\n"
    check(text, becomes: text, notes: ["a formula is not rewritten"])
  }

  @Test func aZeroKeepsItsSign() {
    check(
      "steps:\n- set: {x: -0.0}\n  expect: {x: 7}\n",
      becomes: "steps:\n- set: {x: -0.0}\n  expect: {x: -0.0}\n")
    check(
      "steps:\n- set: {x: 0.0}\n  expect: {x: 7}\n",
      becomes: "steps:\n- set: {x: 0.0}\n  expect: {x: 0}\n")
  }

  /// The work is that of a few runs, however many passes want another value at however many places.
  @Test func placesThatDisagreeAreFoundInAFewRounds() {
    func rounds(_ count: Int) -> Int {
      var text = "cells: {x: 0, l: [0]}\nsteps:\n- repeat: \(count)\n  do:\n"
      text += "  - set: {x: = x + 1, l: \"= l + [x]\"}\n    expect: {l: [7, 8]}\n"
      for _ in 0..<count {
        text += "- repeat: 2\n  do:\n  - set: {x: = x + 1}\n    expect: {x: 7}\n"
      }
      let update = update(text + "- expect: {x: 1}\n")
      #expect(update.updated.suffix(count > 9 ? 4 : 3).first != UInt8(ascii: "1"))
      return update.rounds
    }
    #expect(rounds(5) < 8)
    #expect(rounds(80) == rounds(5))
  }

  /// Of each place two values are enough to know that they disagree: the others are not compared.
  @Test func ofAPlaceWithManyValuesTwoAreKept() {
    let failures = (0..<500).map { number in
      var failure = Failure(.outcome, .valueMismatch, "", at: SourceSpan(file: 0, start: 3, end: 4))
      failure.fixes = [
        Fix(.replace(.int(Int64(number))), at: SourceSpan(file: 0, start: 3, end: 4))
      ]
      return failure
    }
    #expect(FileUpdate.fixes(failures).count == 2)
    #expect(FileUpdate.fixes([failures[0], failures[0]]).count == 1)
  }

  @Test func whatIsLeftIsToldBesideWhatIsWrittenElsewhere() {
    let text = """
      scenarios:
      - {name: a, steps: [{flush: , expect: {x: = 5}}]}
      - {name: b, steps: [{flush: , expect: {x: _}}]}

      """
    check(
      text, becomes: text.replacingOccurrences(of: "_", with: "1"),
      notes: ["a formula is not rewritten"])
  }

  @Test func literalsOfOtherOutcomesStay() {
    let text = "steps:\n- call: {s.get: 1}\n  calls: {s.get: [5]}\n"
    check(text, becomes: text, notes: ["only a `_` is filled in here"])
  }

  @Test func aPropertyThatIsNotThereStays() {
    let text = "steps:\n- set: {x: 2}\n  expect: {p: {name: Ada, size: 5}}\n"
    check(
      text, becomes: text,
      notes: ["there is no such property, and what is expected of it is the author's"])
  }

  @Test func whatRowsDisagreeAboutStays() {
    let text = """
      scenarios:
      - name: rows
        each: [{v: 1}, {v: 2}]
        steps:
        - set: {x: = v}
          expect: {y: Y}
        - set: {x: 7}
          expect: {y: Z}

      """
    for value in ["_", "2", "4", "5"] {
      let written = text.replacingOccurrences(of: "Y", with: value)
      check(
        written, becomes: written.replacingOccurrences(of: "Z", with: "14"),
        notes: [FileUpdate.disagreement])
    }
  }

  /// A model that answers the same whatever it is given would take the input of its own test away.
  @Test(arguments: [
    "given: {x: '= size([v])'}, steps: [{expect: {y: = v}}]",
    "given: {x: '= size([v])'}, steps: [{set: {p.age: 7}, expect: {p.age: = v}}]",
    "steps: [{set: {p.age: '= v == 5 ? 7 : 7'}, expect: {p.age: = v}}]",
    "steps: [{if: v != 3, then: [{set: {p.age: 7}, expect: {p.age: = v}}]}]",
    "steps: [{set: {p.age: 7}, expect: {p.age: = v}}, {emit: {log: = v}}]",
    "steps: [{set: {p.age: 7}, expect: {p.age: = v}, assert: v != 3}]",
    "steps: [{set: {p.age: 7}, expect: {p.age: = v}}, {expect: {x: '= v == 3 ? 2 : 1'}}]",
    "steps: [{set: {p.age: 7}, expect: {p.age: = v}}, {expect: {x: '= it != v'}}]",
    "services: {s.get: = v}, steps: [{set: {p.age: 7}, expect: {p.age: = v}}]",
  ])
  func aCellThatIsAnInputStays(_ rest: String) {
    for cell in ["5", "_", "[_]"] {
      let text = "scenarios: [{name: r, each: [{v: \(cell)}], \(rest)}]\n"
      let note = "the scenario reads this column elsewhere, too: the cell is the author's"
      check(text, becomes: text, notes: [note])
    }
  }

  @Test func aKeyThatWouldBeAFormulaIsTold() {
    let text = "steps:\n- set: {p: '= {\"a\": 1, \"=b\": 2}'}\n  exactly: {p: {a: _}}\n"
    let reason = "a key that begins with \"=\" can only stand in a formula"
    check(text, becomes: text, notes: [reason])
  }

  @Test func aCellThatIsCheckedTwiceWithDifferentResultsStays() {
    let text =
      "scenarios:\n- name: r\n  each: [{v: 5}]\n  steps:\n"
      + "  - expect: {y: = v}\n  - set: {x: 7}\n    expect: {y: = v}\n"
    check(text, becomes: text, notes: [FileUpdate.disagreement])
  }

  @Test func whatRowsAgreeAboutIsWritten() {
    check(
      "scenarios:\n- name: r\n  each: [{v: 3}, {v: 3}]\n  steps:\n"
        + "  - set: {x: = v}\n    expect: {y: _}\n",
      becomes: "scenarios:\n- name: r\n  each: [{v: 3}, {v: 3}]\n  steps:\n"
        + "  - set: {x: = v}\n    expect: {y: 6}\n")
  }

  @Test func whatPassesOfALoopDisagreeAboutStays() {
    let text =
      "steps:\n- for: {i: [2, 3]}\n  do:\n  - set: {x: = i}\n    expect: {y: 4, p.age: 1}\n"
    let fixed = text.replacingOccurrences(of: "age: 1", with: "age: 36")
    check(text, becomes: fixed, notes: [FileUpdate.disagreement])
    let filled = text.replacingOccurrences(of: "y: 4", with: "y: _")
    check(
      filled, becomes: filled.replacingOccurrences(of: "age: 1", with: "age: 36"),
      notes: [FileUpdate.disagreement])
  }

  /// Blanks behind the value that goes would be part of the last line of those that come.
  @Test(arguments: [" ", "\t", "  ", ""])
  func linesInThePlaceOfAValueTakeTheBlanksBehindIt(_ blanks: String) {
    let long = String(repeating: "word ", count: 20)
    for end in ["\n", "\r\n"] {
      let text = [
        "cells: {a: \"two\\nlines\", b: ['\(long)', \"two\\nlines\"], c: [x, \"one\\nmore\"]}",
        "steps:", "- expect:", "    b: _\(blanks)", "    a: _\(blanks)", "    c:",
        "      old: 1\(blanks)", "",
      ].joined(separator: end)
      let update = update(text)
      #expect(update.notes.isEmpty, "\(update.notes)")
      let written = String(decoding: update.updated, as: UTF8.self)
      let lines = [
        "    b:", "      - \"\(long)\"", "      - |-", "        two", "        lines", "    a: |-",
        "      two", "      lines", "    c:", "      - x", "      - |-", "        one",
        "        more", "",
      ]
      #expect(written.contains(lines.joined(separator: end)), "\(written)")
    }
  }

  /// That a place is checked several times is said only where it is.
  @Test func whatDoesNotReadAsItWasWrittenIsNotCalledDisagreement() {
    let span = SourceSpan(file: 0, start: 3, end: 4)
    let change = FileUpdate.Change(edits: [], wanted: .replace(.int(1)))
    #expect(
      change.objection(from: [Fix(.replace(.int(2)), at: span)]) == FileUpdate.disagreement)
    #expect(change.objection(from: [Fix(.replace(.int(1)), at: span)]) == FileUpdate.unwritable)
    #expect(change.objection(from: []) == FileUpdate.unmet)
  }

  @Test func sharedPlacesStay() {
    let text = """
      x-common: &common {y: 0}
      scenarios:
      - name: one
        steps:
        - set: {x: 2}
          expect: *common
        - set: {x: 3}
          expect: {<<: *common, p.age: 36}
      - name: two
        steps: &steps
        - set: {x: 2}
          expect: &own {y: 0}
      - name: three
        steps: *steps
      - name: four
        steps:
        - set: {x: 2}
          expect: &alone {y: 0}

      """
    check(
      text, becomes: text.replacingOccurrences(of: "&alone {y: 0}", with: "&alone {y: 4}"),
      notes: ["an alias shares it with another place", "an alias shares it with another place"])
  }

  @Test func aByteOrderMarkStays() {
    let text = "\u{feff}cells: {x: 1}\nsteps:\n- set: {x: 2}\n  expect: {x: 1}\n"
    let update = update(text)
    #expect(
      String(decoding: update.updated, as: UTF8.self)
        == text.replacingOccurrences(of: "expect: {x: 1}", with: "expect: {x: 2}"))
  }

  @Test func anInvalidFileStays() {
    #expect(update("cells: {x: }\nsteps: [{set: {y: 1}, expect: {x: _}}]").changes.isEmpty)
  }

  /// As many values as there is room for are written, in the work of a few runs.
  @Test(arguments: [
    ("= lists.range(60)", 1800, "the file holds more than 100000 values"),
    ("\(String(repeating: "word ", count: 800))", 300, "the file is larger than 1 MiB"),
  ])
  func whatTheFileHasNoRoomForStays(_ value: String, _ count: Int, _ reason: String) {
    var text = "cells: {a: 0, b: {nonreactive: \(value)}}\nsteps:\n"
    for number in 0..<count { text += "- set: {a: \(number)}\n  expect: {b: _}\n" }
    let update = update(text)
    #expect(ScenarioLoader.load(bytes: update.updated, name: "a.yaml").file != nil)
    #expect(update.changes.count > count / 2)
    #expect(update.changes.count + update.notes.count == count)
    #expect(
      update.notes.first?.reason == "with it the file would be invalid: \(reason)")
    #expect(update.rounds < 5)
  }

  @Test func onlyWhatIsSelectedIsUpdated() {
    let text = """
      cells: {x: 1}
      scenarios:
      - {name: a, steps: [{flush: , expect: {x: _}}]}
      - {name: b, steps: [{flush: , expect: {x: _}}]}

      """
    var update = FileUpdate(Array(text.utf8), of: "a.yaml")
    onDeepStack { update.run { $0.name == "b" } }
    #expect(update.changes.count == 1)
    #expect(update.changes.first?.edits.first?.range.lowerBound ?? 0 > 80)
  }

  // MARK: Review

  private func review(_ answers: [String]) -> (result: String, shown: String) {
    let text =
      "cells: {x: 1}\nsteps:\n- flush:\n  expect: {x: _}\n- flush:\n  expect:\n    x: 2\n"
      + "- flush:\n  exactly: {x: 3}\n"
    let update = update(text)
    var left = answers[...]
    var shown = ""
    var clock = 0.0
    let review = Review(
      show: { shown += $0 },
      read: {
        clock += 10
        return left.popFirst()
      }, now: { clock })
    defer { #expect(review.waited == clock) }
    let accepted = review.accepted(of: update.changes, of: "a.yaml", update.original)
    return (String(decoding: update.text(with: accepted).dropFirst(21), as: UTF8.self), shown)
  }

  @Test func aReviewShowsEachChangeAndAsks() {
    let all =
      "- flush:\n  expect: {x: 1}\n- flush:\n  expect:\n    x: 1\n- flush:\n  exactly: {x: 1}\n"
    let none = all.replacingOccurrences(of: "expect: {x: 1}", with: "expect: {x: _}")
      .replacingOccurrences(of: "    x: 1", with: "    x: 2")
      .replacingOccurrences(of: "exactly: {x: 1}", with: "exactly: {x: 3}")
    let (result, shown) = review(["y", "what?", "YES", "y"])
    #expect(result == all)
    #expect(shown.hasPrefix("a.yaml:4:\n  -   expect: {x: _}\n  +   expect: {x: 1}\nWrite this?"))
    #expect(shown.contains("a.yaml:7:\n  -     x: 2\n  +     x: 1\n"))
    #expect(review(["n", "n", "n"]).result == none)
    #expect(review([]).result == none)
    #expect(review(["q"]).result == none)
    #expect(review(["a"]).result == all)
    #expect(
      review(["n", "a"]).result
        == all.replacingOccurrences(of: "expect: {x: 1}", with: "expect: {x: _}"))
  }

  @Test func theCellsOfRowsAreRewrittenWhereAColumnIsExpected() {
    let text = """
      cells: {x: 1, y: = x * 2, l: [1]}
      scenarios:
      - name: twice {n}
        each:
        - {n: 1, m: 3, s: '1', k: [1]} # first
        - {n: 2, m: _, s: , k: [2]}
        - {n: 3, m: = 1 + 1, s: x, k: []}
        steps:
        - set: {x: = n}
          expect: {y: = m}
        - emit: {log: = 'v' + string(n)}
          emits: [{log: = s}]
        - expect: {l: = k}

      """
    #expect(
      updated(text) == """
        cells: {x: 1, y: = x * 2, l: [1]}
        scenarios:
        - name: twice {n}
          each:
          - {n: 1, m: 2, s: 'v1', k: [1]} # first
          - {n: 2, m: 4, s: v2, k: [1]}
          - {n: 3, m: = 1 + 1, s: x, k: []}
          steps:
          - set: {x: = n}
            expect: {y: = m}
          - emit: {log: = 'v' + string(n)}
            emits: [{log: = s}]
          - expect: {l: = k}

        """)
    // A row that was not asked for keeps its cells.
    #expect(updated(text) { $0.row == 1 }.contains("- {n: 1, m: 3, s: '1', k: [1]} # first"))
    #expect(updated(text) { $0.row == 1 }.contains("- {n: 2, m: 4, s: v2, k: [1]}"))
  }

  @Test func whatIsToBeFilledInWithinACellOfARowIs() {
    let text = """
      cells: {l: 0}
      scenarios:
      - name: row {n}
        each:
        - {n: 1, w: [_, 3, = 1 + 1]}
        - {n: 2, w: {a: _, b: [_]}}
        - {n: 3, w: [[_], _, 4]}
        steps:
        - set: {l: '= n == 2 ? {"a": 7, "b": [8], "c": 9} : [n, 5, 2]'}
          expect: {l: = w}

      """
    #expect(
      updated(text) == """
        cells: {l: 0}
        scenarios:
        - name: row {n}
          each:
          - {n: 1, w: [1, 5, = 1 + 1]}
          - {n: 2, w: {a: 7, b: [8]}}
          - {n: 3, w: [3, 5, 2]}
          steps:
          - set: {l: '= n == 2 ? {"a": 7, "b": [8], "c": 9} : [n, 5, 2]'}
            expect: {l: = w}

        """)
  }

  @Test(arguments: [
    // What is done and expected by one cell would never be right.
    "- {set: {x: = n}, expect: {y: = n}}",
    "- {for: {i: [1, 2]}, do: [{set: {x: = i}, expect: {x: = n}}]}",
    // Neither a formula nor a map.
    "- {set: {x: = n}, expect: {y: = n + 0}}", "- {let: {c: = n}, expect: {y: = c}}",
  ])
  func aCellThatWouldNotDoStays(_ steps: String) {
    let text = """
      cells: {x: 1, y: = x * 2}
      scenarios:
      - name: twice
        each: [{n: 5}, {n: 6}]
        steps: [\(steps.dropFirst(2))]

      """
    #expect(updated(text) == text)
  }

  private func updated(
    _ text: String, selecting: @escaping (ScenarioRunner.Candidate) -> Bool = { _ in true }
  ) -> String {
    var update = FileUpdate(Array(text.utf8), of: "a.yaml")
    onDeepStack { update.run(selecting: selecting) }
    return String(decoding: update.updated, as: UTF8.self)
  }

  @Test func aReviewNamesTheScenarioAndShowsWhatHappened() {
    let text = """
      cells: {x: 1, y: = x * 2}
      scenarios:
      - name: twice {n}
        each: [{n: 2}]
        steps:
        - set: {x: = n}
          expect: {y: _}

      """
    var update = FileUpdate(Array(text.utf8), of: "a.yaml", hasStories: true)
    onDeepStack { update.run { _ in true } }
    var shown = ""
    let review = Review(show: { shown += $0 }, read: { "y" })
    let accepted = review.accepted(of: update.changes, of: "a.yaml", update.original)
    #expect(accepted.count == update.changes.count)
    #expect(
      shown == """
        a.yaml:7:
          -     expect: {y: _}
          +     expect: {y: 4}
          in: twice 2
          = what happened:
              set: {x: = n}  (line 6)
                x 1 -> 2
                y = 4
        Write this? (y)es, (n)o, (a)ll, (q)uit: 
        """)
  }

  @Test func aSecondChangeOfALineIsShownBehindTheFirst() {
    let text = """
      cells: {x: 1, y: = x * 2, z: = x * 3}
      steps:
      - set: {x: 2}
        expect: {y: _, z: _}

      """
    var update = FileUpdate(Array(text.utf8), of: "a.yaml", hasStories: false)
    onDeepStack { update.run { _ in true } }
    var shown: [String] = []
    let review = Review(show: { shown.append($0) }, read: { "y" })
    let accepted = review.accepted(of: update.changes, of: "a.yaml", update.original)
    #expect(accepted.count == 2)
    #expect(
      shown.filter { $0.hasPrefix("a.yaml") } == [
        "a.yaml:4:\n  -   expect: {y: _, z: _}\n  +   expect: {y: 4, z: _}\n",
        "a.yaml:4:\n  -   expect: {y: 4, z: _}\n  +   expect: {y: 4, z: 6}\n",
      ])
  }
}
