import Scenarios
import Testing
import Values

@testable import Loader

/// What reactors, stores, parcels and services are read as.
struct PartReadingTests {
  private func file(_ text: String) throws -> ScenarioFile {
    let result = ScenarioLoader.load(bytes: Array(text.utf8), name: "t.yaml")
    let problems = result.diagnostics.map { $0.text(in: result.sources) }
    return try #require(result.file, "\(problems.joined())")
  }

  private func steps(_ text: String) throws -> [Step] {
    try #require(try file(text).scenarios.first).steps
  }

  @Test func anActionIsReadShortAndLong() throws {
    let file = try file(
      """
      reactors:
        r:
          state: {n: 0}
          open: true
          mutate:
            go: [{mutation: {up: = action}}]
            find: {run: [{wait: 1s}], latest: true, until: [go]}
          reduce:
            up: {n: = mutation, m.k: 1}
            reset: = 0
            all: {}
          pulse: [n]
      """)
    let reactor = try #require(file.model.reactors.first)
    let actions = try #require(reactor.actions)
    #expect(reactor.actionNames.map(\.text) == ["go", "find"])
    #expect(actions.map { $0.overlap == .latest } == [false, true])
    #expect(actions.map { $0.until.map(\.text) } == [[], ["go"]])
    #expect(reactor.pulses.map(\.text) == ["n"])
    let paths = reactor.reducers.map { reducer in
      if case .paths(let paths) = reducer.change { paths.map(\.path.text) } else { ["whole"] }
    }
    #expect(paths == [["n", "m.k"], ["whole"], []])
  }

