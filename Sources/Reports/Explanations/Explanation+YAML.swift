import Values

extension Explanation {
  static let yaml = [
    Explanation(
      .yamlSyntax, "the text is no valid YAML",
      """
      YAML gives some characters a meaning: a colon and a space begin a new key, [ and {
      begin lists and maps, % and @ may not begin a value. The message says where reading
      ended; the mistake is there or shortly before. Quotes make any text a plain value.
      """,
      wrong: """
        cells:
          title: Total: 5
        """,
      right: """
        cells:
          title: "Total: 5"
        """),
    Explanation(
      .unquotedFormula, "YAML ends this formula early, so it needs quotes",
      """
      A plain value ends at a colon and a space, and at a space and a #; inside [] and {}
      also at a comma. A formula in which one of these stands is put into single quotes,
      with its own texts in double quotes inside.
      """,
      wrong: """
        cells:
          total: 5
          label: = "Total: " + string(total)
        """,
      right: """
        cells:
          total: 5
          label: '= "Total: " + string(total)'
        """),
    Explanation(
      .badEncoding, "the file is not UTF-8",
      """
      Files are read as UTF-8 and nothing else, so that they mean the same everywhere. Save
      the file again as UTF-8; editors call it "Save with Encoding".
      """,
      wrong: """
        # This file was saved as UTF-16.
        cells:
          city: Zürich
        """,
      right: """
        # This file was saved as UTF-8.
        cells:
          city: Zürich
        """),
    Explanation(
      .controlCharacter, "an invisible character that could deceive a reader",
      #"""
      Control characters, marks that change the direction of text, and the like are refused:
      a reviewer would see another file than the tool. Where one is really wanted, it is
      written as an escape in double quotes: "\u202E", "\e".
      """#,
      wrong: "cells:\n  text: \"a\u{202E}b\"",
      right: #"""
        cells:
          text: "a\u202Eb"
        """#),
    Explanation(
      .yamlDirective, "a line that begins with % and is no content",
      """
      Files are YAML 1.2. A line %YAML 1.1 would promise other rules than those in force,
      and %TAG has no use, for there are no tags. Leave the line out.
      """,
      wrong: """
        %YAML 1.1
        ---
        cells:
          price: 10
        """,
      right: """
        cells:
          price: 10
        """),
    Explanation(
      .yamlTag, "a tag, such as !!str or !include",
      """
      Tags are not supported: the type of a value follows from how it is written. Quotes
      make it a text. Parts of the model in another file are taken in by "use".
      """,
      wrong: """
        cells:
          code: !!str 12
        """,
      right: """
        cells:
          code: "12"
        """),
    Explanation(
      .severalDocuments, "a second document in one file",
      """
      A file holds one YAML document. What follows a line --- would be a second one, which
      is easily overlooked. Make it a file of its own, or one of several scenarios.
      """,
      wrong: """
        cells:
          price: 10
        ---
        cells:
          price: 20
        """,
      right: """
        cells:
          price: 10
          discount: 20
        """),
    Explanation(
      .emptyFile, "a file without content",
      """
      A file holds a map with keys such as "cells" and "scenarios", and here is nothing, or
      only comments. reactorctl init writes a first scenario.
      """,
      wrong: """
        # to be written
        """,
      right: """
        cells:
          price: 10
        """),
    Explanation(
      .badRoot, "the file holds a list or a value where it must hold a map",
      """
      The outermost thing in a file is a map of keys and values. A line that begins with -
      makes it a list.
      """,
      wrong: """
        - cells:
            price: 10
        """,
      right: """
        cells:
          price: 10
        """),
    Explanation(
      .badKey, "a key that is no text",
      """
      Keys are texts. Plain true, null and 12 are a bool, a null and a number, so as keys
      they are quoted; a list or a map cannot be a key.
      """,
      wrong: """
        cells:
          words: {true: one}
        """,
      right: """
        cells:
          words: {"true": one}
        """),
    Explanation(
      .duplicateKey, "the same key twice in one map",
      """
      Of two equal keys only one could count, and YAML does not say which. The message shows
      both places. Delete or rename one of them.
      """,
      wrong: """
        cells:
          price: 10
          price: 20
        """,
      right: """
        cells:
          price: 10
          discount: 20
        """),
    Explanation(
      .ambiguousValue, "a plain word that readers of YAML understand differently",
      """
      yes, no, on, off, 0777, 1_000 and 1:30:00 are texts to some readers of YAML and bools
      or numbers to others. Say which you mean: quote the text, or write true, false or the
      number.
      """,
      wrong: """
        cells:
          open: yes
        """,
      right: """
        cells:
          open: true
        """),
    Explanation(
      .badAnchor, "the name of an anchor has a character that it may not have",
      """
      The name behind & has letters, digits, _ and - only. YAML would take a colon that
      follows it at once for a part of the name.
      """,
      wrong: """
        cells:
          pen: &an:chor blue
        """,
      right: """
        cells:
          pen: &anchor blue
        """),
    Explanation(
      .duplicateAnchor, "two anchors of one name",
      """
      YAML would let the later one win from there on, so that *name means different things
      in different lines. Give each anchor its own name.
      """,
      wrong: """
        x-pen: &base {color: blue}
        x-ink: &base {color: red}
        """,
      right: """
        x-pen: &pen {color: blue}
        x-ink: &ink {color: red}
        """),
    Explanation(
      .badAlias, "an alias to something that is not there, not yet there, or around it",
      """
      *name stands for what was marked with &name before it. There must be such an anchor,
      it must stand earlier in the same file, and not around the alias itself. Keys that
      begin with x- are a good place for anchors.
      """,
      wrong: """
        cells:
          pen: *base
        """,
      right: """
        x-base: &base {color: blue}
        cells:
          pen: *base
        """),
    Explanation(
      .badMerge, "the key << needs a map",
      """
      << puts the entries of another map into this one, so what follows it is an alias of a
      map, or a list of such. A key that is really named so is quoted: "<<".
      """,
      wrong: """
        cells:
          pen: {<<: blue, size: 1}
        """,
      right: """
        x-base: &base {color: blue}
        cells:
          pen: {<<: *base, size: 1}
        """),
    Explanation(
      .badTable, "a file of rows is no table of CSV",
      """
      The first line names the columns, and each row has as many cells, with commas between
      them. A cell that holds a comma, a quote or a line end stands in quotes; a quote within
      is written twice.
      """,
      wrong: table, right: table,
      tables: ("price,name\n10,pen, blue", "price,name\n10,\"pen, blue\"")),
    Explanation(
      .badSchedule, "a schedule that is no token",
      """
      "schedule" takes what explore prints behind the word "token": three parts with dots
      between them, of letters and digits.
      """,
      wrong: """
        cells: {n: 0}
        always: n < 5
        scenarios:
          - schedule: 4, 1, 2
            steps: [{set: {n: 1}}]
        """,
      right: """
        cells: {n: 0}
        always: n < 5
        scenarios:
          - schedule: rx1.00000.
            steps: [{set: {n: 1}}]
        """),
  ]

  private static let table = """
    cells:
      cost: 0
    scenarios:
      - name: "{name}"
        each: {file: bad-table.csv}
        steps:
          - set: {cost: = price}
            expect: {cost: = price}
    """
}
