import Values

/// Says in our words what libyaml found wrong, at the place where the author can mend it.
struct YAMLSyntax {
  private let lines: FormulaQuoting
  private let document: YAMLDocument
  /// Where it was noticed, and where what was being read then began.
  private let at: Int
  private let opener: Int
  private let failure: SyntaxFailure

  private var bytes: UnsafeBufferPointer<UInt8> { lines.bytes }

  static func report(
    _ failure: SyntaxFailure, _ builder: DocumentBuilder, _ problems: inout Problems
  ) {
    let errors = YAMLSyntax(
      lines: FormulaQuoting(bytes: builder.bytes), document: builder.document,
      at: builder.offsets.offset(failure.mark, in: builder.bytes),
      opener: builder.offsets.offset(failure.contextMark, in: builder.bytes), failure: failure)
    problems.add(errors.diagnostic())
  }

  private func diagnostic() -> Diagnostic {
    if let conflict { return conflict }
    if let tag = tag(around: at) { return tag }
    let problem = failure.problem
    if problem.hasPrefix("mapping values") { return colon() }
    if problem.contains("cannot start any token") { return badStart() }
    if problem.contains("',' or ") { return flow() }
    if problem.contains("tab character") { return tab(at) }
    if problem.contains("unexpected ':'") {
      return error("a space is missing behind this colon", at, help: ["write \": \""])
    }
    if failure.context.contains("quoted scalar") { return quoted() }
    if failure.context.contains("block scalar") {
      if let key = key(at: opener) { return badStart(of: key) }
      return error("the text of \"|\" or \">\" begins on the next line", at)
    }
    if problem.contains("could not find expected ':'") { return missingColon() }
    if problem.contains("expected key") || problem.contains("'-' indicator") { return block() }
    if problem.hasPrefix("block sequence entries") { return listInLine() }
    if failure.context.contains("anchor") || failure.context.contains("alias") { return anchor() }
    if failure.context.contains("tag") || problem.contains("tag") {
      return tag(at: start(of: 0x21))
    }
    if problem.contains("node content") { return noValue() }
    if problem.hasPrefix("mapping keys") {
      return error("\"?\" may not stand here", at, help: ["write the key and a colon: key: value"])
    }
    if problem.contains("document start") || failure.context.contains("directive") {
      return error("this is not part of the document", at)
    }
    return error("this is not valid YAML: \(problem)", at)
  }

  private func tag(at start: Int) -> Diagnostic {
    Diagnostic(
      code: .yamlTag, "tags are not supported", at: word(start),
      help: [lines.help(forTagAt: start), "remove it; quotes make a value a text"]
        .compactMap { $0 })
  }

  /// The tag with which a formula that holds the place may begin: what follows in it is none of YAML's, as in `!a || b`.
  private func tag(around place: Int) -> Diagnostic? {
    let line = lines.line(of: place)
    let start = (line.lowerBound..<max(line.lowerBound, place)).last { index in
      bytes[index] == 0x21 && index > line.lowerBound && lines.isBlank(index - 1)
    }
    // Within a plain text it is no tag.
    guard let start, [": ", ",", "[", "-"].contains(mark(before: start)),
      lines.help(forTagAt: start) != nil, place < lines.end(ofFormulaAt: start, isFlow: true)
    else { return nil }
    return tag(at: start)
  }

  /// The mark that a merge of versions left, where there is one.
  private var conflict: Diagnostic? {
    var start = 0
    while start < bytes.count {
      let line = lines.line(of: start)
      let mark = Array(bytes[line].prefix(8))
      if mark == Array("<<<<<<< ".utf8) || mark == Array(">>>>>>> ".utf8) {
        return error(
          "a merge of two versions was left undecided here", line.lowerBound, length: line.count,
          help: ["keep one of the two versions, and remove the marks"])
      }
      start = line.upperBound
      while start < bytes.count, bytes[start] != 0x0a { start += 1 }
      start += 1
    }
    return nil
  }

  // MARK: Colons

