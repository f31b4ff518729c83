import CEL
import Scenarios
import Values

/// Who performs whom: no procedure leads back to itself, and none is given what it does not read.
struct ProcedureCheck {
  private let file: ScenarioFile

  init(_ file: ScenarioFile) { self.file = file }

  func check(_ problems: inout Problems) {
    if file.procedures.isEmpty { return }
    // Before the cycles are told, which hide nothing of what is read.
    let flawed = flawed(problems)
    checkCycles(&problems)
    var calls = file.procedures.indices.map { number in
      let reads = flawed.contains(number) ? .unknown : ArgumentReads(file.procedures[number])
      return (reads: reads, given: [Gift]())
    }
    file.eachScriptPiece { piece in
      guard case .steps(let steps) = piece else { return }
      steps.eachDeep { step in
        guard case .control(.perform(let performance)) = step.verb,
          calls.indices.contains(performance.procedure.number),
          let names = calls[performance.procedure.number].reads.names
        else { return }
        let given = gifts(of: performance, isAnyRead: !names.isEmpty, &problems)
        calls[performance.procedure.number].given += given
      }
    }
    for (number, call) in calls.enumerated() {
      check(file.procedures[number].name.text, call.reads, call.given, &problems)
    }
  }

  private func checkCycles(_ problems: inout Problems) {
    let numbers = file.procedures.map { procedure in
      var found: [Int] = []
      procedure.steps.eachDeep { step in
        guard case .control(.perform(let performance)) = step.verb else { return }
        let number = performance.procedure.number
        if file.procedures.indices.contains(number) { found.append(number) }
      }
      return found
    }
    ReadingCycles(numbers).report(
      "a procedure performs itself", of: file.procedures.map(\.name),
      help: ["what is to be done again and again stands in: repeat, for"], &problems)
  }

  /// The procedures in which some mistake has been found: what else they read is not known. None stands in another.
  private func flawed(_ problems: Problems) -> Set<Int> {
    let mistakes = problems.all.map(\.span).sorted { ($0.file, $0.start) < ($1.file, $1.start) }
    let spans = file.procedures.map(\.span)
    var flawed: Set<Int> = []
    var next = 0
    let order = spans.indices.sorted {
      (spans[$0].file, spans[$0].start) < (spans[$1].file, spans[$1].start)
    }
    for number in order {
      let span = spans[number]
      while next < mistakes.count,
        (mistakes[next].file, mistakes[next].start) < (span.file, span.start)
      {
        next += 1
      }
      guard next < mistakes.count else { break }
      if mistakes[next].file == span.file, mistakes[next].start < span.end { flawed.insert(number) }
    }
    return flawed
  }

  /// An argument that a procedure is given.
  private struct Gift {
    let text: String
    let span: SourceSpan
  }

  /// What is given by name.
  private func gifts(
    of performance: ControlVerb.Performance, isAnyRead: Bool, _ problems: inout Problems
  ) -> [Gift] {
    guard let arguments = performance.arguments else { return [] }
    switch arguments.content {
    case .map(let entries):
      return entries.map { Gift(text: $0.key.text, span: $0.key.span) }
    case .value(.map(let map)):
      return map.keys.array.compactMap { key in
        if case .string(let text) = key { Gift(text: text, span: arguments.span) } else { nil }
      }
    case .value, .placeholder, .condition, .list, .formula:
      if isAnyRead { return [] }
      let name = performance.procedure.name.text
      problems.error(
        .unknownProperty, "the procedure \"\(name)\" reads no arguments", at: arguments.span,
        help: ["write: perform: \(name)"])
      return []
    }
  }

  /// What a procedure is given and never reads is misspelt, or not needed. Where it reads what is much the same, and
  /// that is given by nobody, it is misspelt in the procedure, and told of once.
  private func check(
    _ name: String, _ reads: ArgumentReads, _ given: [Gift], _ problems: inout Problems
  ) {
    guard let names = reads.names else { return }
    let all = TextSet(given.map(\.text))
    lazy var known = names.sorted()
    var misread = TextSet()
    for gift in given where !names.contains(gift.text) && !misread.contains(gift.text) {
      let near = problems.nearest(to: gift.text, among: known)
      let help = near.map { ["did you mean \"\($0)\"?"] } ?? []
      if let near, !all.contains(near), let place = reads.places[near] {
        misread.insert(gift.text)
        problems.error(
          .unknownProperty, "nobody gives the procedure \"\(name)\" an argument \"\(near)\"",
          at: place, help: ["did you mean \"\(gift.text)\"?"],
          related: [.init(gift.span, "it is given \"\(gift.text)\" here")])
      } else {
        problems.error(
          .unknownProperty, "the procedure \"\(name)\" reads no argument \"\(gift.text)\"",
          at: gift.span, help: help)
      }
    }
  }
}

/// What a procedure reads of what it is given.
private struct ArgumentReads {
  /// The names of the arguments; nil where some are computed, or all are read together.
  private(set) var names: TextSet? = []
  /// Where each is read first.
  private(set) var places: TextTable<SourceSpan> = [:]

  init(_ procedure: Procedure) {
    Piece.steps(procedure.steps).eachRead { note($0, $1, at: $2) }
  }

  private init(names: TextSet?) { self.names = names }

  /// Those of a procedure that could not be read as a whole.
  static var unknown: ArgumentReads { ArgumentReads(names: nil) }

  private mutating func note(_ slot: Slot, _ path: [String], at span: SourceSpan) {
    guard slot == .local(0) else { return }
    guard let first = path.first else {
      names = nil
      return
    }
    names?.insert(first)
    places.keepFirst(span, forKey: first)
  }
}
