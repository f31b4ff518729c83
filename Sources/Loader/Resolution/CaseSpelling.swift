import Values

/// Cases that were meant to be a map of one key and came out as one text: `add Milk`, `add:Milk`.
enum CaseSpelling {
  /// How such a text is written, with what has to stand before the name; nil where it does not begin with a known
  /// name.
  static func cure(for text: String, among known: TextSet, in owner: String? = nil) -> String? {
    guard let end = text.firstIndex(where: { $0 == " " || $0 == ":" || $0 == "(" }) else {
      return nil
    }
    let name = String(text[..<end])
    guard known.contains(name) else { return nil }
    var payload = text[text.index(after: end)...]
    if text[end] == "(", payload.last == ")" { payload = payload.dropLast() }
    while payload.first == " " || payload.first == ":" { payload = payload.dropFirst() }
    let full = (owner.map { $0 + "." } ?? "") + name
    return payload.isEmpty ? "write: \(full)" : "write: {\(full): \(payload)}"
  }
}
