import Values

/// What `check` found as SARIF 2.1.0, which code scanning services read.
///
/// Each result carries a fingerprint of its rule and the line's own text, so that it is known again
/// when lines above it come or go. The rules come before the results, so all is kept to the end.
public struct SARIFReporter: Reporter {
  /// The most results that GitHub takes of one run; the others are counted in a notification.
  private static let mostResults = 25_000

  private var version = ""
  private var rules: [String] = []
  private var numbers: TextTable<Int> = [:]
  private var results: [JSON] = []
  private var notifications: [JSON] = []
  private var unshown = 0
  /// How often a fingerprint has stood in the file under way.
  private var occurrences: TextTable<Int> = [:]

  public init() {}

  public mutating func receive(_ record: RunRecord) -> String {
    switch record {
    case .started(let start): version = start.version
    case .scenario, .model, .traced, .explored, .walked: break
    case .file(let file): add(file)
    case .ended(let end): return LogSafe.guarded(log(end).text, .json) + "\n"
    }
    return ""
  }

  private mutating func add(_ file: FileRecord) {
    occurrences = [:]
    for diagnostic in file.diagnostics {
      if results.count < SARIFReporter.mostResults {
        results.append(result(diagnostic))
      } else {
        unshown += 1
      }
    }
    unshown += file.unshown + file.brokenUses.reduce(0) { $0 + $1.unshown }
    if file.isBroken, file.errors.isEmpty, !file.isToldElsewhere {
      notifications.append(
        [
          "level": "error", "message": SARIFReporter.message(file.errorLine),
          "locations": [
            ["physicalLocation": ["artifactLocation": SARIFReporter.artifact(file.path)]]
          ],
        ])
    }
  }

  private mutating func result(_ diagnostic: DiagnosticRecord) -> JSON {
    let text = ([diagnostic.message] + diagnostic.help.map { "help: \($0)" })
      .joined(separator: "\n")
    let fingerprint = fingerprint(diagnostic)
    let related = diagnostic.related.enumerated().map { index, related in
      SARIFReporter.location(related.place, message: related.message, id: index + 1)
    }
    return [
      "ruleId": .string(diagnostic.code), "ruleIndex": .int(rule(diagnostic.code)),
      "level": .string(diagnostic.severity.rawValue), "message": SARIFReporter.message(text),
      "locations": [SARIFReporter.location(diagnostic.place)],
      "relatedLocations": related.orNone,
      "partialFingerprints": ["primaryLocationLineHash": .string(fingerprint)],
    ]
  }

  /// The number of the rule, which is noted at its first use.
  private mutating func rule(_ code: String) -> Int {
    if let number = numbers[code] { return number }
    numbers[code] = rules.count
    rules.append(code)
    return rules.count - 1
  }

  /// `HASH:N`, N counting equal lines with the same mistake.
  private mutating func fingerprint(_ diagnostic: DiagnosticRecord) -> String {
    let digits = String(Text.hash("\(diagnostic.code)\n\(diagnostic.source)"), radix: 16)
    let number = occurrences[digits, default: 0] + 1
    occurrences[digits] = number
    return "\(digits):\(number)"
  }

  private func log(_ end: RunEnd) -> JSON {
    var notifications = notifications
    for remark in end.remarks {
      notifications.append(["level": "warning", "message": SARIFReporter.message(remark)])
    }
    if unshown > 0 {
      notifications.append(
        [
          "level": "warning",
          "message": SARIFReporter.message("\(unshown.counted("more result")) not listed"),
        ])
    }
    let rules = rules.map(SARIFReporter.rule)
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": ["name": "reactorctl", "version": .string(version), "rules": .array(rules)]
          ],
          "invocations": [
            [
              "executionSuccessful": .bool(!end.isInterrupted && self.notifications.isEmpty),
              "exitCode": .int(end.exitCode), "toolExecutionNotifications": notifications.orNone,
            ]
          ],
          "columnKind": "unicodeCodePoints", "results": .array(results),
        ]
      ],
    ]
  }

  /// What a code stands for, as `explain` tells it.
  private static func rule(_ code: String) -> JSON {
    let explanation = ProblemCode(rawValue: code).flatMap(Explanation.of)
    return [
      "id": .string(code), "shortDescription": explanation.map { message($0.summary) },
      "fullDescription": explanation.map { message($0.meaning) },
      "help": explanation.map { message($0.text) },
    ]
  }

  private static func message(_ text: String) -> JSON {
    ["text": .string(SafeText.shown(text, keepingLineEnds: true))]
  }

  private static func artifact(_ path: String) -> JSON {
    ["uri": .string(uri(path))]
  }

  private static func location(
    _ place: PlaceRecord, message text: String? = nil, id: Int? = nil
  ) -> JSON {
    [
      "id": id.map(JSON.int),
      "physicalLocation": [
        "artifactLocation": artifact(place.file),
        "region": [
          "startLine": .int(place.line), "startColumn": .int(place.column),
          "endLine": .int(place.endLine), "endColumn": .int(place.endColumn),
        ],
      ], "message": text.map(message),
    ]
  }

  /// A path as a URI reference: relative ones stay so, all but letters, digits and a few signs are
  /// percent-encoded.
  static func uri(_ path: String) -> String {
    var uri: [UInt8] = path.hasPrefix("/") ? Array("file://".utf8) : []
    let bytes = path.hasPrefix("./") ? path.utf8.dropFirst(2) : path.utf8[...]
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        uri.append(byte)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8
      }
    }
    return String(decoding: uri, as: UTF8.self)
  }
}
