import Foundation
import Testing

/// `scripts/mutants.txt` names places of the sources as they stand.
@Suite struct MutantListTests {
  private static let lines = (SourceTree.text(of: "scripts/mutants.txt") ?? "")
    .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }

  @Test(arguments: lines)
  func whatIsToBeChangedStandsOnceInItsFile(_ line: String) throws {
    let parts = line.components(separatedBy: " | ").map {
      $0.trimmingCharacters(in: .whitespaces)
        .replacingOccurrences(of: "\\n", with: "\n").replacingOccurrences(of: "\\|", with: "|")
    }
    try #require(parts.count == 4)
    let text = try #require(SourceTree.text(of: parts[0]), "no \(parts[0])")
    #expect(text.components(separatedBy: parts[1]).count == 2, "\(parts[0])")
  }

  @Test func thereAreSome() { #expect(MutantListTests.lines.count > 20) }
}
