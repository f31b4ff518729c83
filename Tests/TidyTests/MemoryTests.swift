import Foundation
import Testing

/// What is unsafe in the libraries stands in rooms of its own, whose files open with their layout and
/// with why they are sound; the compiler marks it (`strictMemorySafety` in the manifest).
@Suite struct MemoryTests {
  private static let fenced = SourceTree.sources.filter { ["CEL", "Reactor"].contains($0.module) }

  private static func isRoom(_ file: SourceTree.File) -> Bool { file.path.contains("/Memory/") }

  /// Besides the mark `unsafe`, which the compiler asks for, what would take a mark's place.
  private static let words = [
    "Unsafe", "unsafe", "Unmanaged", "OpaquePointer", "@safe", "withMemoryRebound", "@unchecked",
  ]

  /// An access whose exclusivity is not checked goes through an accessor beside the property.
  private static let accessors = [
    "get { unsafe unchecked", "set { unsafe unchecked", "yield unsafe &",
  ]

  @Test func theManifestFencesTheLibraries() {
    let manifest = SourceTree.text(of: "Package.swift") ?? ""
    #expect(manifest.contains("tried + [.strictMemorySafety()]"))
    for module in ["CEL", "Reactor"] {
      let target = manifest.split(separator: "\n").first {
        $0.contains(".target(name: \"\(module)\"")
      }
      #expect(target?.hasSuffix("swiftSettings: fenced),") == true, "\(module)")
    }
  }

  @Test(arguments: fenced.filter { !isRoom($0) })
  func nothingUnsafeStandsOutsideOfTheRooms(_ file: SourceTree.File) {
    for line in file.lines {
      let code = line.prefix(upTo: line.range(of: "//")?.lowerBound ?? line.endIndex)
      let isAccess =
        MemoryTests.accessors.contains { code.contains($0) }
        || code.contains("    unsafe unchecked") && code.contains(" = ")
      if isAccess { continue }
      for word in MemoryTests.words {
        #expect(!code.contains(word), "\(file.path): \(line)")
      }
    }
  }

  @Test(arguments: fenced.filter { isRoom($0) })
  func aRoomOpensWithItsLayoutAndItsInvariants(_ file: SourceTree.File) {
    let head = file.lines.prefix { $0.hasPrefix("//") && !$0.hasPrefix("///") }
    #expect(head.first?.hasPrefix("// The room of ") == true, "\(file.path)")
    #expect(head.contains { $0.hasPrefix("// Layout: ") }, "\(file.path)")
    #expect(head.contains { $0.hasPrefix("// Why it is sound") }, "\(file.path)")
  }

  /// A function called as one of another signature breaks where pointers to code are signed.
  @Test(arguments: fenced)
  func noClosureIsCalledAsOneOfAnotherSignature(_ file: SourceTree.File) {
    for line in file.lines where line.contains("unsafeBitCast(") {
      #expect(
        line.contains("to: Value.self)") || line.contains("to: M.self)")
          || ["Int", "Double", "Bool", "UInt64"].contains { line.contains("to: \($0).self)") },
        "\(file.path): \(line)")
    }
    // In memory too, a closure is seen only as the holder that it was put there as.
    for line in file.lines where line.contains("assumingMemoryBound(to: (") {
      Issue.record("\(file.path): \(line)")
    }
  }
}
