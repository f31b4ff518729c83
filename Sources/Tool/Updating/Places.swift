import Loader

/// The ranges that changes write to, none overlapping another.
struct OccupiedPlaces {
  /// By place.
  private var ranges: [(range: Range<Int>, change: Int)]

  init(_ changes: [FileUpdate.Change]) {
    ranges = changes.enumerated().flatMap { index, change in
      change.edits.map { ($0.range, index) }
    }
    ranges.sort {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }

  /// The changes that cannot be made beside an edit of that range, whatever the order.
  func rivals(of range: Range<Int>) -> [Int] {
    var index = first(endingAtOrBehind: range.lowerBound)
    var rivals: [Int] = []
    while index < ranges.count, ranges[index].range.lowerBound <= range.upperBound {
      if OccupiedPlaces.collide(ranges[index].range, range) { rivals.append(ranges[index].change) }
      index += 1
    }
    return rivals
  }

  mutating func add(_ range: Range<Int>, by change: Int) {
    var index = first(endingAtOrBehind: range.lowerBound)
    while index < ranges.count,
      (ranges[index].range.lowerBound, ranges[index].range.upperBound)
        < (range.lowerBound, range.upperBound)
    { index += 1 }
    ranges.insert((range, change), at: index)
  }

  private func first(endingAtOrBehind offset: Int) -> Int {
    ranges.partitioningIndex { $0.range.upperBound >= offset }
  }

  private static func collide(_ one: Range<Int>, _ two: Range<Int>) -> Bool {
    if one.isEmpty, two.isEmpty { return false }
    if one.isEmpty { return two.lowerBound < one.lowerBound && one.lowerBound < two.upperBound }
    return two.isEmpty ? collide(two, one) : one.overlaps(two)
  }
}

/// Places that stay as they are, in the file as it was.
struct ClosedPlaces {
  /// By place, with something between any two of them.
  private var ranges: [Range<Int>] = []

  /// Whether the range has to do with one of them, or is next to it.
  func touch(_ range: Range<Int>) -> Bool { !touched(by: range).isEmpty }

  mutating func insert(_ range: Range<Int>) {
    let touched = touched(by: range)
    let union = ranges[touched].reduce(range) {
      min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
    }
    ranges.replaceSubrange(touched, with: [union])
  }

  private func touched(by range: Range<Int>) -> Range<Int> {
    let start = ranges.partitioningIndex { $0.upperBound >= range.lowerBound }
    let end = ranges.partitioningIndex { $0.lowerBound > range.upperBound }
    return start..<max(start, end)
  }
}

extension Array {
  /// Where those begin for which it is true, when it is true of all behind the first of them.
  func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
