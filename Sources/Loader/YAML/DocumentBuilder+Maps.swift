import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension DocumentBuilder {
  /// Up to this many keys are compared with each other; more are looked up.
  private static let compared = 8

  /// Checks the keys of a map that has ended, brings in what `<<` names, and stores its entries.
  mutating func finishMap(_ frame: Frame) throws(Unreadable) {
    var merge: UInt32?
    let first = document.children.count
    var index = frame.pending
    while index + 1 < pending.count {
      let (key, value) = (pending[index], pending[index + 1])
      index += 2
      if isMergeKey(key) {
        if merge == nil { merge = value } else { refuseSecondMerge(key) }
      } else if isText(key) {
        document.children.append(key)
        document.children.append(value)
      }
    }
    dropDuplicates(from: first)
    if let merge { try self.merge(merge, from: first) }
    refuseTwins(from: first)
    document.nodes[Int(frame.node)].first = UInt32(truncatingIfNeeded: first)
    document.nodes[Int(frame.node)].count =
      UInt32(truncatingIfNeeded: document.children.count - first)
  }

  // MARK: Keys

  private func isMergeKey(_ key: UInt32) -> Bool {
    let node = document[key]
    return node.kind == .scalar && node.style == .plain && node.count == 2
      && document.withText(key) { $0[0] == 0x3c && $0[1] == 0x3c }
  }

  private mutating func refuseSecondMerge(_ key: UInt32) {
    problems.error(
      .duplicateKey, "a map has one \"<<\" at most", at: document.span(key),
      help: ["merge several maps with a list: <<: [*a, *b]"])
  }

  /// Whether the key can be used; reports it where it is no text.
  private mutating func isText(_ key: UInt32) -> Bool {
    let node = document[document.target(key)]
    guard node.kind == .scalar else {
      problems.error(
        .badKey, "a key must be a text, not a \(node.kind == .map ? "map" : "list")",
        at: document.span(key))
      return false
    }
    guard node.style == .plain else { return true }
    let kind = document.withText(document.target(key)) { text -> String? in
      if let first = text.first, CoreSchema.isCertainlyText(first) { return nil }
      return CoreSchema.keyKind(text)
    }
    if let kind {
      let text = document.text(document.target(key))
      problems.error(
        .badKey,
        "a key must be a text, and \(text.isEmpty ? "nothing" : "\"\(text)\"") is \(kind)",
        at: document.span(key),
        help: [text.isEmpty ? "write a key before the colon" : "quote it: \"\(text)\""])
    }
    return true
  }

  private func isSame(_ left: UInt32, _ right: UInt32) -> Bool {
    let (left, right) = (document.target(left), document.target(right))
    return document.withText(left) { a in
      document.withText(right) { b in
        a.count == b.count && (a.isEmpty || memcmp(a.baseAddress!, b.baseAddress!, a.count) == 0)
      }
    }
  }

  private mutating func dropDuplicates(from first: Int) {
    let count = (document.children.count - first) / 2
    guard count > 1 else { return }
    if count > DocumentBuilder.compared { return dropDuplicatesOfMany(from: first) }
    var index = first + 2
    while index < document.children.count {
      let key = document.children[index]
      var earlier = first
      while earlier < index, !isSame(document.children[earlier], key) { earlier += 2 }
      if earlier < index {
        reportDuplicate(key, document.children[index + 1], of: document.children[earlier])
        document.children.removeSubrange(index..<index + 2)
      } else {
        index += 2
      }
    }
  }

  private mutating func dropDuplicatesOfMany(from first: Int) {
    var seen: TextTable<UInt32> = [:]
    seen.reserveCapacity((document.children.count - first) / 2)
    var kept = first
    var index = first
    while index < document.children.count {
      let (key, value) = (document.children[index], document.children[index + 1])
      index += 2
      let text = document.text(document.target(key))
      if let earlier = seen[text] {
        reportDuplicate(key, value, of: earlier)
      } else {
        seen[text] = key
        document.children[kept] = key
        document.children[kept + 1] = value
        kept += 2
      }
    }
    document.children.removeSubrange(kept...)
  }

  private mutating func reportDuplicate(_ key: UInt32, _ value: UInt32, of earlier: UInt32) {
    let text = document.text(document.target(key))
    document.dropped.append((key, value))
    problems.error(
      .duplicateKey, "the key \"\(text)\" stands twice in this map", at: document.span(key),
      help: beginsStep(text)
        ? ["the next step begins with \"- \""] : [],
      related: [.init(document.span(earlier), "the first is here")])
  }

  /// A text as its reader sees it: Swift's own texts are equal where they are canonically so, which
  /// for keys that are compared by their code points is what makes twins of them.
  private struct Appearance: Hashable {
    let text: String
  }

  /// A longer key is not looked at: to compose a character takes the square of the marks in it.
  private static let mostBytesOfTwin = 256

  /// Reports each key that looks like another in the file and is not the same, such as "é" in one and in
  /// two code points: whoever reads that sees one key twice. Where one is written with escapes both are
  /// seen, and are two.
  private mutating func refuseTwins(from first: Int) {
    var seen: [Appearance: UInt32] = [:]
    for (key, _) in YAMLDocument.Entries(document.children[first...]) {
      let target = document.target(key)
      let written = Int(document[target].start)..<Int(document[target].end)
      if written.count > DocumentBuilder.mostBytesOfTwin || bytes[written].allSatisfy({ $0 < 0x80 })
      {
        continue
      }
      let text = document.text(target)
      guard let earlier = seen.updateValue(key, forKey: Appearance(text: text)) else { continue }
      problems.error(
        .duplicateKey, "the key \"\(text)\" looks like another of this map", at: document.span(key),
        help: [
          "they are made of other code points: copy the other, or write this one with escapes if both are meant"
        ],
        related: [.init(document.span(earlier), "the other is here")])
    }
  }

  // MARK: Merging

  /// Adds the entries of the named map or maps whose keys the map does not have.
  private mutating func merge(_ value: UInt32, from first: Int) throws(Unreadable) {
    let target = document.target(value)
    var own = TextSet()
    for (key, _) in YAMLDocument.Entries(document.children[first...]) {
      own.insert(document.text(document.target(key)))
    }
    switch document[target].kind {
    case .map: try bring(value, &own)
    case .list:
      for element in document.elements(target) {
        guard document[document.target(element)].kind == .map else {
          refuseMerge(element)
          continue
        }
        try bring(element, &own)
      }
    case .scalar, .alias: refuseMerge(value)
    }
  }

  private mutating func refuseMerge(_ value: UInt32) {
    problems.error(
      .badMerge, "\"<<\" takes a map or a list of maps", at: document.span(value),
      help: ["quote the key if it is a name: \"<<\""])
  }

  /// Shares the entries of one map. An error in them is shown with where they are used.
  private mutating func bring(_ use: UInt32, _ own: inout TextSet) throws(Unreadable) {
    let place = document[use]
    let entries = document.entries(document.target(use))
    try count(nodes: entries.count, text: 0, at: Int(place.start))
    for (key, value) in entries {
      guard own.insert(document.text(document.target(key))) else { continue }
      for id in [key, value] {
        var alias = YAMLDocument.Node(
          kind: .alias, style: .plain, start: place.start, end: place.end)
        alias.isMerged = true
        alias.first = document.target(id)
        document.children.append(UInt32(truncatingIfNeeded: document.nodes.count))
        document.nodes.append(alias)
      }
    }
  }
}
