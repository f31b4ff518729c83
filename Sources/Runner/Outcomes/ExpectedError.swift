import Values

/// What to write under `fails` or in `reports` for an error: its text, or as much of it as can be
/// copied from a terminal, since an outcome looks for a part of the text.
enum ExpectedError {
  private static let most = 120

  static func text(_ error: String) -> String {
    // A text that begins with "=" would be a formula.
    let parts = error.unicodeScalars.split { !isPlain($0) }
      .map { part in part.drop { $0 == "=" || $0 == " " } }
    let longest = parts.max { $0.count < $1.count }
    guard let longest, !longest.isEmpty else { return pattern(error) }
    var quoted = ""
    Value.write(quoted: String(String.UnicodeScalarView(longest.prefix(most))), to: &quoted)
    return quoted
  }

  /// A pattern for a text that has nothing to be shown.
  private static func pattern(_ error: String) -> String {
    let codes = error.unicodeScalars.prefix(20).map { scalar in
      "\\x{\(String(scalar.value, radix: 16))}"
    }
    return "{matches: '^\(codes.joined())\(codes.isEmpty ? "$" : "")'}"
  }

  /// Whether the character stands for itself in a file and in a message. Line ends and tabs have
  /// an escape that is the same in both.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\n" || scalar == "\t" || scalar == "\r" { return true }
    return SafeText.isPrintable(scalar) && scalar.value & 0xfffe != 0xfffe
      && !(0xfdd0...0xfdef).contains(scalar.value)
  }
}
