import Scenarios
import TestSupport
import Testing
import Values

@testable import Loader

/// What actors and their verbs are read as.
struct ActorReadingTests {
  private func file(_ text: String) throws -> ScenarioFile {
    let result = ScenarioLoader.load(bytes: Array(text.utf8), name: "t.yaml")
    let problems = result.diagnostics.map { $0.text(in: result.sources) }
    return try #require(result.file, "\(problems.joined())")
  }

  private func actor(_ text: String) throws -> ActorDeclaration {
    try #require(try file(text).model.actors.first)
  }

  private func steps(_ text: String) throws -> [Step] {
    try #require(try file(text).scenarios.first).steps
  }

  @Test func aReactionIsReadShortAndLong() throws {
    let actor = try actor(
      """
      actors:
        a:
          on:
            Formula: = state
            List: [{set: {n: = message}}]
            Result: {result: {n: 1}}
            Do: {do: [], onCancel: [{emit: = sender}]}
            Future: {future: [{reply: = self}]}
      """)
    let reactions = try #require(actor.behaviors.first).reactions
    #expect(actor.behaviors.map(\.name.text) == ["on"])
    let kinds = reactions.map { reaction in
      switch reaction.kind {
      case .result: "result"
      case .steps: "steps"
      case .future: "future"
      }
    }
    #expect(kinds == ["result", "steps", "result", "steps", "future"])
    #expect(reactions.map(\.onCancel.count) == [0, 0, 0, 1, 0])
  }

  @Test func anActorIsReadWhole() throws {
    let actor = try actor(
      """
      actors:
        a:
          provider: {pool: 4}
          router: smallest_mailbox
          mailbox: {limit: 9, overflow: drop_old}
          state: {n: = args}
          setup: [{wait: 1s}, {become: open}, {watch: b}]
          behaviors: {shut: {}, open: {Go: [stash, {become: shut}], Come: [unstash]}}
          supervision: {strategy: rest_for_one, restarts: 3, within: 1s, backoff: {min: 1s, max: 2s}}
        b: {}
      """)
    guard case .pool(4) = actor.provider else { return #expect(Bool(false)) }
    #expect(actor.router == .smallestMailbox)
    #expect(actor.mailbox?.limit == 9)
    #expect(actor.mailbox?.overflow == .dropOld)
    #expect(actor.setup.count == 3)
    #expect(actor.behaviors.map(\.name.text) == ["shut", "open"])
    let supervision = try #require(actor.supervision)
    #expect(supervision.strategy == .restForOne)
    #expect(supervision.restarts == 3)
    #expect(supervision.backoff?.longest != nil)
  }

  @Test func whoIsMeantIsADeclaredActorOrALocal() throws {
    let actor = try actor(
      """
      actors:
        a:
          on:
            Go:
              future:
                - spawn: {b: 1}
                  as: worker
                - tell: {worker: Work}
                - tell: {sender: {Done: 1}}
                - tell: {b: Work}
                - stop: self
                - stop: worker
                - ask: {b: Work}
                  timeout: 1s
                  else: [{fail: = error}]
                - forward: {worker: Work}
        b: {}
      """)
    guard case .future(let steps) = actor.behaviors[0].reactions[0].kind else {
      return #expect(Bool(false))
    }
    let recipients = steps.map { step -> String in
      switch step.verb {
      case .turn(.event(.tell(let recipient, _))), .turn(.life(.stop(let recipient))),
        .turn(.result(.forward(let recipient, _))):
        describe(recipient)
      case .turn(.event(.ask(let ask))): describe(ask.recipient)
      default: "-"
      }
    }
    #expect(
      recipients == [
        "-", "local worker", "local sender", "b", "local self", "local worker", "b", "local worker",
      ])
  }

  private func describe(_ recipient: Recipient) -> String {
    switch recipient {
    case .declared(let name): name.text
    case .local(let local): "local " + local.text
    case .numbered(let name): "one of \(name.number): \(name.text)"
    case .computed(let formula): "= \(formula.text)"
    }
  }

  @Test func aScriptAddressesWhatItSpawned() throws {
    let steps = try steps(
      """
      actors: {a: {state: {n: 0}, on: {Go: []}}}
      steps:
        - spawn: a
          as: w
        - tell: {w: Go}
          received: {a: [Go]}
          expect: {w.n: 0, a.spawned: [{n: 0}], a.emitted: null}
        - stop: w
        - crash: a
        - restart: w
        - delay: {from: script, to: a, by: 1s}
        - drop: {to: w}
        - ask: {a: Go}
          as: w
        - cancel: w
      """)
    guard case .turn(.event(.tell(.local, _))) = steps[1].verb,
      case .turn(.life(.stop(.local))) = steps[2].verb,
      case .turn(.fault(.crash(.declared))) = steps[3].verb,
      case .turn(.fault(.restart(.local))) = steps[4].verb,
      case .turn(.fault(.disturb(let disturbance))) = steps[5].verb,
      case .script = disturbance.sender,
      case .delay = disturbance.kind, case .declared = disturbance.recipient,
      case .turn(.promise(.cancel)) = steps[8].verb
    else { return #expect(Bool(false)) }
  }

  @Test func explorationIsRead() throws {
    let exploration = try #require(
      try file(
        """
        cells: {n: 0}
        actors: {a: {}, b: {}}
        explore:
          schedules: pct
          delivery: unordered
          faults: {drop: [a], delay: [a, b]}
          budget: 2
          events: [{tell: {a: Go}}, {set: {n: 1}}]
          steps: 20
          expect: violated
        """
      ).exploration)
    #expect(exploration.schedules == .pct)
    #expect(exploration.delivery == .unordered)
    #expect(exploration.faults.map(\.fault) == [.drop, .delay])
    let targets = exploration.faults.map { rule in
      rule.targets.map { if case .actor(let actor) = $0 { actor.text } else { "" } }
    }
    #expect(targets == [["a"], ["a", "b"]])
    guard case .total(2) = exploration.budget else {
      Issue.record("\(exploration.budget)")
      return
    }
    #expect(exploration.events.count == 2)
    #expect(exploration.steps == 20)
    #expect(exploration.expectation == .violated)
  }

  @Test(arguments: ["session", "startup", "payment"])
  func theExamplesOfTheLanguageLoad(name: String) {
    let file = FilePath(Project.path("../shared/examples/\(name).yaml"))
    let result = ScenarioLoader.load(file)
    if result.problem?.kind == .missing { return }
    #expect(
      result.verdict == .loaded,
      "\(result.diagnostics.map { $0.text(in: result.sources) }.joined())")
  }
}
