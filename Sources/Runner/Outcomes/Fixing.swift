import Scenarios
import Values

/// Finds what to write so that data in an outcome matches a value: the smallest literals that are
/// wrong. A partial map stays partial, a formula is never rewritten, and elements of a list that
/// match stay as they are.
struct Fixing {
  /// Why something is left to the author.
  enum Obstacle {
    static let formula = "a formula is not rewritten"
    static let condition = "a condition is the author's to write"
    static let formulaKey = "a key that begins with \"=\" can only stand in a formula"
    static let cell = "a map in a row is not rewritten"
    static let input = "the scenario reads this column elsewhere, too: the cell is the author's"
    static let literal = "only a `_` is filled in here"
    static let missing = "there is no such property, and what is expected of it is the author's"
    static let pattern = "a pattern is the author's to write"
  }

  /// The value of the data, or nil where a formula in it fails.
  let evaluate: (Datum) -> Value?
  /// Whether a value meets a condition.
  let meets: (Value, Formula) -> Bool
  /// The row at hand.
  var cells: RowCells?
  /// Whether a literal may be rewritten; elsewhere `_` alone is filled in.
  let rewritesLiterals: Bool
  private(set) var fixes: [Fix] = []
  private(set) var obstacle: String?

  init(
    rewritesLiterals: Bool, meets: @escaping (Value, Formula) -> Bool,
    evaluate: @escaping (Datum) -> Value?
  ) {
    self.rewritesLiterals = rewritesLiterals
    self.meets = meets
    self.evaluate = evaluate
  }

  /// Makes the data match; `whole` where maps are compared whole.
  mutating func fix(_ datum: Datum, to actual: Value, whole: Bool) {
    switch datum.content {
    case .placeholder: replace(datum, by: actual)
    case .formula:
      if !isMet(datum, by: actual, whole: whole) { fix(formula: datum, to: actual, whole: whole) }
    case .condition:
      if !isMet(datum, by: actual, whole: whole) { refuse(Obstacle.condition) }
    case .value:
      if !isMet(datum, by: actual, whole: whole) { replace(datum, by: actual) }
    case .list(let elements):
      guard case .list(let list) = actual else { return replace(datum, by: actual) }
      fix(elements, of: datum, to: list.elements.array, whole: whole)
    case .map(let entries):
      guard case .map(let map) = actual else { return replace(datum, by: actual) }
      fix(entries, of: datum, to: map, whole: whole)
    }
  }

  /// A formula stays, but where it is the name of a column, the cell of the row is rewritten.
  mutating func fix(formula datum: Datum, to actual: Value, whole: Bool) {
    guard let cell = cells?.cell(of: datum) else { return refuse(Obstacle.formula) }
    // A model that answers the same whatever it is given would take its own input away.
    if cells?.isInput(datum) == true { return refuse(Obstacle.input) }
    switch cell.content {
    // Which of its keys are meant is not said there.
    case .value(.map): refuse(Obstacle.cell)
    case .map where !cell.holdsPlaceholder: refuse(Obstacle.cell)
    case .value, .placeholder: replace(cell, by: actual)
    // A `_` or a formula is in it.
    case .list, .map: fix(cell, to: actual, whole: whole)
    case .formula, .condition: refuse(Obstacle.formula)
    }
  }

  mutating func refuse(_ reason: String) { obstacle = obstacle ?? reason }

  /// Whether the data matches as it stands: a `_` never does.
  func isMet(_ datum: Datum, by actual: Value, whole: Bool) -> Bool {
    if datum.holdsPlaceholder { return false }
    guard datum.holdsCondition else {
      return evaluate(datum).map { actual.matches($0, whole: whole) } ?? false
    }
    switch (datum.content, actual) {
    case (.condition(let formula), _): return meets(actual, formula)
    case (.list(let elements), .list(let list)):
      return elements.count == list.count
        && zip(elements, list.elements).allSatisfy { isMet($0, by: $1, whole: whole) }
    case (.map(let entries), .map(let map)):
      if whole, map.count > entries.count { return false }
      return entries.allSatisfy { entry in
        map[entry.key.text].map { isMet(entry.value, by: $0, whole: whole) } ?? false
      }
    case (.value, _), (.formula, _), (.placeholder, _), (.list, _), (.map, _): return false
    }
  }

  /// Writes the value in the place of all the data.
  mutating func replace(_ datum: Datum, by actual: Value) {
    if case .placeholder = datum.content {
      return fixes.append(Fix(.replace(actual), at: datum.span, isPlaceholder: true))
    }
    guard rewritesLiterals else { return refuse(Obstacle.literal) }
    if datum.holdsFormula { return refuse(Obstacle.formula) }
    // A whole number stays written as one.
    if case .value(.int) = datum.content, case .double(let double) = actual,
      let int = Int64(exactly: double), double != 0 || double.sign == .plus
    {
      return fixes.append(Fix(.replace(.int(int)), at: datum.span))
    }
    fixes.append(Fix(.replace(actual), at: datum.span))
  }

  // MARK: Maps

  private mutating func fix(
    _ entries: [Datum.Entry], of datum: Datum, to map: Map, whole: Bool
  ) {
    let isMissing = entries.map { map[$0.key.text] == nil }
    if !entries.isEmpty, !isMissing.contains(false) { return replace(datum, by: .map(map)) }
    for entry in entries {
      if let value = map[entry.key.text] {
        fix(entry.value, to: value, whole: whole)
      } else if !whole {
        refuse(Obstacle.missing)
      }
    }
    if whole { hold(map, entries, isMissing, at: datum) }
  }

