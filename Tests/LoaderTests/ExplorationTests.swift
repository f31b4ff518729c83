import Scenarios
import Testing
import Values

@testable import Loader

/// What `explore` of files and scenarios is read as, and what checks see of it.
struct ExplorationTests {
  private func load(_ text: String) throws -> ScenarioFile {
    let result = ScenarioLoader.load(bytes: Array(text.utf8), name: "t.yaml")
    let problems = result.diagnostics.map { $0.text(in: result.sources) }
    return try #require(result.file, "\(problems.joined())")
  }

  private func problems(_ text: String) -> [String] {
    let result = ScenarioLoader.load(bytes: Array(text.utf8), name: "t.yaml")
    return (result.file == nil ? result.diagnostics : ScenarioLoader.check(result))
      .map(\.message)
  }

  // MARK: Reading

  @Test func aScenarioSaysKeyByKeyWhatIsOtherwise() throws {
    let file = try load(
      """
      cells: {n: 0}
      actors: {a: {on: {Go: []}}}
      explore:
        faults: {drop: [a]}
        budget: {drop: 2}
        events: [{set: {n: 1}}]
        sometimes: n == 1
        limit: 7
      scenarios:
        - steps: []
        - {explore: {events: [{set: {n: 2}}, flush], limit: 9}, steps: []}
        - {explore: false, steps: []}
      """)
    let own = try #require(file.scenarios[1].exploration)
    #expect(own.events.count == 2 && own.limit == 9)
    #expect(own.faults.map(\.fault) == [.drop] && own.sometimes.count == 1)
    #expect(own.inherited == [.start, .faults, .budget, .sometimes])
    #expect(file.exploration(of: file.scenarios[0])?.limit == 7)
    #expect(file.exploration(of: file.scenarios[1])?.limit == 9)
    #expect(file.exploration(of: file.scenarios[2]) == nil)
  }

  @Test func anEventHasItsKeysAndAStep() throws {
    let file = try load(
      """
      cells: {all: [a, b], rm: {a: 1, b: 1}}
      explore:
        start: {for: {n: [1, 2], m: '= [n]'}, when: n < 2, set: {'rm[all[0]]': = m}}
        events:
          - {name: prepare, for: {r: = all, k: [1]}, when: 'rm[r] == k', settled: true, set: {'rm[r]': = k}}
          - flush
          - advance: 1s
      """)
    let exploration = try #require(file.exploration)
    let event = try #require(exploration.events.first)
    #expect(event.name?.text == "prepare" && event.isSettled && event.condition != nil)
    #expect(event.elements.map(\.name.text) == ["r", "k"])
    #expect(event.elements.map(\.name.number) == [0, 1])
    #expect(exploration.events.dropFirst().allSatisfy { !$0.isSettled && $0.elements.isEmpty })
    let start = try #require(exploration.start)
    #expect(start.elements.map(\.name.number) == [0, 1] && start.condition != nil)
    #expect(start.changes.count == 1)
  }

  @Test func aFaultNamesActorsMessagesMethodsOrAll() throws {
    let file = try load(
      """
      actors: {a: {on: {Go: []}, behaviors: {other: {Come: []}}}}
      services: {web: {methods: {find: = 1, keep: = 2}}}
      explore:
        faults: {drop: [a, a.Come, web.keep], crash: [all], reject: [web.find]}
        budget: {drop: 2, crash_midway: 1}
      """)
    let exploration = try #require(file.exploration)
    let words = exploration.faults.map { rule in
      rule.targets.map { target in
        switch target {
        case .everything: "all"
        case .actor(let actor): "\(actor.text) \(actor.number)"
        case .message(let actor, let message): "\(actor.text) \(message.text)"
        case .method(let method): "\(method.service.text) \(method.method.number)"
        }
      }
    }
    #expect(words == [["a 0", "a Come", "web 1"], ["all"], ["web 0"]])
    guard case .each(let most) = exploration.budget else {
      Issue.record("\(exploration.budget)")
      return
    }
    #expect(most == [.drop: 2, .crashMidway: 1])
  }

  // MARK: Used files

  @Test func filesThatUseAnotherHaveItsSometimesAndNothingElse() throws {
    let folder = try ScratchFolder()
    try folder.write(
      "model.yaml",
      """
      cells: {n: 0}
      explore: {sometimes: n == 1, events: [{set: {n: 1}}], limit: 3}
      """)
    let user = try folder.write("user.yaml", "use: model.yaml\nscenarios: [{steps: []}]")
    let file = try #require(ScenarioLoader.load(user).file)
    #expect(file.exploration == nil && file.sometimes.map(\.text) == ["n == 1"])
    let explored = try #require(file.exploration(of: file.scenarios[0]))
    #expect(explored.sometimes.count == 1 && explored.events.isEmpty && explored.limit == 1_000_000)
    let own = try folder.write(
      "own.yaml", "use: model.yaml\nexplore: {sometimes: n == 2}\nscenarios: [{steps: []}]")
    let both = try #require(ScenarioLoader.load(own).file)
    #expect(both.exploration(of: both.scenarios[0])?.sometimes.map(\.text) == ["n == 1", "n == 2"])
  }

