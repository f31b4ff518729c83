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
      let line = "\(path): \(old) -> \(new)"
      if line.utf8.count <= width { return [line] }
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
      var lines: [String] = []
      for key in new.keys {
        guard let value = new[key] else { continue }
        if let before = old[key], before.isIdentical(to: value) { continue }
        lines += self.lines(path + Map.step(key), old[key], value, depth: depth + 1)
      }
      for key in old.keys where new[key] == nil {
        lines += self.lines(path + Map.step(key), old[key], nil, depth: depth + 1)
      }
      // Keys in another order.
      return lines.isEmpty ? nil : lines
    case (.list(let old), .list(let new)):
      return parts(path, old.elements, new.elements, depth: depth)
    default: return nil
    }
  }

  private func parts(
    _ path: String, _ old: [Value], _ new: [Value], depth: Int
  ) -> [String]? {
    let common = min(old.count, new.count)
    let differing = (0..<common).filter { !old[$0].isIdentical(to: new[$0]) }
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
