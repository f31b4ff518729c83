extension ActorAccount {
  /// The text of an error or a report, without what the two say in different words.
  static func plain(_ text: String) -> String {
    var text = text
    for words in [" has stopped", " was restarted"] {
      text = text.replacing(words, with: " has ended")
    }
    text = withoutReason(text).replacing(" setup: ", with: ": ")
    var words = text.split(separator: " ").map(String.init)
    guard let first = words.first else { return text }
    // Whoever reports names the actor; a scenario also the message.
    if first.hasPrefix("K"), first.hasSuffix(":") {
      let name = first.prefix { $0 != "." && $0 != ":" }
      words[0] = "\(name):"
      if words.count > 1, words[1] == "Unknown" { words.removeFirst() }
      if words.starts(with: ["\(name):", "too", "many"]) {
        return "\(name) gave up on \(words[5].dropLast())"
      }
      if words.starts(with: ["\(name):", "more", "than"]) {
        return "\(name) gave up on \(words[words.count - 1])"
      }
    }
    for (word, others) in [("timed", 1), ("cancelled", 2)] {
      if let place = words.firstIndex(of: word), place >= others,
        words[place - others].contains("M")
      {
        words.removeSubrange(place - others..<place)
      }
    }
    return words.joined(separator: " ")
  }

  /// Of letters that come too late the typed actors say also why their receiver has crashed.
  private static func withoutReason(_ text: String) -> String {
    guard let crash = text.firstRange(of: " has crashed") else { return text }
    let message = text.hasPrefix("dead letter") ? text.split(separator: ":").last : nil
    return text[..<crash.lowerBound] + " has ended" + (message.map { ":\($0)" } ?? "")
  }

  /// What happened, and how often, without the numbers.
  var happenings: [String: Int] {
    let states = states.last?.text.split(separator: ";").map { String($0.drop { $0 == " " }) } ?? []
    let cut = end == nil ? [] : ["compared to an instant"]
    let texts = (log + reports).map(\.text) + deadlocks + states + cut
    return texts.reduce(into: [:]) { $0[$1.filter { !$0.isNumber && $0 != "#" }, default: 0] += 1 }
  }
}