  @Test func theMistakesOfAUsedExplorationAreTold() throws {
    let folder = try ScratchFolder()
    try folder.write("model.yaml", "cells: {n: 0}\nexplore: {events: [{set: {m: 1}}], budgt: 1}")
    let user = try folder.write("user.yaml", "use: model.yaml\nsteps: [{expect: {n: 0}}]")
    let result = ScenarioLoader.load(user)
    #expect(result.file == nil)
    #expect(
      result.diagnostics.map(\.message)
        == ["unknown name \"m\"", "unknown key \"budgt\" in an exploration"])
  }

  // MARK: Walks

  /// Explorations of which each uses the one part that there is, for a file and for a scenario.
  static let uses = [
    ("cells: {n: 0}", "{sometimes: n == 0}"),
    ("cells: {n: 0}", "{events: [{when: n == 0, flush: }]}"),
    ("cells: {n: [0]}", "{events: [{for: {i: = n}, flush: }]}"),
    ("cells: {n: 0, m: 0}", "{start: {when: n == 0, set: {m: 1}}, sometimes: m == 1}"),
    ("cells: {n: 0, m: 0}", "{start: {for: {i: '= [n]'}, set: {m: = i}}, sometimes: m == 1}"),
    ("actors: {a: {on: {Go: []}}}", "{events: [{settled: true, tell: {a: Go}}]}"),
    ("computations: {c: {autostart: false, run: = 1}}", "{events: [start: c]}"),
    ("services: {s: {methods: {m: = 1}}}", "{events: [{call: s.m}]}"),
    (
      "stores: {s: {state: 0, reducers: {add: = state + 1}}}",
      "{events: [{dispatch: {s: add}, settled: true}], sometimes: s == 1}"
    ),
    (
      "reactors: {r: {state: {n: 0}, mutate: {go: [{mutation: went}]}, reduce: {went: {n: 1}}}}",
      "{events: [{send: {r: go}, settled: true}], sometimes: r.n == 1}"
    ),
  ]

  @Test(arguments: uses)
  func whatOnlyAnExplorationUsesIsUsed(_ model: String, _ exploration: String) {
    let steps = "[{expect: {x: 1}}]"
    let base =
      model.hasPrefix("cells")
      ? model.replacing("cells: {", with: "cells: {x: 1, ") : "cells: {x: 1}\n\(model)"
    let unused = problems("\(base)\nscenarios: [{steps: \(steps)}]")
    #expect(!unused.filter(isOfUse).isEmpty, "\(unused)")
    let ofFile = problems("\(base)\nexplore: \(exploration)\nscenarios: [{steps: \(steps)}]")
    #expect(ofFile.filter(isOfUse).isEmpty, "\(ofFile)")
    let own = problems("\(base)\nscenarios: [{steps: \(steps), explore: \(exploration)}]")
    #expect(own.filter(isOfUse).isEmpty, "\(own)")
  }

  private func isOfUse(_ message: String) -> Bool {
    ["never", "nothing"].contains { message.contains($0) }
  }

  @Test(arguments: [
    ("{sometimes: n + 1}", "a property must be a bool, not an int"),
    ("{events: [{when: n + 1, flush: }]}", "the condition of `when` must be a bool, not an int"),
    ("{start: {when: n + 1, set: {n: 1}}}", "the condition of `when` must be a bool, not an int"),
    (
      "{events: [{for: {i: = n}, flush: }]}",
      "what `for` goes over must be a list or a map, not an int"
    ),
    ("{events: [{for: {i: [1]}, when: i.size() > 1, flush: }]}", "size"),
    ("{events: [{for: {i: [1]}, set: {n: = i.size()}}]}", "size"),
  ])
  func whatExplorationsSayHasTypes(_ exploration: String, _ message: String) {
    for text in [
      "cells: {n: 0}\nexplore: \(exploration)\nsteps: [{expect: {n: 0}}]",
      "cells: {n: 0}\nscenarios: [{explore: \(exploration), steps: [{expect: {n: 0}}]}]",
    ] {
      let found = problems(text)
      #expect(found.contains { $0.contains(message) }, "\(exploration): \(found)")
    }
  }

  @Test func whatAScenarioHasFromTheFileIsToldOnce() {
    let found = problems(
      """
      actors: {a: {on: {Go: []}}}
      explore: {faults: {drop: [a]}, budget: {crash: 1}, events: [{tell: {a: Go}}]}
      scenarios:
        - {explore: {limit: 3}, steps: [{tell: {a: Go}, received: {a: [Go]}}]}
        - {explore: {limit: 4}, steps: [{tell: {a: Go}, received: {a: [Go]}}]}
      """)
    #expect(found.count == 3, "\(found)")
  }

  @Test func whatScenariosSayOverTheFileCounts() {
    let found = problems(
      """
      actors: {a: {on: {Go: []}}}
      explore: {faults: {drop: [a]}, budget: {drop: 0}, events: [{tell: {a: Go}}]}
      scenarios:
        - {explore: {steps: 3, budget: 1}, steps: [{tell: {a: Go}, received: {a: [Go]}}]}
        - {explore: false, steps: [{tell: {a: Go}, received: {a: [Go]}}]}
      """)
    #expect(found == [], "\(found)")
  }
}
