import Reports
import Values

/// What the fuzzer of `merge` and the test of its corpus put to it: any bytes as reports, separated by
/// lines of `%%`. A promise that is broken ends the process.
package enum MergeProbe {
  /// The reports make a whole, or are refused with a message; and every report of the whole can be
  /// printed, holds nothing but printable text, and is read back as it was written.
  package static func check(_ bytes: [UInt8]) {
    let reports = reports(bytes)
    check(reports)
    // As a report is refused whose lines do not fit its digests, these are made to fit.
    check(reports.map { sealed($0, forgettingSelection: false) })
    check(reports.map { sealed($0, forgettingSelection: true) })
  }

  private static func check(_ reports: [[String]]) {
    do {
      let records = try merged(reports)
      for text in printed(records) { check(text) }
      for record in records {
        let again = try RunRecord.parse(record.line)
        precondition(again == record, "a record is not read back as it was written")
      }
    } catch let error as MergeError {
      precondition(!error.message.isEmpty, "refused without a reason")
    } catch let error as RecordError {
      precondition(!error.message.isEmpty, "refused without a reason")
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The report as the tool would have written it; lines that are no records are left out.
  private static func sealed(_ report: [String], forgettingSelection: Bool) -> [String] {
    var reporter = JSONLReporter()
    return report.compactMap { line in
      guard var record = try? RunRecord.parse(line) else { return nil }
      if forgettingSelection, case .ended(var end) = record {
        end.selected = nil
        record = .ended(end)
      }
      return String(reporter.receive(record).dropLast())
    }
  }

  private static func reports(_ bytes: [UInt8]) -> [[String]] {
    let lines = bytes.split(separator: 0x0a).map { String(decoding: $0, as: UTF8.self) }
    return lines.split(separator: "%%").prefix(8).map(Array.init)
  }

  private static func merged(_ reports: [[String]]) throws -> [RunRecord] {
    var merge = ShardMerge()
    for (number, report) in reports.enumerated() {
      merge.begin("r\(number).jsonl")
      for (index, line) in report.enumerated() {
        try merge.receive(line, try RunRecord.parse(line), line: index + 1)
      }
    }
    return try merge.merged(isPartial: true)
  }

  private static func printed(_ records: [RunRecord]) -> [String] {
    var reporters: [any Reporter] = [
      TAPReporter(), JUnitReporter(), GitHubReporter(folder: ""), SARIFReporter(), JSONLReporter(),
    ]
    return reporters.indices.map { index in
      records.reduce("") { $0 + reporters[index].receive($1) }
    }
  }

  /// Nothing but lines of printable text.
  private static func check(_ text: String) {
    for scalar in text.unicodeScalars where scalar != "\n" {
      let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
      let turnsText = [0x202a...0x202e, 0x2066...0x2069, 0x2028...0x2029].contains {
        $0.contains(scalar.value)
      }
      precondition(
        !isControl && !turnsText, "U+\(String(scalar.value, radix: 16)) is printed raw")
    }
  }
}
