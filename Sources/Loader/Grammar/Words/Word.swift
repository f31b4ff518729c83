/// A word of the language as it is spelt: a key, a verb, what goes with one, or an outcome. One
/// spelling is one word, however many things it means.
struct Word: Hashable, Sendable {
  let rawValue: String

  /// The word of something that is declared.
  init(_ declared: some RawRepresentable<String>) { rawValue = declared.rawValue }

  /// - Parameter spelling: That of something that is declared.
  init(spelling: String) { rawValue = spelling }
}
