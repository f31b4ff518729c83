public import Scenarios
public import Values

extension ScenarioLoader {
  /// Reads any YAML map as JSON on one line, the keys of maps in the order of their code points.
  public static func decode(_ path: FilePath) -> DecodeResult {
    var load = DocumentLoad()
    let json = load.run(path) { $0.json($0.document.root) }
    return DecodeResult(json: json?.text, outcome: DocumentOutcome(load, isLoaded: json != nil))
  }

  /// Reads a document `{cel: FORMULA, vars: {…}}`.
  public static func evaluation(_ path: FilePath) -> EvaluationResult {
    var load = DocumentLoad()
    let found = load.run(path) { $0.evaluation() } ?? nil
    return EvaluationResult(
      formula: found?.formula, bindings: found?.bindings ?? [],
      outcome: DocumentOutcome(load, isLoaded: found != nil))
  }

  /// Reads a map of names and values, from YAML or JSON.
  public static func bindings(_ path: FilePath) -> BindingsResult {
    var load = DocumentLoad()
    let bindings = load.run(path) { $0.variables($0.document.root) }
    return BindingsResult(
      bindings: bindings, outcome: DocumentOutcome(load, isLoaded: bindings != nil))
  }
}

/// What came of reading a document that is no scenario file.
public struct DocumentOutcome: Sendable {
  /// By place; 20 at most.
  public let diagnostics: [Diagnostic]
  /// How many diagnostics there were.
  public let total: Int
  public let sources: SourceMap
  /// Set where the file could not be read.
  public let problem: FileProblem?
  public let verdict: Verdict

  init(_ load: DocumentLoad, isLoaded: Bool) {
    let sorted = load.problems.sorted()
    (diagnostics, total) = (sorted.shown, sorted.total)
    sources = load.sources
    problem = load.problem
    switch problem?.kind {
    case .missing, .unreadable: verdict = .unreadable
    case .notAFile, .tooLarge, nil: verdict = isLoaded ? .loaded : .invalid
    }
  }
}

/// A document as JSON.
public struct DecodeResult: Sendable {
  /// Nil where the document is wrong.
  public let json: String?
  public let outcome: DocumentOutcome
}

/// A formula with its variables.
public struct EvaluationResult: Sendable {
  /// Nil where the document is wrong.
  public let formula: Formula?
  public let bindings: [(name: String, value: Value)]
  public let outcome: DocumentOutcome
}

/// Names and their values.
public struct BindingsResult: Sendable {
  /// Nil where the document is wrong.
  public let bindings: [(name: String, value: Value)]?
  public let outcome: DocumentOutcome
}
