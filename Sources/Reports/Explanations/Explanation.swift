public import Values

/// What a code means, written for somebody who has just met it: in a line, in some sentences, and
/// by a file that gives it beside one that does not.
///
/// Both examples are whole files; tests run them. Where they name a second file it is `shop.yaml`,
/// `Explanation.companion`.
public struct Explanation: Sendable {
  public let code: ProblemCode
  /// In one line without a full stop.
  public let summary: String
  /// In whole sentences, lines of at most 80 columns.
  public let meaning: String
  /// A file that gives the code, without a final line end.
  public let wrong: String
  /// A file that says what was probably meant, and gives no message at all; the same file where
  /// the mistake is in its golden or its table.
  public let right: String
  /// The `.golden` files beside the two, where the code is about these; nil where there is none.
  public let goldens: (wrong: String?, right: String)?
  /// A file beside the wrong example that bears its name with `.yml`, where the code is about the two.
  public let twin: String?

  /// The `.csv` files beside the two, where the code is about these.
  public let tables: (wrong: String, right: String)?

  init(
    _ code: ProblemCode, _ summary: String, _ meaning: String, wrong: String, right: String,
    goldens: (wrong: String?, right: String)? = nil, twin: String? = nil,
    tables: (wrong: String, right: String)? = nil
  ) {
    self.code = code
    self.summary = summary
    self.meaning = meaning
    self.wrong = wrong
    self.right = right
    self.goldens = goldens
    self.twin = twin
    self.tables = tables
  }

  /// Codes that belong together, under a title.
  public struct Group: Sendable {
    public let title: String
    public let explanations: [Explanation]
  }

  /// All codes, in the order in which people meet them.
  public static let groups = [
    Group(title: "YAML", explanations: yaml),
    Group(title: "The shape of a file", explanations: shape),
    Group(title: "Names", explanations: names),
    Group(title: "Formulas", explanations: formulas),
    Group(title: "Doubts of check", explanations: doubts),
    Group(title: "Outcomes that differ", explanations: outcomes),
    Group(title: "What explore finds", explanations: exploring),
    Group(title: "Errors of a run", explanations: errors),
    Group(title: "Actors", explanations: actors),
    Group(title: "Limits", explanations: limits),
  ]

  /// The file that stands beside the examples, under the name `shop.yaml`.
  public static let companion = "cells:\n  price: 10\n"

  private static let byCode = Dictionary(
    groups.flatMap(\.explanations).map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

  /// The explanation of a code; nil where it has none, which a test rules out.
  public static func of(_ code: ProblemCode) -> Explanation? { byCode[code] }

  /// The bytes of the wrong example: as it is shown, but for the one about encodings.
  public var wrongBytes: [UInt8] {
    let text = wrong + "\n"
    if code != .badEncoding { return Array(text.utf8) }
    return [0xff, 0xfe] + text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
  }

  /// All of it, as `reactorctl explain CODE` prints it.
  public var text: String {
    let head = "\(code.rawValue): \(summary)\n\n\(meaning)\n\n"
    if let twin {
      return head + "Example, \(code.rawValue).yaml:\n\n\(Explanation.indented(wrong))\n\n"
        + "Wrong beside it, \(code.rawValue).yml:\n\n\(Explanation.indented(twin))\n\n"
        + "Right beside it: no file of that name\n"
    }
    if let goldens {
      let none = "none, where the environment sets CI"
      return head + "Example:\n\n\(Explanation.indented(wrong))\n\n"
        + "Wrong golden file:\n\n\(Explanation.indented(goldens.wrong ?? none))\n\n"
        + "Right golden file:\n\n\(Explanation.indented(goldens.right))\n"
    }
    if let tables {
      return head + "Example:\n\n\(Explanation.indented(wrong))\n\n"
        + "Wrong table:\n\n\(Explanation.indented(tables.wrong))\n\n"
        + "Right table:\n\n\(Explanation.indented(tables.right))\n"
    }
    return head + "Wrong:\n\n\(Explanation.indented(wrong))\n\n"
      + "Right:\n\n\(Explanation.indented(right))\n"
  }

  /// An example within an explanation.
  public static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \(SafeText.shown(String($0)))" }.joined(separator: "\n")
  }

  /// Every code with its line, by groups, as `reactorctl explain` prints them.
  public static var list: String {
    let width = ProblemCode.allCases.map(\.rawValue.utf8.count).max() ?? 0
    return groups.map { group in
      let lines = group.explanations.map { explanation in
        let code = explanation.code.rawValue
        let gap = String(repeating: " ", count: width - code.utf8.count + 2)
        return "  \(code)\(gap)\(explanation.summary)\n"
      }
      return "\(group.title)\n\(lines.joined())"
    }.joined(separator: "\n")
  }
}
