/// The colours of a report. Only these put escape sequences into the output; all foreign text is
/// made safe before it comes here.
struct Palette: Sendable {
  let isOn: Bool

  func passed(_ text: String) -> String { paint(text, "32") }
  func failed(_ text: String) -> String { paint(text, "1;31") }
  func skipped(_ text: String) -> String { paint(text, "33") }
  func strong(_ text: String) -> String { paint(text, "1") }
  func faint(_ text: String) -> String { paint(text, "2") }
  func mark(_ text: String) -> String { paint(text, "31") }
  func removed(_ text: String) -> String { paint(text, "31") }
  func added(_ text: String) -> String { paint(text, "32") }
  func hint(_ text: String) -> String { paint(text, "36") }

  private func paint(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
