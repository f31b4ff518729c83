extension [String] {
  /// `a, b or c`.
  var alternatives: String { enumeration("or") }

  /// `a, b and c`.
  var enumeration: String { enumeration("and") }

  private func enumeration(_ conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