  @Test func withoutMutateTheActionsAreTheMutations() throws {
    let reactor = try #require(
      try file("reactors: {r: {state: 0, reduce: {up: = state + 1}}}").model.reactors.first)
    #expect(reactor.actions == nil)
    #expect(reactor.actionNames.map(\.text) == ["up"])
  }

  @Test func operatorsStandInTheirOrder() throws {
    let file = try file(
      """
      cells: {tick: 0}
      reactors:
        r:
          state: 0
          transform:
            action:
              - {map: = it}
              - {filter: it != "x"}
              - {distinct: true}
              - {debounce: 100ms}
              - {throttle: 1s}
              - {delay: = duration("1s")}
              - {take: 3}
              - {skip: 1}
              - {merge: {from: tick, as: up}}
              - {tap: [{emit: = it}]}
            mutation: [{map: {up: = it}}, {map: up}]
            state: [{merge: {from: tick}}]
          reduce: {up: = state + 1}
      """)
    let transform = try #require(file.model.reactors.first).transform
    #expect(
      transform.action.map(\.keyword.text) == [
        "map", "filter", "distinct", "debounce", "throttle", "delay", "take", "skip", "merge",
        "tap",
      ])
    #expect(transform.mutation.count == 2)
    guard case .merge(let path, nil)? = transform.state.first?.kind else {
      Issue.record("\(transform.state)")
      return
    }
    #expect(path.text == "tick")
  }

  @Test func whatStandsWhereAParcelIsUsedIsKeptApart() throws {
    let file = try file(
      """
      stores:
        app:
          state: {left: null, x: null}
          middleware:
            - on: {"*": [{emit: = name}], add: [{return: null}]}
          parcels: [a, {parcel: a, focus: left.inner, prefix: left, optional: consume}]
      parcels:
        a: {focus: x, optional: passthrough, reducers: {add: = action}}
      """)
    let store = try #require(file.model.stores.first)
    let uses = store.own.parcels
    #expect(uses.map { $0.place.focus?.text } == [nil, "left.inner"])
    #expect(uses.map { $0.place.prefix?.text } == [nil, "left"])
    #expect(uses.map(\.place.absence) == [nil, .consume])
    #expect(file.model.parcels.first?.use.absence == .passthrough)
    let middleware = try #require(store.own.middleware.first)
    #expect(middleware.bodies.map(\.name.text) == ["add"])
    #expect(middleware.anyAction?.steps.count == 1)
  }

  @Test func aCallUnderAProvidedNameIsOneOfTheService() throws {
    let steps = try steps(
      """
      services: {storage: {provides: [Keeper], methods: {get: = state, held: pending}}}
      steps:
        - call: Keeper.get
          as: got
          timeout: 1s
          else: [{emit: {error: = error}}]
          replies: null
        - resolve: {Keeper.held: 1}
        - reject: storage.held
        - cancel: got
      """)
    guard case .turn(.event(.call(let call)))? = steps.first?.verb else {
      Issue.record("\(steps)")
      return
    }
    #expect(call.method.service.text == "storage" && call.method.method.text == "get")
    #expect(call.method.name.text == "Keeper.get")
    #expect(call.arguments == nil && call.timeout != nil && call.otherwise?.count == 1)
    #expect(steps.map(\.binding?.text) == ["got", nil, nil, nil])
  }

  @Test func aMethodIsAFormulaStepsRepliesOrPending() throws {
    let service = try #require(
      try file(
        """
        services:
          s:
            methods:
              a: = args
              b: [{set: = args}, {set: {n: 1}}]
              c: {replies: [{fail: x}, pending, {return: {a: 1}}]}
              d: pending
        """
      ).model.services.first)
    let kinds = service.methods.map { method in
      switch method.body {
      case .formula: "formula"
      case .steps(let steps): "\(steps.count) steps"
      case .replies(let replies): "\(replies.count) replies"
      case .pending: "pending"
      }
    }
    #expect(kinds == ["formula", "2 steps", "3 replies", "pending"])
  }

  @Test func routesAreDismissedInThreeWays() throws {
    let steps = try steps(
      """
      stores: {app: {routes: {a: {screen: A}}}}
      steps: [{dismiss: app}, {dismiss: {app: a}}, {dismiss: {app: 1}}, {dismiss: {app: = 1}}]
      """)
    let ways = steps.map { step in
      switch step.verb {
      case .turn(.event(.dismiss(_, .top))): "top"
      case .turn(.event(.dismiss(_, .route(let name)))): name.text
      case .turn(.event(.dismiss(_, .count))): "count"
      default: "?"
      }
    }
    #expect(ways == ["top", "a", "count", "count"])
  }

  @Test func timedStepsKeepTheirDurations() throws {
    let steps = try steps(
      """
      reactors: {r: {state: 0, reduce: {up: = state + 1}}}
      steps:
        - send: {r: up}
          after: 1m30s
        - every: 1s
          do: [{send: {r: up}}]
          until: r > 3
      """)
    let delay = Value.duration(Duration(nanoseconds: 90_000_000_000))
    #expect(steps[0].delay?.literal?.matches(delay) == true)
    guard case .turn(.time(.every(let every))) = steps[1].verb else {
      Issue.record("\(steps[1])")
      return
    }
    #expect(
      every.interval.literal?.matches(.duration(Duration(nanoseconds: 1_000_000_000))) == true)
    #expect(every.steps.count == 1 && every.until?.text == "r > 3")
  }

  @Test(arguments: [
    "add", "{add: 1}", "{add: null}", "\"add\"", "= x", "'= {\"add\": 1}'",
  ])
  func aCaseIsANameAMapOrAFormula(text: String) throws {
    let steps = try steps(
      "cells: {x: add}\nstores: {app: {reducers: {add: = action}}}\nsteps: [{dispatch: {app: \(text)}}]"
    )
    guard case .turn(.event(.dispatch(_, let action, _)))? = steps.first?.verb else {
      Issue.record("\(steps)")
      return
    }
    switch action.content {
    case .named(let named): #expect(named.name.text == "add")
    case .formula(let formula): #expect(text.contains(formula.text))
    }
  }

  @Test(arguments: [
    ("90d", 7_776_000_000_000_000), ("1d12h30m", 131_400_000_000_000), ("0d", 0),
  ])
  func durationsMayBeginWithDays(text: String, nanoseconds: Int64) throws {
    let step = try #require(try steps("steps: [{advance: \(text)}]").first)
    guard case .advance(let datum) = step.verb else { throw Unexpected() }
    #expect(datum.span.literal?.matches(.duration(Duration(nanoseconds: nanoseconds))) == true)
  }

  @Test func whatAMergeMakesOfAValueIsNamedAndNoFormula() {
    let text = """
      cells: {c: 1}
      reactors: {r: {state: 0, reduce: {add: = state + 1}, transform: {mutation: [{merge:
        {from: c, as: = add}}]}}}
      steps: [{set: {c: 2}}]
      """
    #expect(
      scenarioProblems(text) == [
        "3:17: the \"as\" of a \"merge\" takes the name of a mutation, whose payload the value "
          + "becomes, not \"= add\""
      ])
  }

  private struct Unexpected: Error {}
}
