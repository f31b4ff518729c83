import CEL
import Scenarios
import Values

extension ScenarioReader {
  /// Reads a formula that a key can only hold: the `=` may be left out.
  mutating func formula(_ id: ID, of what: String) -> Formula? {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .scalar else {
      let cut = document[target].kind == .map ? " (quote a formula that holds a colon)" : ""
      reportType(what, takes: "a formula\(cut)", id)
      return nil
    }
    if isEmpty(target) {
      report(.missingValue, "\(what) takes a formula", at: document.span(target))
      return nil
    }
    return formula(target)
  }

  mutating func formulas(_ id: ID, of what: String) -> [Formula] {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .list else {
      return formula(target, of: what).map { [$0] } ?? []
    }
    return document.elements(target).compactMap { formula($0, of: what) }
  }

  /// Reads a scalar as a formula, with or without its `=`. The names in it are looked up; where it
  /// is no formula, a stand-in comes back.
  mutating func formula(_ id: ID) -> Formula {
    let skipped = document.withText(id) { text in
      var index = text.first == 0x3d ? 1 : 0
      while index < text.count, text[index] == 0x20 || text[index] == 0x0a { index += 1 }
      return index
    }
    let source = document.withText(id) {
      String(decoding: $0[min(skipped, $0.count)...], as: UTF8.self)
    }
    let place = document.place(id).dropping(skipped)
    return formula(source, of: id, at: place) { (reader) throws(CEL.SyntaxErrors) in
      try reader.parse(source, of: id)
    }
  }

  /// Reads a part of a scalar as a formula, given by its bytes.
  mutating func formula(in range: Range<Int>, of id: ID) -> Formula {
    let source = document.withText(id) { String(decoding: $0[range], as: UTF8.self) }
    let place = document.place(id).dropping(range.lowerBound)
    return formula(source, of: id, at: place) { (_) throws(CEL.SyntaxErrors) in
      try Expression.parse(source)
    }
  }

  private mutating func formula(
    _ source: String, of id: ID, at place: TextPlace,
    parsed: (ScenarioReader) throws(CEL.SyntaxErrors) -> Expression
  ) -> Formula {
    formulasRead.count += 1
    formulasRead.bytes += source.utf8.count
    if formulasRead.count % 64 == 0, !isCutShort { isCutShort = isInterrupted() }
    do throws(CEL.SyntaxErrors) {
      let expression = isCutShort ? ScenarioReader.standIn : try parsed(self)
      let formula = Formula(
        text: source, program: expression.plan(in: scope),
        span: place.span(of: 0..<source.utf8.count), place: place)
      checkNames(formula)
      return formula
    } catch {
      refuse(id, error, place)
      return Formula(
        text: source, program: ScenarioReader.standIn.plan(in: scope), span: document.span(id),
        place: place)
    }
  }

  /// Parses a formula where nobody has that shares the document.
  private func parse(_ source: String, of id: ID) throws(CEL.SyntaxErrors) -> Expression {
    if let parsed = document.formulas?[id] { return parsed }
    let expression = try Expression.parse(source)
    document.formulas?.keep(expression, of: id)
    return expression
  }

  private static let standIn: Expression = {
    do throws(CEL.SyntaxErrors) {
      return try Expression.parse("null")
    } catch {
      preconditionFailure("null is a formula")
    }
  }()

  private mutating func refuse(_ id: ID, _ errors: CEL.SyntaxErrors, _ place: TextPlace) {
    if let range = cut(id) { return refuseCut(range, endsAt: Int(document[id].end)) }
    let isEmpty = document.withText(id) { text in text.allSatisfy { $0 == 0x3d || $0 <= 0x20 } }
    if isEmpty {
      return report(.formulaSyntax, "the formula is empty", at: document.span(id))
    }
    let cure = document.withText(id) { $0.dropFirst().first == 0x3d } ? textCure(id) : nil
    for (number, error) in errors.errors.enumerated() {
      report(
        .formulaSyntax, error.message, at: place.span(of: error.range),
        help: error.help + (number == 0 ? [cure].compactMap { $0 } : []))
    }
  }

