/// The colours of a report. Only these put escape sequences into the output; all foreign text is
/// made safe before it comes here.
struct Palette: Sendable {
  let isOn: Bool

  private enum Colour: String, CaseIterable {
    case plain = "0"
    case strong = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
    case strongRed = "1;31"

    var sequence: String { "\u{1B}[\(rawValue)m" }
  }

  /// Every escape sequence that there is in a report.
  static let sequences = Colour.allCases.map(\.sequence)

  func passed(_ text: String) -> String { paint(text, .green) }
  func failed(_ text: String) -> String { paint(text, .strongRed) }
  func skipped(_ text: String) -> String { paint(text, .yellow) }
  func strong(_ text: String) -> String { paint(text, .strong) }
  func faint(_ text: String) -> String { paint(text, .faint) }
  func mark(_ text: String) -> String { paint(text, .red) }
  func added(_ text: String) -> String { paint(text, .green) }
  func hint(_ text: String) -> String { paint(text, .cyan) }

  private func paint(_ text: String, _ colour: Colour) -> String {
    isOn && !text.isEmpty ? colour.sequence + text + Colour.plain.sequence : text
  }
}
