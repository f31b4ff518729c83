import Loader
import Testing

@testable import Tool

@Suite struct FileLockTests {
  @Test func oneHoldsItAndNobodyWaitsForEver() throws {
    let scratch = try Scratch()
    let place = try WritePlace.below(FilePath(scratch.path), [], Array("a.lock".utf8))
    do {
      let first = try FileLock(place, patience: 0)
      #expect(throws: FileWriter.Failure.self) { _ = try FileLock(place, patience: 0.01) }
      withExtendedLifetime(first) {}
    }
    _ = try FileLock(place, patience: 0)
    #expect(try scratch.names() == ["a.lock"])
  }
}
