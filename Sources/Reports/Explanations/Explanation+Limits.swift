import Values

extension Explanation {
  static let limits = [
    Explanation(
      .tooLarge, "something outgrew its limit",
      """
      Files, texts, lists and maps have limits, so that no file can use up the machine's
      memory. The message names the limit that was reached. Most often a loop makes a value
      grow on and on.
      """,
      wrong: """
        cells:
          items: [1, 2]
        steps:
          - repeat: 60
            do: [{set: {items: = items + items}}]
            expect: {items: []}
        """,
      right: """
        cells:
          items: [1, 2]
        steps:
          - repeat: 2
            do: [{set: {items: = items + items}}]
            expect: {items: [1, 2, 1, 2, 1, 2, 1, 2]}
        """),
    Explanation(
      .tooDeep, "something is nested too deep, or leads to itself without end",
      """
      Lists in lists, parcels in parcels, calls that call: each has a limit, and the message
      names it. In a run it is most often a recursion that has no end; end it by a condition.
      """,
      wrong: """
        services:
          math:
            methods:
              sum: [{call: {math.sum: = args + 1}}]
        steps:
          - call: {math.sum: 0}
            replies: null
        """,
      right: """
        services:
          math:
            methods:
              sum:
                - if: args < 3
                  then: [{call: {math.sum: = args + 1}}]
        steps:
          - call: {math.sum: 0}
            replies: null
        """),
    Explanation(
      .formulaCost, "a formula that costs too much to evaluate",
      """
      Each part that is evaluated costs 1, each element or byte that is made 1; one evaluation
      may cost a million. Macros inside macros multiply. Keep lists small, or compute parts of
      it in cells of their own.
      """,
      wrong: """
        cells:
          ten: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        steps:
          - assert: >-
              ten.all(a, ten.all(b, ten.all(c, ten.all(d, ten.all(e, ten.all(f,
              a + b + c + d + e + f >= 0))))))
        """,
      right: """
        cells:
          ten: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        steps:
          - assert: ten.all(a, a >= 0)
        """),
    Explanation(
      .endlessStep, "a step that does not come to an end",
      """
      What the step set off set off more, again and again, until the number of turns and
      re-runs was reached that settings: {turns: …} allows at one instant of virtual time
      (100000 unless it says otherwise), or ten million in the whole step.
      The message names what kept turning: two parts that answer each other, or a computation
      that writes what it reads.
      """,
      wrong: """
        settings: {turns: 1000}
        cells:
          count: 0
        computations:
          counter: [{set: {count: = count + 1}}]
        steps:
          - set: {count: 5}
            expect: {count: 6}
        """,
      right: """
        settings: {turns: 1000}
        cells:
          count: 0
          next: 0
        computations:
          counter: [{set: {next: = count + 1}}]
        steps:
          - set: {count: 5}
            expect: {next: 6}
        """),
    Explanation(
      .workLimit, "a step that does too much",
      """
      One instant of a step may run a million steps of bodies; a step may emit 64 MB, and keep
      100000 messages, timers and actors; a step, a scenario and a run have work that they may
      do. The message names the limit that was reached. Most often a loop or a spawn has no
      end.
      """,
      wrong: """
        cells:
          sum: 0
        steps:
          - repeat: 2000000
            do: []
            expect: {sum: 0}
        """,
      right: """
        cells:
          sum: 0
        steps:
          - repeat: 2000
            do: []
            expect: {sum: 0}
        """),
    Explanation(
      .memoryLimit, "a world that holds more than it may",
      """
      The values, messages, answers and logs of a scenario may take 512 MB, or less where
      settings: {memory: …} says so; what several of them share counts once. The message names
      the part that holds most. Most often something is added to and never taken from: a list
      that grows, messages to an actor that waits. A run with --memory allows more.
      """,
      wrong: """
        settings: {memory: 1MB}
        cells:
          all: []
        steps:
          - repeat: 90
            do: [{set: {all: '= all + [lists.range(900)]'}}]
            assert: all.size() == 90
        """,
      right: """
        settings: {memory: 1MB}
        cells:
          all: []
        steps:
          - repeat: 20
            do: [{set: {all: '= all + [all.size()]'}}]
            assert: all.size() == 20
        """),
    Explanation(
      .timedOut, "a scenario that took longer than it may",
      """
      A scenario with a timeout, and a run with --timeout, end when that much real time is
      over, wherever they are. Nothing else in the tool depends on real time: on a slower
      machine the same file may time out. Limits of the model itself, such as turns, are the
      same everywhere.
      """,
      wrong: """
        scenarios:
          - name: many steps
            timeout: 1ms
            steps:
              - repeat: 200000
                do: []
        """,
      right: """
        cells: {n: 0}
        scenarios:
          - name: many steps
            timeout: 1m
            steps:
              - repeat: 2000
                do: [{set: {n: = n + 1}}]
                expect: {n: 2000}
        """),
  ]
}
