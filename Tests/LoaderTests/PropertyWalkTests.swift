import Foundation
import TestSupport
import Testing

@testable import Loader

/// Models and scripts made at random, of every kind of part and every way to name a property.
struct PropertyWalkTests {
  /// `WALKS=SEED,COUNT swift test --filter PropertyWalkTests` takes other models, or more.
  @Test func oneTypoIsOneErrorAtItsPlaceAndNoneIsNone() {
    let asked = ProcessInfo.processInfo.environment["WALKS"]?.split(separator: ",") ?? []
    let seed = asked.first.flatMap { UInt64($0) } ?? 20_261_121
    let count = asked.dropFirst().first.flatMap { Int($0) } ?? 60
    print("models: WALKS=\(seed),\(count)")
    var random = Seeded(seed)
    for number in 0..<count {
      var writer = ModelWriter(&random)
      let marked = writer.file()
      let right = Marked(marked, typo: nil)
      #expect(scenarioProblems(right.text) == [], "seed \(seed), model \(number):\n\(right.text)")
      #expect(right.count > 20)
      for _ in 0..<8 {
        let wrong = Marked(marked, typo: random.below(right.count))
        let found = scenarioProblems(wrong.text)
        #expect(found.count == 1, "seed \(seed), model \(number): \(found)\n\(wrong.text)")
        #expect(
          found.first?.hasPrefix("\(wrong.place): ") == true,
          "seed \(seed), model \(number), \(wrong.place): \(found)\n\(wrong.text)")
      }
    }
  }

  /// A text in which every use of a property stands between `‹` and `›`, without these.
  private struct Marked {
    var text = ""
    /// How many uses there are.
    var count = 0
    /// Line and column of the one that is misspelt.
    var place = ""

    init(_ marked: String, typo: Int?) {
      var (line, column) = (1, 1)
      var isTypo = false
      for character in marked {
        switch character {
        case "‹":
          isTypo = count == typo
          if isTypo { place = "\(line):\(column)" }
          count += 1
        case "›":
          if isTypo { text += "zz" }
          column += isTypo ? 2 : 0
          isTypo = false
        default:
          text.append(character)
          (line, column) = character == "\n" ? (line + 1, 1) : (line, column + 1)
        }
      }
    }
  }
}

/// Writes a file whose every property exists.
private struct ModelWriter {
  /// A map of names, which may be empty and so open, or something that is no map.
  indirect enum Tree {
    case leaf(String)
    case map([(name: String, tree: Tree)])

    var text: String {
      switch self {
      case .leaf(let text): return text
      case .map(let all):
        return "{" + all.map { "\($0.name): \($0.tree.text)" }.joined(separator: ", ") + "}"
      }
    }
  }

  private var random: Seeded
  private var made = 0

  init(_ random: inout Seeded) {
    self.random = Seeded(UInt64(random.below(1 << 30)))
  }

  private mutating func tree(_ depth: Int = 0) -> Tree {
    .map(
      (0...random.below(3)).map { _ in
        made += 1
        let name = ["size", "label", "list", "to", "x"][random.below(5)] + "\(made)"
        if depth < 2, random.below(3) == 0 { return (name, tree(depth + 1)) }
        let leaves = ["0", "null", "text", "[]", "[{a: 1}]", "= 1 + 1", "{}"]
        return (name, .leaf(leaves[random.below(leaves.count)]))
      })
  }

  /// The names on a way down a tree, at least one, and what is there.
  private mutating func way(_ tree: Tree) -> (names: [String], end: Tree) {
    guard case .map(let all) = tree, !all.isEmpty else { return ([], tree) }
    let next = all[random.below(all.count)]
    guard case .map = next.tree, random.below(4) > 0 else { return ([next.name], next.tree) }
    let rest = way(next.tree)
    return ([next.name] + rest.names, rest.end)
  }

  private func marked(_ names: [String]) -> String {
    names.map { "‹\($0)›" }.joined(separator: ".")
  }

  /// A path, such as stands in keys.
  private mutating func path(_ tree: Tree, below root: String = "") -> String {
    root + (root.isEmpty ? "" : ".") + marked(way(tree).names)
  }

