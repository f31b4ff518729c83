/// The nearest of the known words to a misspelt one.
public enum Suggestion {
  /// The candidate with the fewest edits (insert, delete, replace, swap of neighbours), ignoring
  /// case, if that is few enough for the word's length; of several equally near the first that begins
  /// alike and is as long, else one that does either, in that order.
  /// - Parameters:
  ///   - word: The word as it was written.
  ///   - candidates: The words that it may have meant.
  ///   - limit: The most edits there may be, if these are fewer.
  public static func nearest(
    to word: String, among candidates: some Sequence<String>, within limit: Int? = nil
  ) -> String? {
    let letters = lowered(of: word)
    let most = min(letters.count <= 3 ? 1 : letters.count <= 8 ? 2 : 3, limit ?? .max)
    var best: (word: String, rank: (Int, Int, Int))?
    for candidate in candidates {
      let other = lowered(of: candidate)
      guard abs(other.count - letters.count) <= most else { continue }
      let edits = distance(letters, other)
      guard edits <= most, edits < other.count else { continue }
      let rank = (
        edits, other.first == letters.first ? 0 : 1, other.count == letters.count ? 0 : 1
      )
      if best.map({ rank < $0.rank }) ?? true { best = (candidate, rank) }
    }
    return best?.word
  }

  /// The first of them, in lower case.
  private static func lowered(of word: String) -> [Unicode.Scalar] {
    Array(String(word.unicodeScalars.prefix(64)).lowercased().unicodeScalars.prefix(64))
  }

  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    if a.isEmpty || b.isEmpty { return a.count + b.count }
    var before = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        var edits = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          edits = min(edits, before[j - 2] + 1)
        }
        row.append(edits)
      }
      before = last
      last = row
    }
    return last[b.count]
  }
}
