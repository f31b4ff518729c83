import Testing

/// Nothing that a file says can hang or exhaust the runner; each case ends with a report.
@Suite(.timeLimit(.minutes(1))) struct BudgetTests {
  @Test func aComputationThatFeedsItselfNamesItself() throws {
    try expectFailure(
      "did not settle within 100 turns", "feeder",
      of: """
        settings: {turns: 100}
        cells: {x: 0}
        computations:
          feeder:
            - set: {x: = x + 1}
        steps: []
        """)
  }

  @Test func twoComputationsThatFeedEachOtherAreBothNamed() throws {
    try expectFailure(
      "ping", "pong",
      of: """
        settings: {turns: 1000}
        cells: {a: 0, b: 0}
        computations:
          ping:
            - set: {b: = a + 1}
          pong:
            - set: {a: = b + 1}
        steps: []
        """)
  }

  @Test func aLoopWithoutEndInABodyIsStopped() throws {
    try expectFailure(
      "steps of bodies",
      of: """
        computations:
          spin:
            - repeat: 9223372036854775807
              do: [{if: "false", then: [flush]}]
        steps: []
        """)
  }

  @Test func aLoopWithoutEndInTheScriptIsStopped() throws {
    try expectFailure(
      "the steps inside one step took more than 1000000 turns",
      of: """
        cells: {a: 0}
        steps:
          - repeat: 9223372036854775807
            do: [{set: {a: = a + 1}}]
        """)
  }

  @Test func aTextThatDoublesIsStopped() throws {
    try expectFailure(
      "more than",
      of: """
        cells: {text: ab}
        steps:
          - repeat: 60
            do: [{set: {text: = text + text}}]
        """)
  }

  @Test func aValueThatNestsIsStopped() throws {
    try expectFailure(
      "levels deep",
      of: """
        cells: {nest: 1}
        steps:
          - repeat: 100000
            do: [{set: {nest: '= [nest]'}}]
        """)
  }

  @Test func aChainOfDerivedCellsMayBeThousandsLong() throws {
    var text = "cells:\n  c0: 1\n"
    for index in 1...5_000 { text += "  c\(index): = c\(index - 1) + 1\n" }
    try expectPass(text + "steps:\n  - expect: {c5000: 5001}\n")
  }

  @Test func aChainOfHandlersThatSetEachOtherOffIsStopped() throws {
    var text = "cells:\n"
    for index in 0...3_000 { text += "  c\(index): 0\n" }
    text += "computations:\n"
    for index in 0..<3_000 {
      text += "  k\(index):\n    - depend: c\(index)\n"
      text += "    - onInvalidate: [{set: {c\(index + 1): 1}}]\n"
    }
    try expectFailure("handlers set each other off", of: text + "steps:\n  - set: {c0: 1}\n")
  }

  @Test func aComputationThatStartsItselfAnewIsStopped() throws {
    try expectFailure(
      "k",
      of: """
        computations:
          k:
            - stop: self
            - start: k
        steps: []
        """)
  }

  @Test func emissionsWithoutEndAreStopped() throws {
    try expectFailure(
      "emitted more than",
      of: """
        cells: {text: x}
        steps:
          - repeat: 17
            do: [{set: {text: = text + text}}]
          - batch:
              - repeat: 100000
                do: [{emit: {log: = text}}]
        """)
  }

  @Test func aLongTextIsLookedForInTimeLinearInIt() throws {
    try expectFailure(
      "another error",
      of: """
        cells: {text: a}
        computations: {late: {autostart: false, run: [{fail: = text + text}]}}
        steps:
          - repeat: 18
            do: [{set: {text: = text + text}}]
          - start: late
            fails: = text + "b"
        """)
  }
}