  /// Some of a tree's properties as data.
  private mutating func data(_ tree: Tree) -> String {
    guard case .map(let all) = tree else { return "1" }
    var entries: [String] = []
    for (name, tree) in all where random.below(3) > 0 {
      entries.append("‹\(name)›: \(data(tree))")
    }
    return "{" + entries.joined(separator: ", ") + "}"
  }

  /// A path and a value for it.
  private mutating func assignment(_ tree: Tree, below root: String = "") -> String {
    let (names, end) = way(tree)
    let path = root + (root.isEmpty ? "" : ".") + marked(names)
    return "\(path): \(random.below(2) == 0 ? data(end) : "= now")"
  }

  /// A formula that reads a property.
  private mutating func formula(_ tree: Tree, of root: String) -> String {
    let names = way(tree).names
    let selected = names.map { name in
      switch random.below(3) {
      case 0: "[‹\"\(name)›\"]"
      default: ".‹\(name)›"
      }
    }.joined()
    let path = "\(root).\(marked(names))"
    switch random.below(4) {
    case 0: return "has(\(path))"
    case 1: return "[1].map(i, \(root)\(selected)) == []"
    case 2: return "\(root).?zzz.hasValue() || \(path) == 1"
    default: return "\(root)\(selected) == null"
    }
  }

  mutating func file() -> String {
    let (cell, left, mine) = (tree(), tree(), tree())
    let (reactor, actor, service) = (tree(), tree(), tree())
    let store = Tree.map([("left", left), ("rest", tree())])
    let seen = Tree.map([("left", left), ("right", .map([("mine", mine)]))])
    return """
      cells:
        cell: \(cell.text)
        derived: '= \(formula(cell, of: "cell"))'
      computations:
        first:
          - depend: \(path(cell, below: "cell"))
          - emit: '= \(formula(reactor, of: "reactor"))'
          - set: {\(assignment(cell, below: "cell"))}
      reactors:
        reactor:
          state: \(reactor.text)
          transform:
            state: [{filter: '\(formula(reactor, of: "it"))'}]
            action: [{merge: {from: \(path(cell, below: "cell")), as: go}}]
          mutate:
            go: [{emit: '= \(formula(reactor, of: "state"))'}, {mutation: done}]
          reduce:
            done: {\(assignment(reactor))}
      stores:
        store:
          state: \(store.text)
          middleware: [{on: {add: [{emit: '= \(formula(seen, of: "state"))'}]}}]
          reducers:
            add: {\(assignment(seen))}
          parcels: [{parcel: left, focus: ‹left›}, {parcel: right, focus: right.mine, prefix: r}]
      parcels:
        left:
          reducers:
            put: {\(assignment(left))}
          routes:
            show: {screen: '= \(formula(left, of: "state"))'}
        right:
          state: \(mine.text)
          reducers:
            put: {\(assignment(mine))}
      actors:
        actor:
          state: \(actor.text)
          setup: [{set: {\(assignment(actor))}}]
          on:
            Go: [{emit: '= \(formula(actor, of: "state"))'}]
      services:
        service:
          state: \(service.text)
          methods:
            go: [{set: {\(assignment(service))}}, {return: '= \(formula(service, of: "state"))'}]
      always: ['\(formula(seen, of: "store"))']
      scenarios:
        - name: all
          given: {\(assignment(cell, below: "cell")), store: \(data(seen))}
          steps:
            - set: {cell: \(data(cell))}
              expect: {\(assignment(reactor, below: "reactor")), store: \(data(seen))}
            - changed: \(path(cell, below: "cell"))
              states: {reactor: [\(data(reactor))]}
            - exactly: {\(assignment(actor, below: "actor")), service: \(data(service))}
            - assert: '\(formula(seen, of: "store"))'
            - spawn: actor
              as: spawned
            - expect: {\(assignment(actor, below: "spawned"))}
            - call: service.go
              as: answer
            - expect: {answer: {‹status›: fulfilled}, answer.‹value›.x: 1}

      """
  }
}
