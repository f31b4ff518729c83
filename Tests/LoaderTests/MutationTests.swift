import Foundation
import TestSupport
import Testing

@testable import Loader

/// Files of the corpus with words swapped, lines moved and bytes gone astray: each is loaded or
/// refused in words, and what is loaded is checked.
struct MutationTests {
  /// `MUTANTS=SEED,COUNT swift test --filter MutationTests` takes other mutants, or more.
  @Test func everyMutantOfTheCorpusIsLoadedOrRefused() throws {
    let corpus = try Project.corpus("scenario")
    let words = Word.allCases.map { Array($0.rawValue.utf8) }
    let asked = ProcessInfo.processInfo.environment["MUTANTS"]?.split(separator: ",") ?? []
    let seed = asked.first.flatMap { UInt64($0) } ?? 20_261_121
    let count = asked.dropFirst().first.flatMap { Int($0) } ?? 1500
    // A promise that is broken ends the process: this line leads there again.
    print("mutants: MUTANTS=\(seed),\(count)")
    var random = Seeded(seed)
    for number in 0..<count {
      var mutant = corpus[random.below(corpus.count)]
      for _ in 0...random.below(4) { mutate(&mutant, words, corpus, &random) }
      let time = ContinuousClock().measure { LoaderProbe.scenario(mutant) }
      #expect(time < .seconds(5), "seed \(seed), mutant \(number)")
    }
  }

  private func mutate(
    _ bytes: inout [UInt8], _ words: [[UInt8]], _ corpus: [[UInt8]], _ random: inout Seeded
  ) {
    guard !bytes.isEmpty else { return }
    switch random.below(6) {
    case 0: swapWord(in: &bytes, words[random.below(words.count)], &random)
    case 1:
      swapWord(in: &bytes, MutationTests.values[random.below(MutationTests.values.count)], &random)
    case 2: bytes.remove(at: random.below(bytes.count))
    case 3:
      bytes.insert(
        MutationTests.marks[random.below(MutationTests.marks.count)], at: random.below(bytes.count))
    case 4: bytes = exchange(lines: bytes, with: bytes, &random)
    default: bytes = exchange(lines: bytes, with: corpus[random.below(corpus.count)], &random)
    }
  }

  private static let marks = Array(" \n{}[]:,-=*&\"'.#|".utf8)
  private static let values = [
    "null", "[]", "{}", "= state", "= it", "-1s", "0s", "1", "self", "a.b.c", "{a: 1}", "[a, b]",
    "= 1 +", "_", "now", "*",
    "= message", "sender", "{pool: 2}", "stash",
  ].map { Array($0.utf8) }

  /// Puts another word in the place of one that stands there.
  private func swapWord(in bytes: inout [UInt8], _ word: [UInt8], _ random: inout Seeded) {
    func isPart(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 }
    var start = random.below(bytes.count)
    while start < bytes.count, !isPart(bytes[start]) { start += 1 }
    while start > 0, start < bytes.count, isPart(bytes[start - 1]) { start -= 1 }
    var end = start
    while end < bytes.count, isPart(bytes[end]) { end += 1 }
    bytes.replaceSubrange(start..<end, with: word)
  }

  /// Some lines of one file in the place of some of the other.
  private func exchange(
    lines bytes: [UInt8], with other: [UInt8], _ random: inout Seeded
  ) -> [UInt8] {
    var lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    let others = other.split(separator: 0x0a, omittingEmptySubsequences: false)
    let (first, from) = (random.below(lines.count), random.below(others.count))
    let last = min(lines.count, first + random.below(4))
    lines.replaceSubrange(first..<last, with: others[from...].prefix(1 + random.below(6)))
    return Array(lines.joined(separator: [0x0a]))
  }
}
