import Foundation
import Loader
import Reports
import Runner
import Scenarios
import TestSupport
import Testing
import Values

@testable import Tool

/// Every passing scenario of the project, its outcomes replaced by `_` or by something wrong, and
/// updated again.
///
/// `UPDATES=SEED,COUNT swift test --filter UpdateWalkTests` takes other outcomes, or more of a file.
@Suite struct UpdateWalkTests {
  static let files = Project.files(in: "scenarios/passing", endingWith: ".yaml")

  @Test func aGreenFileStaysAsItIs() throws {
    #expect(Self.files.count > 400)
    for file in Self.files {
      let mutant = Mutant(file)
      let update = mutant.updated(mutant.bytes)
      #expect(update.changes.isEmpty, "\(file)")
      #expect(update.notes.isEmpty, "\(file): \(update.notes)")
    }
  }

  @Test func whatIsUpdatedIsGreenAndTheRestStays() throws {
    let asked = ProcessInfo.processInfo.environment["UPDATES"]?.split(separator: ",") ?? []
    let seed = asked.first.flatMap { UInt64($0) } ?? 20_261_121
    let count = asked.dropFirst().first.flatMap { Int($0) } ?? 1
    print("updates: UPDATES=\(seed),\(count)")
    var random = Seeded(seed)
    var tally = Tally()
    for file in Self.files {
      let mutant = Mutant(file)
      guard !mutant.data.isEmpty else { continue }
      for _ in 0..<count { check(mutant, &random, &tally) }
    }
    print("updates: \(tally)")
    #expect(tally.updated > 300)
    // Loops, rows and aliases share outcomes; these are few.
    #expect(tally.refused * 20 < tally.updated)
  }

  struct Tally { var updated = 0, refused = 0, harmless = 0, invalid = 0 }

  private func check(_ mutant: Mutant, _ random: inout Seeded, _ tally: inout Tally) {
    let chosen = mutant.data[Int(random.next() % UInt64(mutant.data.count))]
    guard let (edit, kind) = mutant.spoil(chosen, &random) else { return }
    let style = Mutant.Style.allCases[Int(random.next() % 3)]
    let place = "\(mutant.name) \(chosen.range) \(kind) \(style)"
    let spoilt = style.apply(Edit.apply([edit], to: mutant.bytes))
    let head = style.apply(Array(mutant.bytes[..<chosen.range.lowerBound]), isWhole: false)
    let tail = style.apply(Array(mutant.bytes[chosen.range.upperBound...]))
    guard mutant.verdicts(spoilt) != nil else {
      tally.invalid += 1
      return
    }
    let update = mutant.updated(spoilt)
    if update.changes.isEmpty {
      if update.notes.isEmpty { tally.harmless += 1 } else { tally.refused += 1 }
      let isGreen = mutant.verdicts(spoilt)?.contains(.failed) == false
      #expect(update.notes.isEmpty == isGreen, "\(place) \(update.notes)")
      return
    }
    tally.updated += 1
    let result = update.updated
    let isGreen = mutant.verdicts(result)?.contains(.failed) == false
    #expect(isGreen || !update.notes.isEmpty, "\(place)")
    // A block may move up to its key.
    let isHeadKept = result.starts(with: head.trimmedAtEnd)
    let isTailKept = result.suffix(tail.count).elementsEqual(tail)
    #expect(isHeadKept && isTailKept, "\(place)")
    let again = mutant.updated(result).changes.count
    #expect(again == 0, "\(place)")
  }
}

/// A passing scenario file, and ways to spoil it.
struct Mutant {
  enum Style: CaseIterable {
    case asItIs, carriageReturns, withoutLastLineEnd

    func apply(_ bytes: [UInt8], isWhole: Bool = true) -> [UInt8] {
      switch self {
      case .asItIs: return bytes
      case .carriageReturns: return bytes.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] }
      case .withoutLastLineEnd:
        return isWhole && bytes.last == 0x0a ? Array(bytes.dropLast()) : bytes
      }
    }
  }

  let name: String
  let path: FilePath
  let bytes: [UInt8]
  let data: [OutcomeDatum]

  init(_ name: String) {
    self.name = name
    path = FilePath(Project.path(name))
    let loaded = ScenarioLoader.load(path)
    bytes = loaded.sources.files[0].bytes
    data = loaded.file.map(OutcomeDatum.all) ?? []
  }

  func updated(_ bytes: [UInt8]) -> FileUpdate {
    var update = FileUpdate(bytes, of: path)
    onDeepStack { update.run { _ in true } }
    return update
  }

  /// Nil where the file is invalid.
  func verdicts(_ bytes: [UInt8]) -> [ScenarioResult.Verdict]? {
    guard let file = ScenarioLoader.load(bytes: bytes, as: path).file else { return nil }
    var verdicts: [ScenarioResult.Verdict] = []
    onDeepStack {
      verdicts = ScenarioRunner(file).run().map { result in
        var result = result
        result.settleTodo()
        return result.verdict
      }
    }
    return verdicts
  }

  /// A `_`, or something else, in the place of the data.
  func spoil(_ datum: OutcomeDatum, _ random: inout Seeded) -> (Edit, String)? {
    if case .formula = datum.datum.content { return (Edit(datum.range, "_".utf8), "formula") }
    guard datum.isRewritten, random.next() % 2 == 0, !datum.holdsFormula else {
      return (Edit(datum.range, "_".utf8), "placeholder")
    }
    let wrongs = ["77777", "zzz", "\"zzz\"", "'z'", "[7777]", "{zzz: 1}", "[]", "null", "true"]
    let first = bytes[datum.range].first
    switch (datum.datum.content, random.next() % 2) {
    case (.list(let elements), 0) where !elements.isEmpty && first == UInt8(ascii: "["):
      let start = datum.range.lowerBound + 1
      return (Edit(start..<start, "77777, ".utf8), "longer")
    case (.list(let elements), 1) where elements.count > 1 && first == UInt8(ascii: "["):
      let start = Int(elements[0].span.start)
      return (Edit(start..<Int(elements[1].span.start), [] as [UInt8]), "shorter")
    default:
      let wrong = wrongs[Int(random.next() % UInt64(wrongs.count))]
      return (Edit(datum.range, wrong.utf8), "wrong \(wrong)")
    }
  }
}

extension [UInt8] {
  var trimmedAtEnd: [UInt8] {
    Array(self[..<((lastIndex { $0 > 0x20 } ?? -1) + 1)])
  }
}

/// Runs the work where there is room for it.
func onDeepStack(_ body: @escaping () -> Void) {
  _ = DeepStack.run {
    body()
    return .success
  }
}
