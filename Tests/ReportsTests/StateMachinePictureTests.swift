import Reports
import Scenarios
import Testing

/// What programs that draw are given of a state machine.
@Suite struct StateMachinePictureTests {
  private func machine() -> StateMachine {
    var machine = StateMachine()
    var first = StateMachine.State([
      StateMachine.Label("n", "\"a;b\""), StateMachine.Label("m", "1"),
    ])
    first.isStart = true
    first.count = 3
    var last = StateMachine.State([StateMachine.Label("n", "\\<b>")])
    (last.isEnd, last.isViolating) = (true, true)
    machine.states = [first, last]
    machine.turns = [
      StateMachine.Turn(from: 0, to: 1, words: ["a", "b", "c|\"", "d", "e"])
    ]
    return machine
  }

  @Test func textsAreEscapedAndLongListsCut() {
    #expect(
      StateMachinePicture(machine()).mermaid == """
        flowchart LR
          s1("n = #34;a#59;b#34;<br/>m = 1<br/>3 states")
          s2[["n = #92;#60;b#62;"]]
          start1(( )) --> s1
          s1 -->|"a, b, c#124;#34;, d, …"| s2
          classDef violated fill:#fdd,stroke:#c00,stroke-width:3px,color:#000
          class s2 violated

        """)
    #expect(
      StateMachinePicture(machine()).graphviz(titled: "a \"b\"") == #"""
        digraph "a \"b\"" {
          rankdir=LR
          node [fontname="Helvetica", shape=box, style=rounded]
          edge [fontname="Helvetica", fontsize=10]
          s1 [label="n = \"a;b\"\nm = 1\n3 states"]
          s2 [label="n = \\<b>", peripheries=2, style="rounded,filled", fillcolor="#ffdddd", penwidth=3]
          start1 [shape=circle, style=filled, fillcolor=black, label="", width=0.15]
          start1 -> s1
          s1 -> s2 [label="a, b, c|\", d, …"]
        }

        """#)
  }
}
