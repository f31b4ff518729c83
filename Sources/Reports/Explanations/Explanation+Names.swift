import Values

extension Explanation {
  static let names = [
    Explanation(
      .unknownName, "a name that nothing has",
      """
      Neither the model nor what "as", "let", "for" or "each" bound before has this name. It
      is misspelt, or bound in another body, or stands in a file that is not listed under
      "use". The message offers the nearest name.
      """,
      wrong: """
        cells:
          price: 10
          total: = prise * 2
        """,
      right: """
        cells:
          price: 10
          total: = price * 2
        """),
    Explanation(
      .unknownProperty, "a property that the value never has",
      """
      The map that a cell or a state starts with names its properties, and those that parcels
      put there. Paths, maps written as data and formulas may name no others. A record that
      may have others starts as {}, or says so: open: true, beside the value of a cell or the
      state of a part. check reports as well what it finds that nothing ever assigns. Where a
      property may be missing, ask: person.?mail.
      """,
      wrong: """
        cells:
          person: {name: Ada}
        steps:
          - assert: person.nmae == "Ada"
        """,
      right: """
        cells:
          person: {name: Ada}
        steps:
          - assert: person.name == "Ada"
        """),
    Explanation(
      .duplicateName, "one name for two parts",
      """
      Cells, computations, reactors, stores, actors and services share one space of names,
      together with all files under "use". The message shows both places. check warns also
      where two reducers take the same action: the later one wins.
      """,
      wrong: """
        cells:
          price: 10
        computations:
          price: = "the price"
        """,
      right: """
        cells:
          price: 10
        computations:
          label: = "the price"
        """),
    Explanation(
      .shadowedName, "a local that hides a part of the model",
      """
      Where a column of "each", a "let", a "for" or an "as" has the name of a part, an
      expectation of the part would be compared with the local: with itself. In scripts no
      local may have the name of a part. In the bodies of the model a local hides the part
      behind its step, and check warns of it.
      """,
      wrong: """
        cells:
          price: 10
          total: = price * 2
        scenarios:
          - name: twice the price
            each: [{total: 20}]
            steps:
              - expect: {total: = total}
        """,
      right: """
        cells:
          price: 10
          total: = price * 2
        scenarios:
          - name: twice the price
            each: [{expected: 20}]
            steps:
              - expect: {total: = expected}
        """),
    Explanation(
      .selfComparison, "an expectation that compares something with itself",
      """
      The formula beside the path reads that very path, so that it holds whatever the step
      did. Write the value that is to come out, or bind what was there before the step:
      let: {before: = price}.
      """,
      wrong: """
        cells:
          price: 10
        steps:
          - set: {price: 20}
            expect: {price: = price}
        """,
      right: """
        cells:
          price: 10
        steps:
          - let: {before: = price}
          - set: {price: 20}
            expect: {price: = before * 2}
        """),
    Explanation(
      .badName, "a name that formulas could not spell",
      """
      A name has letters a to z, digits and _, and no digit first: formulas read unit-price
      as unit minus price.
      """,
      wrong: """
        cells:
          unit-price: 10
        """,
      right: """
        cells:
          unit_price: 10
        """),
    Explanation(
      .reservedName, "a name that formulas use for something else",
      """
      true, in, for, if and some other words belong to the language of formulas, "now" is the
      virtual time, and "it" the value that a condition is about. Choose another name.
      """,
      wrong: """
        cells:
          in: 1
        """,
      right: """
        cells:
          inside: 1
        """),
    Explanation(
      .badUse, "a used file that cannot be had",
      """
      Paths under "use" start from the folder of the file in which they stand, and must stay
      within the project: no absolute paths, no way out by .. or by a symbolic link. The file
      must exist and hold a model.
      """,
      wrong: """
        use: [shops.yaml]
        steps:
          - set: {price: 5}
            expect: {price: 5}
        """,
      right: """
        use: [shop.yaml]
        steps:
          - set: {price: 5}
            expect: {price: 5}
        """),
    Explanation(
      .useCycle, "files that use each other in a circle",
      """
      The message names the files of the circle. Put what all of them need into a file of its
      own that uses none of them. (The wrong example is itself named use-cycle.yaml.)
      """,
      wrong: """
        use: [use-cycle.yaml]
        cells:
          total: 10
        """,
      right: """
        use: [shop.yaml]
        cells:
          total: = price * 2
        """),
    Explanation(
      .cannotSet, "something that \"set\" cannot write",
      """
      A derived cell follows from its formula, a reactor and a store change by actions, "now"
      by "advance", a readonly property never. Set what the formula reads, or send the
      action; "given" sets states at the start, and "stub" makes a reactor's settable.
      """,
      wrong: """
        cells:
          price: 10
          total: = price * 2
        steps:
          - set: {total: 30}
        """,
      right: """
        cells:
          price: 10
          total: = price * 2
        steps:
          - set: {price: 15}
            expect: {total: 30}
        """),
    Explanation(
      .cycle, "something that needs itself",
      """
      A derived cell reads itself, through others or directly, so it has no value; or the
      starting values of states need each other, or actors are each other's children, or a
      procedure performs itself. The message names the circle. Make one of them an input, or
      compute it from the others; what is done again and again stands in repeat or for.
      """,
      wrong: """
        cells:
          net: = gross - tax
          tax: 2
          gross: = net + tax
        """,
      right: """
        cells:
          net: 10
          tax: 2
          gross: = net + tax
        """),
  ]
}