  /// How to write a text that begins with "=", which is taken for a formula.
  private func textCure(_ id: ID) -> String? {
    let text = document.text(id)
    guard problems.isHelpWanted, text.utf8.count <= 100 else { return nil }
    let formula = FormulaQuoting.quote(FormulaText.formula(.string(text)))
    return "for a text that begins with \"=\", write: \(formula)"
  }

  // MARK: Formulas that YAML cut short

  /// The whole formula, where a plain scalar holds only its beginning.
  private func cut(_ id: ID) -> Range<Int>? {
    let node = document[id]
    guard node.kind == .scalar, node.style == .plain, node.isVerbatim, !document.isTable,
      problems.isHelpWanted
    else { return nil }
    return document.source.bytes.withUnsafeBufferPointer { bytes in
      let lines = FormulaQuoting(bytes: bytes)
      let next = lines.skipBlanks(Int(node.end), bytes.count)
      let isFlow = next < bytes.count && [0x2c, 0x5d, 0x7d].contains(bytes[next])
      let end = lines.end(ofFormulaAt: Int(node.start), isFlow: isFlow)
      return end > Int(node.end) ? Int(node.start)..<end : nil
    }
  }

  private mutating func refuseCut(_ range: Range<Int>, endsAt end: Int) {
    let (mark, quoted) = document.source.bytes.withUnsafeBufferPointer { bytes in
      let lines = FormulaQuoting(bytes: bytes)
      let next = lines.skipBlanks(end, bytes.count)
      let mark =
        switch next < bytes.count ? bytes[next] : 0 {
        case 0x23: " #"
        case 0x3a: ": "
        default: lines.text(next..<min(next + 1, bytes.count))
        }
      return (mark, lines.quoted(range))
    }
    let span = SourceSpan(file: document.file, start: range.lowerBound, end: range.upperBound)
    report(
      .unquotedFormula, "quote this formula: YAML ends it at \"\(mark)\"", at: span,
      help: ["write: \(quoted)"])
    // What YAML took for a key without a value has its place at the bracket behind the formula.
    problems.silence(
      SourceSpan(file: document.file, start: range.lowerBound, end: range.upperBound + 1))
  }

  /// Reports a key that is the beginning of a formula; false where it is none.
  mutating func refuseFormulaKey(_ key: ID) -> Bool {
    let node = document[key]
    guard readsFormulas, node.kind == .scalar, node.style == .plain, node.isVerbatim,
      document.withText(key, { $0.first == 0x3d })
    else { return false }
    guard problems.isHelpWanted else {
      report(.unquotedFormula, "a formula cannot be a key", at: document.span(key))
      return true
    }
    let end = document.source.bytes.withUnsafeBufferPointer { bytes in
      let lines = FormulaQuoting(bytes: bytes)
      let line = lines.line(of: Int(node.start))
      let isFlow = bytes[line.lowerBound..<Int(node.start)].contains { $0 == 0x7b || $0 == 0x5b }
      return lines.end(ofFormulaAt: Int(node.start), isFlow: isFlow)
    }
    if let path = path(behindSignOf: key) {
      report(
        .unquotedFormula, "a formula cannot be a key", at: document.span(key),
        help: ["to name what \"\(path)\" stands for, write: \(path): …"])
    } else {
      refuseCut(Int(node.start)..<end, endsAt: Int(node.end))
    }
    return true
  }

  /// The path that a key is but for its `=`, where its colon and a value follow.
  private func path(behindSignOf key: ID) -> String? {
    let path = document.text(key).dropFirst().drop { $0 == " " }
    let isPath = path.split(separator: ".", omittingEmptySubsequences: false)
      .allSatisfy { Names.isName(String($0)) }
    let bytes = document.source.bytes
    let end = Int(document[key].end)
    return isPath && end < bytes.count && bytes[end] == 0x3a ? String(path) : nil
  }
}
