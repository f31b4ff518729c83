import Scenarios
import Values

/// Elements and entries put in and taken out; those that stay are not touched.
extension FileEdits {
  func hold(_ id: ID, _ items: [Fix.Item]) throws(Refusal) -> [Edit] {
    let isKept = items.contains { if case .kept = $0 { true } else { false } }
    guard isKept else {
      guard let value = FileEdits.value(of: items, isMap: document[id].kind == .map) else {
        throw Refusal(reason: "it would be too large")
      }
      return [replacement(of: id, by: value)]
    }
    let places = try document[id].style == .flow ? flowPlaces(id) : blockPlaces(id)
    let isFlow = document[id].style == .flow
    var edits: [Edit] = []
    for gap in Gap.all(items, of: places.count) {
      edits +=
        isFlow
        ? flowEdits(gap, places) : blockEdits(gap, places, column(Int(document[id].start)))
    }
    return Edit.sorted(edits)
  }

  private static func value(of items: [Fix.Item], isMap: Bool) -> Value? {
    var elements: [Value] = []
    var entries: [(String, Value)] = []
    for item in items {
      switch item {
      case .kept: break
      case .element(let value): elements.append(value)
      case .entry(let key, let value): entries.append((key, value))
      }
    }
    return isMap ? try? .record(entries) : try? .list(of: elements)
  }

  /// What changes between two items that stay.
  private struct Gap {
    /// The one before, or -1.
    var before: Int
    var removed: Range<Int>
    var added: [Fix.Item] = []

    static func all(_ items: [Fix.Item], of count: Int) -> [Gap] {
      var gaps: [Gap] = []
      var gap = Gap(before: -1, removed: 0..<0)
      for item in items {
        guard case .kept(let index) = item else {
          gap.added.append(item)
          continue
        }
        gap.removed = gap.before + 1..<index
        gaps.append(gap)
        gap = Gap(before: index, removed: 0..<0)
      }
      gap.removed = gap.before + 1..<count
      gaps.append(gap)
      return gaps.filter { !$0.removed.isEmpty || !$0.added.isEmpty }
    }
  }

  /// The keys, or the elements, of a collection with their values.
  func parts(_ id: ID) -> [(first: ID, last: ID)] {
    guard document[id].kind == .map else { return document.elements(id).map { ($0, $0) } }
    return document.entries(id).map { ($0.key, $0.value) }
  }

  // MARK: In brackets

  /// Where each item begins, with its anchor, and ends.
  func flowPlaces(_ id: ID) throws(Refusal) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var position = Int(document[id].start) + 1
    for part in parts(id) {
      let start = skipped(position)
      let end = max(Int(document[part.first].end), Int(document[part.last].end))
      guard start <= end, end <= Int(document[id].end) else {
        throw Refusal(reason: "its elements are written in an unusual way")
      }
      places.append(start..<end)
      position = skipped(end)
      if position < bytes.count, bytes[position] == 0x2c { position += 1 }
    }
    return places
  }

  /// The next byte that is neither blank nor in a comment.
  private func skipped(_ position: Int) -> Int {
    var index = position
    while index < bytes.count {
      if bytes[index] == 0x23, index > 0, bytes[index - 1] <= 0x20 {
        index = lineEnd(index)
      } else if isBlank(index..<index + 1) {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  private func flowEdits(_ gap: Gap, _ places: [Range<Int>]) -> [Edit] {
    let texts = gap.added.map { item -> String in
      switch item {
      case .kept: ""
      case .element(let value): ValueText.flow(value, inFlow: true)
      case .entry(let key, let value):
        (ScalarText.key(key, inFlow: true) ?? "\"\"") + ": " + ValueText.flow(value, inFlow: true)
      }
    }
    var edits: [Edit] = []
    if gap.before >= 0 {
      let end = places[gap.before].upperBound
      if !texts.isEmpty { edits.append(Edit(end..<end, texts.map { ", " + $0 }.joined())) }
      if let last = gap.removed.last {
        // With its comment, where another follows.
        let range =
          last + 1 < places.count
          ? places[gap.removed.lowerBound].lowerBound..<places[last + 1].lowerBound
          : end..<places[last].upperBound
        edits.append(Edit(range, ""))
      }
    } else {
      let start = places[gap.removed.upperBound].lowerBound
      if !gap.removed.isEmpty { edits.append(Edit(places[0].lowerBound..<start, "")) }
      if !texts.isEmpty { edits.append(Edit(start..<start, texts.map { $0 + ", " }.joined())) }
    }
    return edits
  }

  // MARK: In lines

  /// Where each item begins, with its dash or key, and ends.
  func blockPlaces(_ id: ID) throws(Refusal) -> [Range<Int>] {
    let column = self.column(Int(document[id].start))
    var places: [Range<Int>] = []
    var least = Int(document[id].start)
    for part in parts(id) {
      var line = lineStart(Int(document[part.first].start))
      var head: Int?
      while head == nil, line + column >= least {
        let place = line + column
        let isHead =
          document[id].kind == .map
          ? place == Int(document[part.first].start) : isDash(place)
        if isHead { head = place } else if line == 0 { break } else { line = lineStart(line - 1) }
      }
      guard let head else {
        throw Refusal(reason: "its elements are written in an unusual way")
      }
      let end = max(Int(document[part.first].end), Int(document[part.last].end))
      places.append(head..<max(end, head + 1))
      least = end
    }
    return places
  }

  private func isDash(_ place: Int) -> Bool {
    place < bytes.count && bytes[place] == 0x2d
      && (place + 1 == bytes.count || bytes[place + 1] <= 0x20)
  }

  private func blockEdits(_ gap: Gap, _ places: [Range<Int>], _ column: Int) -> [Edit] {
    let writer = ValueText(usesLiterals: false)
    let space = String(repeating: " ", count: column)
    let texts = gap.added.map { item -> String in
      switch item {
      case .kept: ""
      case .element(let value): joined(writer.item(value, column: column), indent: column)
      case .entry(let key, let value):
        joined(
          writer.entry(ScalarText.key(key, inFlow: false) ?? "\"\"", value, column: column),
          indent: column)
      }
    }
    var edits: [Edit] = []
    if !texts.isEmpty {
      if gap.before >= 0 {
        let end = lineEnd(places[gap.before].upperBound)
        edits.append(Edit(end..<end, texts.map { lineBreak + space + $0 }.joined()))
      } else {
        let start = places[gap.removed.upperBound].lowerBound
        edits.append(Edit(start..<start, texts.map { $0 + lineBreak + space }.joined()))
      }
    }
    if !gap.removed.isEmpty { edits.append(removal(gap.removed, places)) }
    return edits
  }

  /// Whole lines go; of a list that begins on its parent's line, all up to the next element.
  private func removal(_ removed: Range<Int>, _ places: [Range<Int>]) -> Edit {
    let head = places[removed.lowerBound].lowerBound
    let start = lineStart(head)
    if !isBlank(start..<head) {
      return Edit(head..<places[removed.upperBound].lowerBound, "")
    }
    let end = nextLine(places[removed.upperBound - 1].upperBound)
    // What ends the file stays its end.
    if end == bytes.count, bytes[end - 1] != 0x0a, removed.lowerBound > 0 {
      return Edit(lineEnd(places[removed.lowerBound - 1].upperBound)..<end, "")
    }
    return Edit(start..<end, "")
  }
}
