import Scenarios
import Values

@testable import Reports

/// A small file and what may have come of it, made by hand.
struct Sample {
  static let text = """
    cells:
      price: 10
    computations:
      receipt: = "to pay " + string(price)
    scenarios:
      - name: the receipt follows
        steps:
          - set: {price: 20}
            emits: [{receipt: to pay 60}]
            expect: {price: 21}
      - name: later
        skip: not yet
    """

  var sources = SourceMap()
  let file: UInt32

  init(_ text: String = Sample.text, name: String = "shop.yaml") {
    file = sources.add(SourceFile(name: name, bytes: Array(text.utf8)))
  }

  /// The place of the first occurrence of a text.
  func span(_ text: String) -> SourceSpan {
    let bytes = sources.files[Int(file)].bytes
    let part = Array(text.utf8)
    for start in 0...bytes.count - part.count
    where bytes[start..<start + part.count].elementsEqual(part) {
      return SourceSpan(file: file, start: start, end: start + part.count)
    }
    preconditionFailure("not in the sample: \(text)")
  }

  var step: SourceSpan { span("set: {price: 20}").through(span("expect: {price: 21}")) }

  func failure(_ details: [Failure.Detail] = [.init("expected", "21"), .init("actual", "20")])
    -> Failure
  {
    var failure = Failure(.outcome, "price: expected 21", at: span("21"), step: step)
    failure.details = details
    return failure
  }

  func scenario(_ failures: [Failure], name: String = "the receipt follows") -> ScenarioResult {
    ScenarioResult(
      name: name, row: nil, span: span("- name: the receipt follows"),
      verdict: failures.isEmpty ? .passed : .failed, failures: failures)
  }

  var skipped: ScenarioResult {
    ScenarioResult(
      name: "later", row: nil, span: span("- name: later"), verdict: .skipped("not yet"))
  }

  func report(_ scenarios: [ScenarioResult]) -> FileReport {
    FileReport(path: "shop.yaml", sources: sources, scenarios: scenarios)
  }
}
