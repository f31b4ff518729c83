/// Searches in texts by their UTF-8 bytes, in time linear in them.
public enum TextSearch {
  static func codePoints(_ text: String) -> Int {
    Window.lend(text) { bytes in
      var count = 0
      for byte in bytes where byte & 0xc0 != 0x80 { count += 1 }
      return count
    }
  }

  /// The offset of the first occurrence at or behind `start`, in UTF-8 bytes.
  public static func find(_ part: String, in text: String, from start: Int = 0) -> Int? {
    Window.lend(text) { text in
      Window.lend(part) { part in
        if part.isEmpty { return start <= text.count ? start : nil }
        guard text.count - start >= part.count else { return nil }
        return part.count <= 16 ? scan(part, text, start) : search(part, text, start)
      }
    }
  }

  /// Tries every place: for short parts only.
  private static func scan(
    _ part: Window<UInt8>, _ text: Window<UInt8>, _ start: Int
  ) -> Int? {
    guard text.count - part.count >= start else { return nil }
    for place in start...text.count - part.count where text[place] == part[0] {
      var matched = 1
      while matched < part.count, text[place + matched] == part[matched] { matched += 1 }
      if matched == part.count { return place }
    }
    return nil
  }

  /// Knuth, Morris and Pratt: never looks at a byte of the text twice.
  private static func search(
    _ part: Window<UInt8>, _ text: Window<UInt8>, _ start: Int
  ) -> Int? {
    var fallback = [Int](repeating: 0, count: part.count)
    var length = 0
    for index in 1..<part.count {
      while length > 0, part[index] != part[length] { length = fallback[length - 1] }
      if part[index] == part[length] { length += 1 }
      fallback[index] = length
    }
    var matched = 0
    for index in min(start, text.count)..<text.count {
      while matched > 0, text[index] != part[matched] { matched = fallback[matched - 1] }
      if text[index] == part[matched] { matched += 1 }
      if matched == part.count { return index - matched + 1 }
    }
    return nil
  }

  /// The offset of the last occurrence that starts at `last` or before.
  static func findLast(_ part: String, in text: String, upTo last: Int) -> Int? {
    let (text, part) = (Array(text.utf8.reversed()), Array(part.utf8.reversed()))
    if part.isEmpty { return min(last, text.count) }
    let start = max(0, text.count - part.count - last)
    return Window.lend(text) { text in
      Window.lend(part) { part in
        (part.count <= 16 ? scan(part, text, start) : search(part, text, start))
          .map { text.count - $0 - part.count }
      }
    }
  }

  static func starts(_ text: String, with part: String) -> Bool {
    text.utf8.count >= part.utf8.count && text.utf8.starts(with: part.utf8)
  }

  static func ends(_ text: String, with part: String) -> Bool {
    let skipped = text.utf8.count - part.utf8.count
    return skipped >= 0 && text.utf8.dropFirst(skipped).elementsEqual(part.utf8)
  }
}