  private func colon() -> Diagnostic {
    let line = lines.line(of: at)
    if let value = lines.value(line), value <= at { return secondColon(value) }
    if at - lines.content(line) > 1024 {
      return error("a key may have 1024 characters at most", lines.content(line))
    }
    // The first colon of its line: the line above is at fault, or this one's indentation.
    guard let above = lineAbove(line) else { return error("a colon may not stand here", at) }
    if let value = lines.value(above), indent(of: line) > indent(of: above) {
      return error(
        "this line is indented below a key that already has a value", lines.content(line),
        help: ["indent it like the line above, or quote a value that goes over several lines"],
        related: [.init(span(value, above.upperBound), "the value is here")])
    }
    if let key = lines.commentedKey(at: lines.content(above)) { return commented(key) }
    return error(
      "a colon is missing", lines.content(above), length: above.upperBound - lines.content(above),
      help: withColon(lines.content(above)..<above.upperBound))
  }

  /// `a: b: c`: a value that holds a colon and a blank.
  private func secondColon(_ value: Int) -> Diagnostic {
    let first = bytes[value]
    guard first != 0x22, first != 0x27, first != 0x5b, first != 0x7b else {
      return error(
        "nothing may follow a value in quotes or brackets", at,
        help: ["quote the whole value"])
    }
    if let bracket = unmarkedBracket(before: value) { return bracket }
    let isFormula = first == 0x3d || lines.startsFormula(value)
    let end = lines.end(ofFormulaAt: value, isFlow: false)
    if bytes[value..<end].last == 0x7d, !bytes[value..<end].contains(0x7b) {
      return error(
        "this \"}\" closes nothing", end - 1,
        help: ["if it is a map, write: {\(lines.text(value..<end))"])
    }
    return Diagnostic(
      code: isFormula ? .unquotedFormula : .yamlSyntax,
      isFormula
        ? "quote this formula: YAML ends it at \": \""
        : "quote this value: YAML takes \": \" in it for another key",
      at: span(value, end),
      help: ["write: \(lines.quoted(value..<end))"]
        + (isFormula ? [] : ["or, if it is a map, put it in braces: {\(lines.text(value..<end))}"]))
  }

  /// `state:{a: 0}`, `state {a: 0}`: a value in brackets that no colon and blank divide from its key, so that the first
  /// colon within it seems to end the key.
  private func unmarkedBracket(before value: Int) -> Diagnostic? {
    let key = lines.content(lines.line(of: value))
    guard key < value,
      let open = (key + 1..<value).first(where: { bytes[$0] == 0x7b || bytes[$0] == 0x5b }),
      bytes[open - 1] == 0x3a || bytes[open - 1] == 0x20
    else { return nil }
    let hasColon = bytes[open - 1] == 0x3a
    let name = lines.text(key..<open - 1)
    return error(
      hasColon ? "a space is missing behind this colon" : "a colon is missing",
      hasColon ? open - 1 : key, length: hasColon ? 1 : open - 1 - key,
      help: ["write: \(name): \(lines.text(open..<lines.line(of: value).upperBound))"])
  }

  /// A list or a map in brackets that stands below its key, and no further in.
  private func unindentedFlow(_ line: Range<Int>) -> Diagnostic? {
    let first = lines.content(line)
    guard bytes[first] == 0x5b || bytes[first] == 0x7b, let above = lineAbove(line),
      indent(of: above) == indent(of: line),
      bytes[above].last(where: { $0 != 0x20 && $0 != 0x0d }) == 0x3a
    else { return nil }
    let space = String(repeating: " ", count: indent(of: line) + 2)
    return error(
      "the value of a key stands further in than the key", first, length: line.upperBound - first,
      help: ["write: \(space)\(lines.text(first..<line.upperBound))"])
  }

  /// A line with the colon put in that it lacks.
  private func withColon(_ line: Range<Int>) -> [String] {
    let (text, first) = (lines.text(line), line.lowerBound)
    if text.hasPrefix("{:") || text.hasPrefix("[:") {
      return ["write: \(lines.quoted(first..<first + 1))"]
    }
    if let colon = text.firstIndex(of: ":") {
      let rest = text[text.index(after: colon)...]
      return ["put a space behind the colon: \(text[..<colon]): \(rest)"]
    }
    guard let blank = text.firstIndex(of: " ") else {
      return ["write: \(text):\(holdsLines(lines.line(of: first)) ? "" : " VALUE")"]
    }
    return ["write: \(text[..<blank]):\(text[blank...])"]
  }

