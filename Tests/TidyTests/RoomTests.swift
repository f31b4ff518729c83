import Foundation
import Testing

/// Rooms, the folders of a target, name each other one way.
@Suite struct RoomTests {
  /// The rooms of a target, each with the rooms whose types it names, and one place where it does.
  static func arrows(in target: String) -> [String: [String: String]] {
    let files = SourceTree.sources.filter { $0.module == target }
    var homes: [Substring: String] = [:]
    for file in files {
      for name in declared(in: file) { homes[Substring(name)] = room(file) }
    }
    var arrows: [String: [String: String]] = [:]
    for file in files {
      for line in code(of: file) {
        for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
          guard let home = homes[word], home != room(file) else { continue }
          arrows[room(file), default: [:]][home] = "\(file.path) names \(word)"
        }
      }
    }
    return arrows
  }

  private static func room(_ file: SourceTree.File) -> String {
    file.path.split(separator: "/").dropFirst(2).dropLast().joined(separator: "/")
  }

  /// The types that stand by themselves.
  private static func declared(in file: SourceTree.File) -> [String] {
    let alone = file.lines.filter { $0.first?.isWhitespace == false }
    return Declarations.types(
      in: SourceTree.File(path: file.path, text: alone.joined(separator: "\n")))
  }

  /// The lines without comments, and of texts only what is put into them.
  private static func code(of file: SourceTree.File) -> [Substring] {
    var isInText = false
    return file.lines.compactMap { line in
      if line.contains("\"\"\"") { isInText.toggle() }
      if line.drop(while: \.isWhitespace).hasPrefix("//") { return nil }
      if isInText { return Substring(inserted(into: line)) }
      let pieces = line.split(separator: "\"", omittingEmptySubsequences: false)
      return Substring(
        pieces.enumerated().map { number, piece in
          number.isMultiple(of: 2) ? String(piece) : inserted(into: piece)
        }.joined(separator: " "))
    }
  }

  private static func inserted(into text: Substring) -> String {
    text.components(separatedBy: "\\(").dropFirst().map {
      $0.components(separatedBy: ")")[0]
    }.joined(separator: " ")
  }

  /// The rooms that can be come back to from where they lead.
  static func circle(in arrows: [String: [String: String]]) -> [String] {
    func reached(from room: String) -> Set<String> {
      var seen: Set<String> = []
      var waiting = [room]
      while let next = waiting.popLast() {
        for other in (arrows[next] ?? [:]).keys where seen.insert(other).inserted {
          waiting.append(other)
        }
      }
      return seen
    }
    return arrows.keys.filter { reached(from: $0).contains($0) }.sorted()
  }

  @Test(arguments: ["Values", "CEL", "Scenarios", "Loader", "Runner", "Reports"])
  func noRoomLeadsBackToItself(_ target: String) {
    let arrows = RoomTests.arrows(in: target)
    let circle = RoomTests.circle(in: arrows)
    let places = circle.flatMap { room in circle.compactMap { arrows[room]?[$0] } }
    #expect(places.isEmpty)
    #expect(arrows.count > 2, "rooms that name none are not seen")
  }

  /// The kernel of signals, with its memory and its records, is one thing in several rooms.
  @Test func onlyTheKernelOfSignalsIsAnExceptionOfTheEngine() {
    let circle = RoomTests.circle(in: RoomTests.arrows(in: "Reactor"))
    #expect(circle.allSatisfy { $0.hasPrefix("Signals") })
  }

  @Test func aCircleIsFound() {
    let arrows = ["a": ["b": ""], "b": ["c": ""], "c": ["b": ""], "d": ["a": ""]]
    #expect(RoomTests.circle(in: arrows) == ["b", "c"])
  }
}
