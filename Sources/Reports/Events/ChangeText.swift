import Values

/// A change of a value in lines: whole where that is short, else what differs in it, by its paths.
struct ChangeText {
  /// No line is wider where it can be broken.
  let width: Int

  /// Deeper parts are told whole.
  private static let deepest = 32
  /// Of a list that many parts are told one by one.
  private static let mostParts = 8

  func lines(_ path: String, _ old: Value?, _ new: Value?) -> [String] {
    lines(path, old, new, depth: 0)
  }

  /// A line, broken where it is too wide and holds a value that can be.
  func fitted(_ text: String) -> [String] {
    text.utf8.count <= width ? [text] : ValueLayout.lines(text, width: width)
  }

  private func lines(_ path: String, _ old: Value?, _ new: Value?, depth: Int) -> [String] {
    switch (old, new) {
    case (nil, nil): return []
    case (nil, let new?): return fitted("\(path): made \(new)")
    case (let old?, nil): return fitted("\(path): removed, was \(old)")
    case (let old?, let new?):
      if !old.isWider(than: width), !new.isWider(than: width) {
        let line = "\(path): \(old) -> \(new)"
        if line.utf8.count <= width { return [line] }
      }
      if depth < ChangeText.deepest, let parts = parts(path, old, new, depth: depth) {
        return parts
      }
      return fitted("\(path): now \(new)")
    }
  }

  /// What differs in two maps, or in two lists of which one begins as the other.
  private func parts(_ path: String, _ old: Value, _ new: Value, depth: Int) -> [String]? {
    switch (old, new) {
    case (.map(let old), .map(let new)):
      guard ChangeText.keepsOrder(old, new) else { return nil }
      var lines: [String] = []
      for (key, old, new) in new.differences(from: old) {
        lines += self.lines(path + Map.step(key), old, new, depth: depth + 1)
      }
      return lines.isEmpty ? nil : lines
    case (.list(let old), .list(let new)):
      return parts(path, old, new, depth: depth)
    default: return nil
    }
  }

  /// Whether the keys that stay stand in their order, with new ones behind them: else the parts do
  /// not tell the whole.
  private static func keepsOrder(_ old: Map, _ new: Map) -> Bool {
    let kept = old.keys.filter { new[$0] != nil }
    return zip(kept, new.keys).allSatisfy { $0.isIdentical(to: $1) }
  }

  private func parts(
    _ path: String, _ old: List, _ new: List, depth: Int
  ) -> [String]? {
    let common = min(old.count, new.count)
    guard let differing = old.differences(from: new, most: ChangeText.mostParts) else { return nil }
    let count = differing.count + max(old.count, new.count) - common
    guard count <= ChangeText.mostParts, differing.isEmpty || old.count == new.count else {
      return nil
    }
    let places = differing + Array(common..<max(old.count, new.count))
    return places.flatMap { place in
      lines(
        "\(path)[\(place)]", place < old.count ? old[place] : nil,
        place < new.count ? new[place] : nil, depth: depth + 1)
    }
  }
}

extension Value {
  /// Whether its text is sure to be longer, which costs nothing to say.
  fileprivate func isWider(than width: Int) -> Bool { measure.elements + measure.text > width }
}
