public import Values

/// Scenarios put in that do what another does, by the way that a token leads.
extension FileEdits {
  /// A scenario that is to be put behind the last one.
  public struct Follower {
    /// The scenario that it does what it does.
    var leader: SourceSpan
    /// What that one is called.
    var leaderName: String
    var name: String
    var token: String
    /// The one row that it is to have of the leader's.
    var row: SourceSpan?

    public init(
      of leader: SourceSpan, named leaderName: String, row: SourceSpan? = nil, as name: String,
      token: String
    ) {
      self.leader = leader
      self.leaderName = leaderName
      self.name = name
      self.token = token
      self.row = row
    }
  }

  /// The edits that put the follower in. A file that is one scenario gets a list of them.
  public func edits(adding follower: Follower) throws(Refusal) -> [Edit] {
    guard document[document.root].kind == .map, document[document.root].style == .block else {
      throw Refusal(reason: "the file stands in braces")
    }
    let root = parts(document.root)
    let places = try blockPlaces(document.root)
    if let index = root.firstIndex(where: { word($0.first) == FileKey.steps.rawValue }) {
      return [listed(follower, places[index].lowerBound..<lineEnd(places[index].upperBound))]
    }
    guard let scenarios = root.first(where: { word($0.first) == FileKey.scenarios.rawValue }) else {
      return [listed(follower, behind: places)]
    }
    let list = scenarios.last
    guard let leader = node(at: follower.leader), document[list].kind == .list,
      parent(leader) == list
    else {
      throw Refusal(reason: "the scenario is written elsewhere, and an alias brings it in")
    }
    return [try behindLast(of: list, follower, leader)]
  }

  private func node(at span: SourceSpan) -> ID? { span.file == 0 ? places[span] : nil }

  /// A key, or nothing where it is no text.
  private func word(_ key: ID) -> String? {
    document[key].kind == .scalar ? document.text(key) : nil
  }

  // MARK: A list of scenarios

  private func behindLast(
    of list: ID, _ follower: Follower, _ leader: ID
  ) throws(Refusal) -> Edit {
    let isFlow = document[list].style == .flow
    let places = try isFlow ? flowPlaces(list) : blockPlaces(list)
    guard let last = places.last else { throw Refusal(reason: "there is no scenario before it") }
    if isFlow {
      let text = ", " + (try inBraces(follower, leader))
      return Edit(last.upperBound..<last.upperBound, text)
    }
    let end = lineEnd(last.upperBound)
    let column = self.column(Int(document[list].start))
    let head = lineBreak + spaces(column) + "-"
    if document[leader].style == .flow {
      return Edit(end..<end, head + " " + (try inBraces(follower, leader)))
    }
    let own = self.column(Int(document[leader].start))
    guard own > column else { throw Refusal(reason: "its scenarios are written in an unusual way") }
    let lines = try entries(of: leader, follower, column: own)
    let text = lines.joined(separator: lineBreak + spaces(own))
    return Edit(end..<end, head + spaces(own - column - 1) + text)
  }

  /// The entries of the follower, each as it stands in a block, the first line not indented.
  private func entries(
    of leader: ID, _ follower: Follower, column: Int
  ) throws(Refusal) -> [String] {
    var lines = heads(follower, inFlow: false)
    for (key, value, place) in try copied(leader) {
      if key == .each, let row = follower.row {
        let text = try self.text(ofRow: row, in: value, column: column + 4)
        lines.append("each:" + lineBreak + spaces(column + 2) + "- " + text)
      } else {
        lines.append(text(place.lowerBound..<lineEnd(place.upperBound)))
      }
    }
    return lines
  }

  private func inBraces(_ follower: Follower, _ leader: ID) throws(Refusal) -> String {
    var texts = heads(follower, inFlow: true)
    for (key, value, place) in try copied(leader) {
      if key == .each, let row = follower.row {
        texts.append("each: [" + (try text(ofRow: row, in: value, column: 0)) + "]")
      } else {
        texts.append(text(place))
      }
    }
    return "{" + texts.joined(separator: ", ") + "}"
  }

  private func heads(_ follower: Follower, inFlow: Bool) -> [String] {
    [
      "\(ScenarioKey.name.rawValue): \(ScalarText.text(.string(follower.name), inFlow: inFlow))",
      "\(ScenarioKey.schedule.rawValue): \(follower.token)",
    ]
  }

