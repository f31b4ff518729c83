/// What a question gave for what it read: numbers of answers by the numbers of values.
struct RememberedAnswers {
  /// The places that the question reads.
  let places: [Int]
  /// The numbers that were read, one after the other.
  private var keys: [UInt32] = []
  private var answers: [UInt32] = []
  /// Where in `answers`, plus one; 0 for none.
  private var table: [UInt32] = Array(repeating: 0, count: 16)
  private var mask = 15

  init(_ places: [Int]) { self.places = places }

  var count: Int { answers.count }

  /// What it gave for what stands in a row of a table, which begins somewhere.
  func answer(_ rows: [UInt32], _ start: Int) -> UInt32? {
    var place = Int(truncatingIfNeeded: hash(rows, start)) & mask
    while table[place] != 0 {
      let found = Int(table[place]) - 1
      if isSame(found, rows, start) { return answers[found] }
      place = (place + 1) & mask
    }
    return nil
  }

  /// Remembers one that it does not know.
  mutating func remember(_ answer: UInt32, _ rows: [UInt32], _ start: Int) {
    for place in places { keys.append(rows[start + place]) }
    answers.append(answer)
    if answers.count * 2 > table.count {
      grow()
    } else {
      put(answers.count, hash(rows, start))
    }
  }

  private func hash(_ rows: [UInt32], _ start: Int) -> UInt64 {
    var hash: UInt64 = 0
    for place in places {
      hash = (hash ^ UInt64(rows[start + place])) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash >> 29
    }
    return hash
  }

  private func isSame(_ found: Int, _ rows: [UInt32], _ start: Int) -> Bool {
    var key = found * places.count
    for place in places {
      if keys[key] != rows[start + place] { return false }
      key += 1
    }
    return true
  }

  private mutating func put(_ number: Int, _ hash: UInt64) {
    var place = Int(truncatingIfNeeded: hash) & mask
    while table[place] != 0 { place = (place + 1) & mask }
    table[place] = UInt32(number)
  }

  private mutating func grow() {
    mask = table.count * 2 - 1
    table = Array(repeating: 0, count: mask + 1)
    for number in answers.indices {
      var hash: UInt64 = 0
      for key in number * places.count..<(number + 1) * places.count {
        hash = (hash ^ UInt64(keys[key])) &* 0x9e37_79b9_7f4a_7c15
        hash ^= hash >> 29
      }
      put(number + 1, hash)
    }
  }
}
