import Values

extension Explanation {
  static let shape = [
    Explanation(
      .version, "a file for another version of the format",
      """
      "reactor" says which version of the file format was used. This tool reads version 1;
      the key may be left out.
      """,
      wrong: """
        reactor: 2
        cells:
          price: 10
        """,
      right: """
        reactor: 1
        cells:
          price: 10
        """),
    Explanation(
      .unknownKey, "a key that has no meaning at this place",
      """
      Keys are checked so that no misspelt one is passed over in silence. The message names
      the nearest key that is known here, or the place where this one belongs. Keys that
      begin with x- are always passed over.
      """,
      wrong: """
        cels:
          price: 10
        """,
      right: """
        cells:
          price: 10
        """),
    Explanation(
      .missingKey, "something needs a key that is not there",
      """
      What is written here is not complete without another key beside it: "if" needs "then",
      "every" needs "do", a reactor needs "state".
      """,
      wrong: """
        cells:
          price: 10
        steps:
          - if: price > 5
            expect: {price: 10}
        """,
      right: """
        cells:
          price: 10
        steps:
          - if: price > 5
            then: [{set: {price: 5}}]
            expect: {price: 5}
        """),
    Explanation(
      .missingValue, "a key or a verb with nothing behind it",
      """
      Something must stand behind this word: what to set, why a scenario is skipped, the
      steps of a list. Verbs that need nothing, such as flush, are the exception.
      """,
      wrong: """
        cells:
          price: 10
        steps:
          - set
        """,
      right: """
        cells:
          price: 10
        steps:
          - set: {price: 5}
            expect: {price: 5}
        """),
    Explanation(
      .wrongType, "a list, a map or a value where another of these must stand",
      """
      The message says what the key takes and what stands there instead. Often a list has
      lost its dashes or a map its braces.
      """,
      wrong: """
        cells: [price, quantity]
        """,
      right: """
        cells:
          price: 10
          quantity: 2
        """),
    Explanation(
      .wrongKind, "a name of the model, but of the wrong kind of part",
      """
      The name is known, and what it names cannot do this: "send" takes a reactor, "tell" an
      actor, "dispatch" a store, "call" a method of a service, "start" a computation. The
      message says what the name stands for and where it is defined.
      """,
      wrong: """
        cells:
          count: 0
        steps:
          - send: {count: increment}
        """,
      right: """
        reactors:
          count:
            state: 0
            reduce: {increment: = state + 1}
        steps:
          - send: {count: increment}
            expect: {count: 1}
        """),
    Explanation(
      .misplaced, "a word that is right elsewhere and has no meaning here",
      """
      Scripts and bodies share most verbs, not all: time moves by "advance" in a script and
      is waited for by "wait" in a body; outcomes stand in scripts alone; "reply" answers
      only in the reactions of an actor. The message says where the word belongs.
      """,
      wrong: """
        cells:
          price: 10
        steps:
          - wait: 1s
            expect: {price: 10}
        """,
      right: """
        cells:
          price: 10
        steps:
          - advance: 1s
            expect: {price: 10}
        """),
    Explanation(
      .missingVerb, "a step that does nothing",
      """
      A step is a map with one verb, such as set, send or expect, and what goes with it. A
      note alone is no step.
      """,
      wrong: """
        cells:
          price: 10
        steps:
          - note: the sale begins
        """,
      right: """
        cells:
          price: 10
        steps:
          - set: {price: 5}
            note: the sale begins
            expect: {price: 5}
        """),
    Explanation(
      .twoVerbs, "a step that does two things",
      """
      A map has no order, so one step does one thing. Write a list of two steps, each with
      its own dash; "batch" makes one turn of several.
      """,
      wrong: """
        cells:
          price: 10
        steps:
          - set: {price: 5}
            advance: 1s
        """,
      right: """
        cells:
          price: 10
        steps:
          - set: {price: 5}
          - advance: 1s
            expect: {price: 5}
        """),
    Explanation(
      .tooManyNames, "\"for\" binds one name",
      """
      A loop goes over one list and binds one name in each pass. For all pairs of two lists
      write one loop inside the other.
      """,
      wrong: """
        cells:
          sum: 0
        steps:
          - for: {x: [1, 2], y: [3]}
            do: [{set: {sum: = sum + x * y}}]
        """,
      right: """
        cells:
          sum: 0
        steps:
          - for: {x: [1, 2]}
            do:
              - for: {y: [3]}
                do: [{set: {sum: = sum + x * y}}]
            expect: {sum: 9}
        """),
    Explanation(
      .contradiction, "two things that exclude each other",
      """
      One of them would have to be passed over, and nothing says which. The message shows
      both places: a cell has a value or a formula, a file "scenarios" or "steps", a reply
      returns or fails.
      """,
      wrong: """
        cells:
          total: {value: 10, formula: 5 + 5}
        """,
      right: """
        cells:
          total: {formula: 5 + 5}
        """),
    Explanation(
      .outOfRange, "a number that is too small or too large for its place",
      """
      Counts cannot be negative, some must be above zero, and numbers outside of 64 bits do
      not exist. The message names the limits.
      """,
      wrong: """
        cells:
          price: 10
        steps:
          - repeat: -1
            do: [{set: {price: = price + 1}}]
        """,
      right: """
        cells:
          price: 10
        steps:
          - repeat: 2
            do: [{set: {price: = price + 1}}]
            expect: {price: 12}
        """),
    Explanation(
      .badTime, "a text that is no point in time",
      """
      Points in time are written as in RFC 3339, with date, time and zone; the years go from
      0001 to 9999.
      """,
      wrong: """
        settings: {start: tomorrow}
        """,
      right: """
        settings: {start: "2026-01-01T00:00:00Z"}
        """),
    Explanation(
      .badDuration, "something that is no duration, or one below zero",
      """
      A duration has a unit: 300ms, 1.5s, 10m, 1h30m. A plain number has none, so nothing
      could tell seconds from milliseconds. A formula in its place gives a duration too, as
      in = duration("1s") * 3, and never one below zero.
      """,
      wrong: """
        cells:
          price: 10
        steps:
          - advance: 10
            expect: {price: 10}
        """,
      right: """
        cells:
          price: 10
        steps:
          - advance: 10s
            expect: {price: 10}
        """),
    Explanation(
      .badSize, "what should be a size of memory is none",
      """
      Sizes are whole numbers with a unit, kB, MB or GB, of 1024 each.
      """,
      wrong: """
        settings: {memory: 64m}
        cells: {n: 0}
        steps:
          - set: {n: 1}
            expect: {n: 1}
        """,
      right: """
        settings: {memory: 64MB}
        cells: {n: 0}
        steps:
          - set: {n: 1}
            expect: {n: 1}
        """),
    Explanation(
      .badPath, "something that is no path, or one where a name must stand",
      """
      A path is the name of a part, and properties behind dots: person, person.name. Methods
      are service.method. Where a name alone is asked for, as for the actor of "tell", a
      path has no place.
      """,
      wrong: """
        cells:
          person: {name: Ada}
        steps:
          - set: {person..name: Bob}
        """,
      right: """
        cells:
          person: {name: Ada}
        steps:
          - set: {person.name: Bob}
            expect: {person: {name: Bob}}
        """),
    Explanation(
      .badPattern, "a regular expression that cannot be read",
      """
      What stands behind "matches" is a regular expression in the syntax of RE2. The message
      names the part that is wrong. To look for a text as it is, leave "matches" out.
      """,
      wrong: """
        cells:
          price: 10
        steps:
          - set: {price: = price / 0}
            fails: {matches: (zero}
        """,
      right: """
        cells:
          price: 10
        steps:
          - set: {price: = price / 0}
            fails: {matches: (zero)}
        """),
  ]
}