  /// The entries of a scenario without which another would not be the same run.
  private func copied(
    _ leader: ID
  ) throws(Refusal) -> [(key: ScenarioKey, value: ID, place: Range<Int>)] {
    let parts = self.parts(leader)
    if parts.contains(where: { document[$0.first].isMerged }) {
      throw Refusal(reason: "\"<<\" brings in what the scenario shares with another place")
    }
    let places = try document[leader].style == .flow ? flowPlaces(leader) : blockPlaces(leader)
    var copied: [(key: ScenarioKey, value: ID, place: Range<Int>)] = []
    for (part, place) in zip(parts, places) {
      guard let key = word(part.first).flatMap(ScenarioKey.init(rawValue:)) else { continue }
      switch key {
      case .tags, .steps, .each, .given, .services, .strict, .timeout, .explore:
        copied.append((key, part.last, place))
      case .name, .description, .skip, .todo, .golden, .schedule: break
      }
    }
    return copied
  }

  /// A row of a scenario, its lines moved so that its first stands in that column.
  private func text(ofRow row: SourceSpan, in each: ID, column: Int) throws(Refusal) -> String {
    guard let id = node(at: row), parent(id) == each else {
      throw Refusal(reason: "its rows stand in another place, and it would have one of them alone")
    }
    let range = Int(document[id].start)..<Int(document[id].end)
    return moved(text(range), by: column - self.column(range.lowerBound))
  }

  // MARK: A file that is one scenario

  /// The steps of the file as those of two scenarios: the one that the file was, and the follower.
  private func listed(_ follower: Follower, _ steps: Range<Int>) -> Edit {
    let own = moved(String(decoding: bytes[steps], as: UTF8.self), by: 4)
    return Edit(steps, listed(follower, own, moved(text(steps), by: 4)))
  }

  /// Of a file without steps, in which all that happens are events.
  private func listed(_ follower: Follower, behind places: [Range<Int>]) -> Edit {
    let end = lineEnd(places.last?.upperBound ?? bytes.count)
    return Edit(end..<end, lineBreak + lineBreak + listed(follower, "steps: []", "steps: []"))
  }

  private func listed(_ follower: Follower, _ own: String, _ copy: String) -> String {
    let name = ScalarText.text(.string(follower.leaderName), inFlow: false)
    let heads = self.heads(follower, inFlow: false)
    let lines =
      ["scenarios:", "  - name: \(name)", "    " + own, "  - " + heads[0]]
      + heads.dropFirst().map { "    " + $0 } + ["    " + copy]
    return lines.joined(separator: lineBreak)
  }

  // MARK: Texts

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  /// What stands in the range, less the anchors: a name can be given once.
  private func text(_ range: Range<Int>) -> String {
    var kept: [UInt8] = []
    var position = range.lowerBound
    for anchor in anchors(in: range) {
      kept += bytes[position..<anchor.lowerBound]
      position = anchor.upperBound
    }
    return String(decoding: kept + bytes[position..<range.upperBound], as: UTF8.self)
  }

  /// Where the anchors of the nodes in the range stand, each with the blanks before it.
  private func anchors(in range: Range<Int>) -> [Range<Int>] {
    var found = Set<Range<Int>>()
    for node in document.nodes where range.contains(Int(node.start)) && !node.isMerged {
      var end = Int(node.start)
      while end > range.lowerBound, isBlank(end - 1..<end) { end -= 1 }
      var start = end
      while start > range.lowerBound, bytes[start - 1] > 0x20, bytes[start - 1] != 0x26 {
        start -= 1
      }
      guard start < end, start > range.lowerBound + 1, bytes[start - 1] == 0x26 else { continue }
      start -= 1
      guard bytes[start - 1] == 0x20 else { continue }
      found.insert(start - 1..<end)
    }
    // What looks like one inside of a text is none.
    let scalars = document.nodes.filter { $0.kind == .scalar }
    return found.filter { anchor in
      !scalars.contains { $0.start <= anchor.lowerBound && anchor.upperBound <= $0.end }
    }.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The lines behind the first moved to the right, or to the left as far as they are blank there.
  private func moved(_ text: String, by columns: Int) -> String {
    if columns == 0 { return text }
    let lines = text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false)
    return lines.enumerated().map { index, line -> String in
      let isEmpty = line.allSatisfy { $0 == 0x20 || $0 == 0x0d }
      let line = String(Substring(line))
      if index == 0 || isEmpty { return line }
      if columns > 0 { return spaces(columns) + line }
      let blank = line.utf8.prefix { $0 == 0x20 }.count
      return String(line.dropFirst(min(-columns, blank)))
    }.joined(separator: "\n")
  }
}