  /// Whether what stands below a line is indented further than it.
  private func holdsLines(_ line: Range<Int>) -> Bool {
    lineBelow(line).map { indent(of: $0) > indent(of: line) } ?? false
  }

  private func missingColon() -> Diagnostic {
    if at - opener > 1024 {
      return error("a key may have 1024 characters at most", opener)
    }
    if let key = lines.commentedKey(at: opener) { return commented(key) }
    if bytes[opener] == 0x21, let key = key(at: opener) {
      return Diagnostic(
        code: .yamlTag,
        "tags are not supported, and a key with \"!\" at its start is taken for one",
        at: span(key.lowerBound, key.upperBound), help: ["write: \(lines.quoted(key))"])
    }
    let line = lines.line(of: opener)
    if [0x22, 0x27].contains(bytes[opener]),
      !bytes[(opener + 1)..<max(opener + 1, line.upperBound)].contains(bytes[opener])
    {
      return error(
        "this quote is not closed on its line", opener, help: ["close it where the text ends"])
    }
    if let value = unindentedFlow(line) { return value }
    return error(
      "a colon is missing", opener, length: line.upperBound - opener,
      help: withColon(opener..<line.upperBound))
  }

  /// `size #1: 3`: a key of which a part is taken for a comment.
  private func commented(_ found: (key: Range<Int>, comment: Int)) -> Diagnostic {
    error(
      "a comment begins here, and the colon behind it is a part of it", found.comment,
      help: ["write: \(lines.quoted(found.key))"])
  }

  // MARK: Starts

  /// The key that begins at the place; nil where no key may, and where none does.
  private func key(at start: Int) -> Range<Int>? {
    let line = lines.line(of: start)
    guard start < line.upperBound else { return nil }
    var before = start
    while before > line.lowerBound, lines.isBlank(before - 1) { before -= 1 }
    let isFirst = lines.content(line) == start
    guard
      isFirst || (before > line.lowerBound && [0x5b, 0x7b, 0x2c].contains(bytes[before - 1]))
    else { return nil }
    let (end, isKey) = lines.end(ofPlainAt: start, isFlow: !isFirst)
    return isKey ? start..<end : nil
  }

