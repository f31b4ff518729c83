import Foundation
import TestSupport
import Testing
import Values

@testable import CEL

/// What a message says to write does away with the message.
@Suite struct CureTests {
  private static let types: [String: StaticType] = [
    "i": .int, "j": .int, "u": .uint, "x": .double, "s": .string, "text": .string, "ok": .bool,
    "b": .bytes, "t": .timestamp, "w": .duration, "ns": .list(.int), "ss": .list(.string),
    "m": .map(.string, .int), "p": .record(RecordType([.init("name", .string)])), "n": .null,
    "oi": .optional(.int), "os": .optional(.string), "ons": .optional(.list(.int)), "any": .dyn,
  ]

  private func findings(_ source: String) throws -> [Finding] {
    let expression = try Expression.parse(source)
    return expression.check { CureTests.types[$0] }.findings
  }

  /// Of a finding whose range is what is to be written otherwise, what is to be written there.
  private static func cure(_ finding: Finding) -> String? {
    guard finding.code == .typeClash || finding.code == .neverEqual else { return nil }
    // Of what is longer than some sixty characters only parts are told.
    guard finding.range.count <= 36 else { return nil }
    return finding.help.first { $0.hasPrefix("write ") && !$0.utf8.contains(0xe2) }.map {
      String($0.dropFirst(6))
    }
  }

  private func replaced(_ source: String, _ range: Range<Int>, _ text: String) -> String {
    let bytes = Array(source.utf8)
    return String(
      decoding: bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...],
      as: UTF8.self)
  }

  /// The messages of what stands within a part, but for those of what stands around it.
  private func messages(_ findings: [Finding], within range: Range<Int>) -> [String] {
    findings.filter {
      range.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= range.upperBound
    }.map(\.message).filter { message in
      !["an operand of &&", "the condition of ?"].contains(where: message.hasPrefix)
    }
  }

  /// What formulas of other languages have, and what is to be written in its place.
  @Test(arguments: [
    ("ns.find(x, x > 1)", "write list.filter(x, condition).first(), which is an optional"),
    ("ns.count(x, x > 1)", "write size(list.filter(x, condition))"),
    ("ns.count()", "write size(ns)"), ("ns.where(x, x > 1)", "write list.filter(x, condition)"),
    ("ns.isNotEmpty()", "write size(x) > 0"),
    ("ns.none(x, x > 1)", "write !list.exists(x, condition)"),
    ("m.get('a')", "write map[key], or map[?key].orValue(other)"),
    ("m.contains('a')", "what keys a map has is asked by key in map"),
    ("ns.contains(1)", "what a list holds is asked by x in list"),
    ("ns.join(',')", "texts are made of them by list.map(x, string(x))"),
    ("s.format(1)", "its values stand in a list: text.format([x])"),
    ("s[0]", "write text.charAt(index)"),
    ("ns.avg()", "write double(list.sum()) / double(size(list))"),
    ("pow(i, 2)", "multiply instead: x * x"),
    ("ns.sortDescending()", "write list.sort().reverse()"),
    ("0 < i < 9", "two comparisons are joined: a < b && b < c"),
  ])
  func aFunctionOfAnotherLanguageIsToldByItsNameHere(source: String, cure: String) throws {
    let findings = try findings(source)
    #expect(findings.count == 1 && findings[0].help.contains(cure), "\(findings)")
  }

  /// Nearly all short names are near to each other.
  @Test(arguments: ["ns.head()", "ns.tail()", "ns.take(1)", "ns.zip(ns)", "ns.wait()", "ns.send()"])
  func whatIsFarFromEveryNameIsNotSaidToBeMeant(_ source: String) throws {
    #expect(try findings(source).flatMap(\.help).allSatisfy { !$0.hasPrefix("did you mean") })
  }

  /// Each stands for something that can be written.
  @Test func whatForeignNamesMeanIsCEL() throws {
    for meaning in [Checker.foreignNames, Checker.foreignConditions].flatMap(\.values) {
      guard meaning.hasPrefix("write ") else { continue }
      for formula in meaning.dropFirst(6).split(separator: ", or ") {
        let formula = formula.split(separator: ", which")[0].split(separator: ", and")[0]
        let text = formula.replacingOccurrences(of: "…", with: "true")
        let expression = try Expression.parse(String(text))
        let findings = expression.check { _ in .dyn }.findings
        #expect(findings.isEmpty, "\(formula): \(findings)")
      }
    }
  }

  private static let count: UInt64 =
    ProcessInfo.processInfo.environment["LONG"] == nil ? 1 : 12

  @Test(arguments: 0..<count) func whatIsToBeWrittenIsRight(seed: UInt64) throws {
    var formulas = Formulas(seeded: Seeded(seed))
    var cures = 0
    for _ in 0..<3_000 {
      let source = formulas.formula(3)
      let before = try findings(source)
      for finding in before {
        guard let cure = CureTests.cure(finding) else { continue }
        cures += 1
        let cured = replaced(source, finding.range, cure)
        let story: Comment = "\(source): \(finding.message): \(cure), seed \(seed)"
        guard let after = try? findings(cured) else {
          Issue.record("what is to be written is no formula: \(story)")
          continue
        }
        var left = messages(before, within: finding.range)
        if let index = left.firstIndex(of: finding.message) { left.remove(at: index) }
        let start = finding.range.lowerBound
        for message in messages(after, within: start..<start + cure.utf8.count) {
          guard let index = left.firstIndex(of: message) else {
            Issue.record("\(message) is left by: \(story)")
            break
          }
          left.remove(at: index)
        }
      }
    }
    #expect(cures > 1_000)
  }

  /// Formulas of names of all types, put together without regard to them.
  private struct Formulas {
    var seeded: Seeded

    private mutating func any(_ texts: [String]) -> String { texts[seeded.below(texts.count)] }

    private mutating func leaf() -> String {
      any([
        "i", "j", "u", "x", "s", "text", "ok", "b", "t", "w", "ns", "ss", "m", "p", "n", "oi", "os",
        "ons", "any", "1", "2u", "-3", "1.5", "'a'", "'5'", "'1h'", "true", "null", "[1]",
        "{'a': 1}",
        "p.name", "ns[0]", "optional.of(1)", "int", "b'x'", "duration('1h')",
      ])
    }

    mutating func formula(_ depth: Int) -> String {
      if depth == 0 || seeded.chance(15) { return leaf() }
      var text: String
      switch seeded.below(12) {
      case 0...5:
        text = operand(depth)
        for _ in 0...seeded.below(3) {
          text += " \(any(["+", "+", "+", "-", "*", "/", "%"])) \(operand(depth))"
        }
      case 6: text = "\(operand(depth)) \(any(["<", ">=", "==", "!=", "in"])) \(operand(depth))"
      case 7: text = "!\(operand(depth))"
      case 8:
        let call = any(["contains", "startsWith", "matches", "indexOf"])
        text = "\(operand(depth)).\(call)(\(formula(depth - 1)))"
      case 9:
        let name = any(["size", "math.sqrt", "timestamp", "math.floor", "string", "duration"])
        text = "\(name)(\(formula(depth - 1)))"
      case 10: text = "\(operand(depth)) && \(operand(depth))"
      default: text = "(\(operand(depth)) ? \(operand(depth)) : \(operand(depth)))"
      }
      return text
    }

    private mutating func operand(_ depth: Int) -> String {
      let text = formula(depth - 1)
      let isLeaf = !text.utf8.contains(0x20) && !text.hasPrefix("-") && !text.hasPrefix("!")
      return isLeaf && seeded.chance(80) ? text : "(\(text))"
    }
  }
}
