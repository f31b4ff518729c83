import FuzzDriver
import Reports
import Values

// What `merge` does with any bytes that are given as reports, separated by lines of `%%`: they make a
// whole, or are refused with a message; and every report of the whole can be printed and read back.
Fuzzing.run { bytes in
  var merge = ShardMerge()
  do {
    for (number, report) in reports(bytes).enumerated() {
      merge.begin("r\(number).jsonl")
      for (index, line) in report.enumerated() {
        try merge.receive(line, try RunRecord.parse(line), line: index + 1)
      }
    }
    let records = try merge.merged(isPartial: true)
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

func reports(_ bytes: [UInt8]) -> [[String]] {
  let lines = bytes.split(separator: 0x0a).map { String(decoding: $0, as: UTF8.self) }
  return lines.split(separator: "%%").prefix(8).map(Array.init)
}

func printed(_ records: [RunRecord]) -> [String] {
  var reporters: [any Reporter] = [
    TAPReporter(), JUnitReporter(), GitHubReporter(folder: ""), SARIFReporter(), JSONLReporter(),
  ]
  return reporters.indices.map { index in
    records.reduce("") { $0 + reporters[index].receive($1) }
  }
}

/// Nothing but lines of printable text.
func check(_ text: String) {
  for scalar in text.unicodeScalars where scalar != "\n" {
    let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
    let turnsText = [0x202a...0x202e, 0x2066...0x2069, 0x2028...0x2029].contains {
      $0.contains(scalar.value)
    }
    precondition(!isControl && !turnsText, "U+\(String(scalar.value, radix: 16)) is printed raw")
  }
}