  private func badStart(of key: Range<Int>) -> Diagnostic {
    let character = lines.text(key.lowerBound..<key.lowerBound + 1)
    return error(
      "a key cannot begin with \(character == "`" ? "a backtick" : "\"\(character)\"")",
      key.lowerBound, length: key.count, help: ["write: \(lines.quoted(key))"])
  }

  private func badStart() -> Diagnostic {
    guard at < bytes.count else { return error("a value is missing", at) }
    if bytes[at] == 0x09 { return tab(at) }
    if let key = key(at: at) { return badStart(of: key) }
    let character = lines.text(at..<at + 1)
    let end = lines.end(ofFormulaAt: at, isFlow: isInFlow)
    return error(
      "a value cannot begin with \(character == "`" ? "a backtick" : "\"\(character)\"")", at,
      help: ["write: \(lines.quoted(at..<max(end, at + 1)))"])
  }

  private func tab(_ place: Int) -> Diagnostic {
    let line = lines.line(of: place)
    let tab = (line.lowerBound..<line.upperBound).first { bytes[$0] == 0x09 } ?? place
    return error("a tab may not indent", tab, help: ["indent with spaces"])
  }

  private func listInLine() -> Diagnostic {
    error(
      "a list begins on a line of its own", at,
      help: ["put \"- \" on the next line, or write the list in brackets: [a, b]"])
  }

  private func anchor() -> Diagnostic {
    let isAlias = failure.context.contains("alias")
    if let key = key(at: opener) { return badStart(of: key) }
    return error(
      "a name is missing behind \"\(isAlias ? "*" : "&")\"", opener,
      help: ["quote a value that begins with \"\(isAlias ? "*" : "&")\""])
  }

  private func noValue() -> Diagnostic {
    if let problem = commentedValue { return problem }
    guard at < bytes.count else { return error("a value is missing", at) }
    let character = lines.text(at..<min(at + 1, bytes.count))
    if "]}".contains(character) {
      return error("this \"\(character)\" closes nothing", at)
    }
    if character == ":", at == opener + 1, lines.content(lines.line(of: at)) == opener {
      return badStart(of: opener..<at)
    }
    return error("a value is missing before \"\(character)\"", at)
  }

  // MARK: Flow lists and maps

  private var isInFlow: Bool {
    let line = lines.line(of: at)
    var depth = 0
    for index in line.lowerBound..<min(at, line.upperBound) {
      if bytes[index] == 0x5b || bytes[index] == 0x7b { depth += 1 }
      if bytes[index] == 0x5d || bytes[index] == 0x7d { depth -= 1 }
    }
    return depth > 0
  }

  private func flow() -> Diagnostic {
    let open = opener < bytes.count ? lines.text(opener..<opener + 1) : "["
    let close = open == "[" ? "]" : "}"
    if let problem = closedInComment(close) { return problem }
    if let problem = cutFormula { return problem }
    if let formula = formulaBefore(at) {
      let end = lines.end(ofFormulaAt: formula, isFlow: true)
      // The first of these has ended it, however far YAML went before it gave up.
      let marks: [UInt8] = [0x2c, 0x5b, 0x5d, 0x7b, 0x7d]
      let cut = bytes[formula..<at].firstIndex { marks.contains($0) } ?? at
      let mark = lines.text(cut..<min(cut + 1, bytes.count))
      return unquoted(formula..<end, endedAt: mark == ":" ? ": " : mark)
    }
    let opened = [Diagnostic.Related(span(opener, opener + 1), "it is opened here")]
    let isElsewhere = lines.line(of: at).lowerBound != lines.line(of: opener).lowerBound
    if at >= bytes.count || (isElsewhere && bytes[at] == 0x3a) || isDedented {
      return error("this \"\(open)\" is never closed", opener, help: ["add \"\(close)\""])
    }
    if bytes[at] == 0x5d || bytes[at] == 0x7d {
      return error(
        "\"\(close)\" must close this, not \"\(lines.text(at..<at + 1))\"", at,
        related: opened)
    }
    if open == "{", [0x5b, 0x7b].contains(bytes[at]), let key = key(around: at) {
      return error(
        "quote this key: in {} YAML ends it at \"\(lines.text(at..<at + 1))\"", key.lowerBound,
        length: key.count, help: ["write: \(lines.quoted(key))"], related: opened)
    }
    return error(
      "a \",\" or \"\(close)\" is missing here", at,
      help: ["quote a value that holds brackets, commas or \": \""], related: opened)
  }

  /// A formula within the brackets that are open, of which YAML took a quote behind its end for the beginning of a text
  /// that goes over several lines.
  private var cutFormula: Diagnostic? {
    let texts = document.nodes.reversed().prefix { Int($0.start) >= opener }.reversed()
    // On each line there is one of them at most, so that no line is looked through twice.
    for text in texts where text.style == .double || text.style == .single {
      guard bytes[Int(text.start)..<Int(text.end)].contains(0x0a) else { continue }
      if let problem = unquotedFormula(around: Int(text.start)) { return problem }
    }
    return nil
  }

  /// The formula in which the quote stands that YAML has ended before it.
  private func unquotedFormula(around quote: Int) -> Diagnostic? {
    guard let formula = formulaBefore(quote) else { return nil }
    let end = lines.end(ofFormulaAt: formula, isFlow: true)
    return end > quote ? unquoted(formula..<end, endedAt: mark(before: quote)) : nil
  }

  /// What YAML took for the end of a value before the place.
  private func mark(before place: Int) -> String {
    var index = place - 1
    while index > 0, lines.isBlank(index) { index -= 1 }
    let mark = lines.text(index..<index + 1)
    return mark == ":" ? ": " : mark
  }

  /// The key that the place stands in, between the marks of a flow map.
  private func key(around place: Int) -> Range<Int>? {
    let line = lines.line(of: place)
    var start = place
    while start > line.lowerBound, bytes[start - 1] != 0x7b, bytes[start - 1] != 0x2c {
      start -= 1
      // What ends a value before the place leaves a comma missing, not quotes.
      if [0x22, 0x27, 0x5d, 0x7d].contains(bytes[start]) { return nil }
      if bytes[start] == 0x3a, lines.isBlank(start + 1) { return nil }
    }
    guard start > line.lowerBound else { return nil }
    start = lines.skipBlanks(start, place)
    var depth = 0
    for index in place..<max(place, line.upperBound) {
      switch bytes[index] {
      case 0x5b, 0x7b: depth += 1
      case 0x5d, 0x7d: depth -= 1
      case 0x3a where depth == 0 && index + 1 < line.upperBound && lines.isBlank(index + 1):
        return start < index ? start..<index : nil
      case 0x2c where depth <= 0: return nil
      default: break
      }
      if depth < 0 { return nil }
    }
    return nil
  }

  private func unquoted(_ formula: Range<Int>, endedAt mark: String) -> Diagnostic {
    Diagnostic(
      code: .unquotedFormula, "quote this formula: in [] and {} YAML ends it at \"\(mark)\"",
      at: span(formula.lowerBound, formula.upperBound),
      help: ["write: \(lines.quoted(formula))"])
  }

  /// A bracket whose line closes it only in a comment, which may be one in the text of a formula,
  /// or in a text or key without quotes.
  private func closedInComment(_ close: String) -> Diagnostic? {
    let line = lines.line(of: opener)
    guard let (comment, value) = comment(from: opener, in: line), at > comment else { return nil }
    if let formula = formulaBefore(comment) {
      let end = lines.end(ofFormulaAt: formula, isFlow: true)
      if end > comment { return unquoted(formula..<end, endedAt: " #") }
    }
    guard lines.text(comment..<line.upperBound).contains(close) else { return nil }
    let closed = closed(before: comment, in: line, with: close)
    var help: [String] = []
    // A blank behind the sign makes it a comment, if it can be one.
    let isText = comment + 1 < line.upperBound && !lines.isBlank(comment + 1)
    let isWhole = isText && [",", ": ", "["].contains(mark(before: comment))
    if isText || closed == nil, let value = isWhole ? comment : value {
      let end = lines.end(ofPlainAt: value, isFlow: true).end
      if end > comment { help = ["write: \(lines.quoted(value..<end))"] }
    }
    if let closed {
      help.append(help.isEmpty ? "write: \(closed)" : "or, if it is a comment, write: \(closed)")
    }
    return error(
      "a comment begins here, and the \"\(close)\" behind it is a part of it", comment,
      help: help.isEmpty ? ["close it before the comment"] : help,
      related: [Diagnostic.Related(span(opener, opener + 1), "it closes what is opened here")])
  }

  /// A comment on the last line, which stands where a value should.
  private var commentedValue: Diagnostic? {
    guard at >= bytes.count else { return nil }
    let end = lines.line(of: at)
    guard let last = holdsText(end) ? end : lineAbove(end) else { return nil }
    // A blank behind the sign makes it a comment.
    let place = last.dropFirst().dropLast().first { index in
      bytes[index] == 0x23 && lines.isBlank(index - 1) && !lines.isBlank(index + 1)
        && [",", ": ", "["].contains(mark(before: index))
    }
    return place.map { place in
      error(
        "a comment begins here, where a value is missing", place,
        help: ["write: \(lines.quoted(place..<lines.end(ofPlainAt: place, isFlow: true).end))"])
    }
  }

  /// The line with its last brackets before its comment; nil where the comment holds more than words.
  private func closed(
    before comment: Int, in line: Range<Int>, with close: String
  ) -> String? {
    var rest = line.upperBound
    while rest > comment, lines.isBlank(rest - 1) || [0x5d, 0x7d].contains(bytes[rest - 1]) {
      rest -= 1
    }
    let closing = lines.text(rest..<line.upperBound).filter { $0 != " " && $0 != "\t" }
    let words = lines.text(comment..<rest)
    guard closing.hasPrefix(close), !words.contains(where: { "[]{}".contains($0) }),
      !words.contains(": ")
    else { return nil }
    let start = lines.skipBlanks(line.lowerBound, line.upperBound)
    let before = String(lines.text(start..<comment).reversed().drop { $0 == " " }.reversed())
    return "\(before)\(closing) \(words)"
  }

  /// Where a comment begins behind the place, and where the plain text or key before it does; nil
  /// where none does on that line.
  private func comment(from place: Int, in line: Range<Int>) -> (comment: Int, value: Int?)? {
    var quote: UInt8?
    var before: UInt8 = 0
    var value: Int?
    for index in place..<max(place, line.upperBound) {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      if byte == 0x23, index > place, lines.isBlank(index - 1) {
        return (index, value.flatMap { [0x22, 0x27].contains(bytes[$0]) ? nil : $0 })
      }
      if lines.isBlank(index) { continue }
      let isMarked =
        before == 0x3a ? lines.isBlank(index - 1) : [0x5b, 0x7b, 0x2c].contains(before)
      if isMarked { value = [0x5b, 0x7b].contains(byte) ? nil : index }
      if byte == 0x22 || byte == 0x27, [0x5b, 0x7b, 0x2c, 0x3a].contains(before) { quote = byte }
      before = byte
    }
    return nil
  }

  /// Whether the place is on a line indented no more than the one with the opening bracket.
  private var isDedented: Bool {
    let (line, first) = (lines.line(of: at), lines.line(of: opener))
    return line.lowerBound > first.lowerBound && indent(of: line) <= indent(of: first)
      && bytes[at] != 0x5d && bytes[at] != 0x7d
  }

  /// The start of the plain formula that ends at the place, where there is one.
  private func formulaBefore(_ place: Int) -> Int? {
    let line = lines.line(of: min(place, max(0, bytes.count - 1)))
    var index = min(place, line.upperBound) - 1
    while index > line.lowerBound {
      if bytes[index] == 0x3d {
        var before = index - 1
        while before > line.lowerBound, lines.isBlank(before) { before -= 1 }
        let isSeparated = before == index - 1 ? bytes[before] != 0x3a : true
        if isSeparated, [0x3a, 0x2c, 0x5b, 0x7b].contains(bytes[before]) { return index }
      }
      index -= 1
    }
    // Under a key that only holds formulas, the "=" may be left out.
    let start = lines.formulaStart(before: min(place, line.upperBound), in: line)
    return start.flatMap { start in
      lines.end(ofFormulaAt: start, isFlow: true) > place ? start : nil
    }
  }

  // MARK: Quotes

  private func quoted() -> Diagnostic {
    let isUnclosed =
      failure.problem.contains("end of stream") || failure.problem.contains("document indicator")
    let isLinesBelow = lines.line(of: opener).upperBound < at
    if isUnclosed || isLinesBelow, let problem = unquotedFormula(around: opener) { return problem }
    if isUnclosed {
      return error("this quote is never closed", opener, help: ["close it where the text ends"])
    }
    var escape = min(at, bytes.count)
    while escape > opener, escape > at - 3, escape >= bytes.count || bytes[escape] != 0x5c {
      escape -= 1
    }
    var end = min(escape + 2, bytes.count)
    let kind = escape + 1 < bytes.count ? bytes[escape + 1] : 0
    guard failure.problem.contains("unknown escape") else {
      let most = end + (kind == 0x78 ? 2 : kind == 0x75 ? 4 : 8)
      while end < min(most, bytes.count), Character(.init(bytes[end])).isHexDigit { end += 1 }
      return error(
        failure.problem.contains("invalid Unicode")
          ? "this escape is no character" : "this escape lacks digits",
        escape, length: end - escape,
        help: ["write the character itself, or its code as \\U and eight digits: \\U0001F600"])
    }
    while end < bytes.count, bytes[end] & 0xc0 == 0x80 { end += 1 }
    return error(
      "there is no escape \"\(lines.text(escape..<end))\"", escape, length: end - escape,
      help: ["write a backslash as \\\\, or use single quotes, which have no escapes"])
  }

  // MARK: Blocks

  private func block() -> Diagnostic {
    let line = lines.line(of: at)
    let isFirst = lines.skipBlanks(line.lowerBound, line.upperBound) == at
    if let quote = unclosedQuote() { return quote }
    guard isFirst else { return rubbish() }
    if at < bytes.count, bytes[at] == 0x3a {
      return error("a key is missing before the colon", at)
    }
    let isItem = bytes[at] == 0x2d && (at + 1 >= bytes.count || bytes[at + 1] <= 0x20)
    if let stray = strayBracket() { return stray }
    let isMap = failure.problem.contains("key")
    let opened = Diagnostic.Related(
      span(opener, opener + 1), isMap ? "the map begins here" : "the list begins here")
    if indent(of: line) != opener - lines.line(of: opener).lowerBound {
      return error(
        "this line is indented unlike those above it", at, length: line.upperBound - at,
        help: ["begin it in the column of the line that it belongs to"], related: [opened])
    }
    return error(
      isItem ? "a list item may not stand among keys" : "a list item must begin with \"- \"", at,
      length: line.upperBound - at,
      help: isItem ? ["give the list a key of its own, and indent it below that"] : [],
      related: [opened])
  }

  /// A bracket at the place, where none is open.
  private func strayBracket() -> Diagnostic? {
    guard at < bytes.count, bytes[at] == 0x5d || bytes[at] == 0x7d else { return nil }
    return error("this \"\(lines.text(at..<at + 1))\" closes nothing", at)
  }

  /// Something behind a complete value.
  private func rubbish() -> Diagnostic {
    let line = lines.line(of: at)
    if let stray = strayBracket() { return stray }
    if let value = lines.value(line), value < at {
      let end = lines.end(ofFormulaAt: value, isFlow: false)
      if lines.text(at..<line.upperBound) == "," {
        return error("nothing may follow the end of this value", at, help: ["leave out the comma"])
      }
      return error(
        "nothing may follow the end of this value", at, length: line.upperBound - at,
        help: ["to make one text of it, write: \(lines.quoted(value..<max(end, value)))"])
    }
    return error("nothing may follow the end of this value", at, length: line.upperBound - at)
  }

  /// The start of a text in quotes that goes over several lines and ends just before the place: a
  /// quote is missing in between.
  private func unclosedQuote() -> Diagnostic? {
    guard let last = document.nodes.last, last.style == .double || last.style == .single,
      Int(last.end) <= at
    else { return nil }
    let (first, end) = (lines.line(of: Int(last.start)), lines.line(of: Int(last.end)))
    guard first.lowerBound != end.lowerBound, end.lowerBound == lines.line(of: at).lowerBound
    else { return nil }
    return error(
      "this quote is not closed on its line", Int(last.start),
      help: ["close it where the text ends"],
      related: [.init(span(Int(last.end) - 1, Int(last.end)), "the text goes on to here")])
  }

  // MARK: Lines

  private func indent(of line: Range<Int>) -> Int {
    lines.skipBlanks(line.lowerBound, line.upperBound) - line.lowerBound
  }

  /// Whether something stands on a line that is no comment.
  private func holdsText(_ line: Range<Int>) -> Bool {
    let first = lines.skipBlanks(line.lowerBound, line.upperBound)
    return first < line.upperBound && bytes[first] != 0x23
  }

  /// The nearest line below with something on it.
  private func lineBelow(_ line: Range<Int>) -> Range<Int>? {
    var end = line.upperBound
    while let feed = bytes[end...].firstIndex(of: 0x0a) {
      let below = lines.line(of: feed + 1)
      if holdsText(below) { return below }
      end = max(below.upperBound, feed + 1)
    }
    return nil
  }

  /// The nearest line above with something on it.
  private func lineAbove(_ line: Range<Int>) -> Range<Int>? {
    var start = line.lowerBound
    while start > 0 {
      let above = lines.line(of: start - 1)
      if holdsText(above) { return above }
      if above.lowerBound >= start { return nil }
      start = above.lowerBound
    }
    return nil
  }

  private func start(of byte: UInt8) -> Int {
    let line = lines.line(of: min(at, max(0, bytes.count - 1)))
    return line.first { bytes[$0] == byte } ?? min(at, line.upperBound)
  }

  private func word(_ start: Int) -> SourceSpan {
    var end = start
    while end < bytes.count, bytes[end] > 0x20 { end += 1 }
    return span(start, end)
  }

  private func span(_ start: Int, _ end: Int) -> SourceSpan {
    SourceSpan(file: document.file, start: start, end: end)
  }

  private func error(
    _ message: String, _ start: Int, length: Int = 1, help: [String] = [],
    related: [Diagnostic.Related] = []
  ) -> Diagnostic {
    Diagnostic(
      code: .yamlSyntax, message, at: span(start, start + length), help: help, related: related)
  }
}