  /// Takes out what is not there, and adds what is not named.
  private mutating func hold(
    _ map: Map, _ entries: [Datum.Entry], _ isMissing: [Bool],
    at datum: Datum
  ) {
    var items = entries.indices.filter { !isMissing[$0] }.map { Fix.Item.kept($0) }
    let isShorter = items.count < entries.count
    for index in entries.surplus(in: map) {
      guard case .string(let name) = map.keys[index] else { return refuse("a key is no text") }
      if name.hasPrefix("=") { return refuse(Obstacle.formulaKey) }
      items.append(.entry(key: name, map.values[index]))
    }
    guard isShorter || items.count > entries.count else { return }
    guard rewritesLiterals else { return refuse(Obstacle.literal) }
    let isLost = zip(entries, isMissing).contains { $1 && $0.value.holdsFormula }
    if isLost { return refuse(Obstacle.formula) }
    fixes.append(Fix(.hold(items), at: datum.span))
  }

  // MARK: Lists

  private mutating func fix(
    _ elements: [Datum], of datum: Datum, to values: [Value], whole: Bool
  ) {
    let pairing = Pairing(elements.count, values.count) { element, value in
      isMet(elements[element], by: values[value], whole: whole)
    }
    for (element, value) in pairing.doubtful {
      fix(elements[element], to: values[value], whole: whole)
    }
    hold(pairing, elements, at: datum.span) { .element(values[$0]) }
  }

  /// Gives a list the length it lacks, or takes off what is too much.
  mutating func hold(
    _ pairing: Pairing, _ elements: [Datum], at span: SourceSpan, _ item: (Int) -> Fix.Item
  ) {
    guard pairing.changesLength else { return }
    guard rewritesLiterals else { return refuse(Obstacle.literal) }
    if pairing.removed.contains(where: { elements[$0].holdsFormula }) {
      return refuse(Obstacle.formula)
    }
    fixes.append(Fix(.hold(pairing.items(item)), at: span))
  }
}

/// Which element of a list stands for which value: the same from the start and from the end as far
/// as they match, and in between one by one.
struct Pairing {
  /// Elements that may have to change, with their values.
  let doubtful: [(element: Int, value: Int)]
  /// Elements too many, between the doubtful ones and those that match from the end.
  let removed: Range<Int>
  /// Values too many, there as well.
  let added: Range<Int>
  private let elements: Int

  init(_ elements: Int, _ values: Int, matches: (Int, Int) -> Bool) {
    let least = min(elements, values)
    var start = 0
    while start < least, matches(start, start) { start += 1 }
    var end = 0
    // Of equal length each stands for its own.
    while elements != values, end < least - start,
      matches(elements - 1 - end, values - 1 - end)
    { end += 1 }
    let pairs = least - start - end
    doubtful = (start..<start + pairs).map { ($0, $0) }
    removed = start + pairs..<elements - end
    added = start + pairs..<values - end
    self.elements = elements
  }

  var changesLength: Bool { !removed.isEmpty || !added.isEmpty }

  /// What the list is to hold.
  func items(_ item: (Int) -> Fix.Item) -> [Fix.Item] {
    (0..<removed.lowerBound).map { .kept($0) } + added.map(item)
      + (removed.upperBound..<elements).map { .kept($0) }
  }
}

extension Datum {
  var holdsFormula: Bool {
    switch content {
    case .formula, .condition: true
    case .list(let elements): elements.contains(where: \.holdsFormula)
    case .map(let entries): entries.contains { $0.value.holdsFormula }
    case .value, .placeholder: false
    }
  }

  var holdsPlaceholder: Bool {
    switch content {
    case .placeholder: true
    case .list(let elements): elements.contains(where: \.holdsPlaceholder)
    case .map(let entries): entries.contains { $0.value.holdsPlaceholder }
    case .value, .formula, .condition: false
    }
  }

  var holdsCondition: Bool {
    switch content {
    case .condition: true
    case .list(let elements): elements.contains(where: \.holdsCondition)
    case .map(let entries): entries.contains { $0.value.holdsCondition }
    case .value, .formula, .placeholder: false
    }
  }

  /// As written, for messages: a condition as its formula, anything else as `told` has it.
  func text(_ told: (Datum) -> String) -> String {
    guard holdsCondition else { return told(self) }
    switch content {
    case .condition(let formula): return "= \(formula.text)"
    case .list(let elements):
      return "[" + elements.map { $0.text(told) }.joined(separator: ", ") + "]"
    case .map(let entries):
      let texts = entries.map { entry in
        let key = (try? Value.record([(entry.key.text, .null)]).description) ?? ""
        return key.dropFirst().dropLast("null}".utf8.count) + entry.value.text(told)
      }
      return "{" + texts.joined(separator: ", ") + "}"
    case .value, .formula, .placeholder: return told(self)
    }
  }
}

extension Failure {
  mutating func take(_ fixing: Fixing) {
    fixes = fixing.fixes
    obstacle = fixing.obstacle
  }
}

extension [Datum.Entry] {
  /// The places of the keys of a map that are not among the named ones.
  func surplus(in map: Map) -> [Int] {
    let named = TextSet(lazy.map(\.key.text))
    return map.keys.indices.filter { index in
      if case .string(let key) = map.keys[index] { !named.contains(key) } else { true }
    }
  }
}
