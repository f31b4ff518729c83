import Loader
import Reactor
import Scenarios
import Testing
import Values

@testable import Runner

/// A program played as a scenario.
final class ScenarioPlay {
  private let run: ScriptRun
  private let start: Int64
  private var account = ActorAccount()
  private var emissionCount = 0
  private var reportCount = 0

  /// - Returns: what came of it; nil, with the reason recorded, where it is no scenario or fails.
  static func account(of program: ActorProgram) -> (ActorAccount?, String) {
    let loaded = ScenarioLoader.load(bytes: Array(program.yaml.utf8), name: "test.yaml")
    guard let file = loaded.file else {
      return (nil, loaded.diagnostics.map { $0.text(in: loaded.sources) }.joined())
    }
    let play = ScenarioPlay(file)
    let failures = play.play()
    return (failures.isEmpty ? play.account : nil, failures.map(\.message).joined(separator: "\n"))
  }

  private init(_ file: ScenarioFile) {
    run = ScriptRun(Script(file.scenarios[0], of: file), in: FileTables(file), isListening: false)
    start = run.world.scheduler.now.nanoseconds
  }

  private func play() -> [Failure] {
    run.observe = { [unowned self] _ in lookBehindStep() }
    return run.run(locals: []) { [unowned self] _ in
      take()
      return 0
    }
  }

  private var now: Instant {
    Instant(nanoseconds: run.world.scheduler.now.nanoseconds - start)
  }

  /// Takes down what has been emitted and reported since the last time. No report is a failure.
  private func take() {
    for emission in run.world.emissions(behind: emissionCount) {
      guard case .string(let text) = emission.value else { continue }
      account.note(ActorAccount.plain(text), at: now)
    }
    emissionCount = run.world.emissions().count
    for place in run.world.log.reports.indices.dropFirst(reportCount) {
      let error = run.world.log.reports[place].error
      if error.code == .deadlock {
        account.deadlocks.append(error.text)
      } else {
        account.report(error.text, at: now)
      }
      run.world.log.reports[place].isExpected = true
    }
    reportCount = run.world.log.reports.count
  }

  /// The next step begins a log of its own.
  private func lookBehindStep() {
    take()
    emissionCount = 0
    reportCount = 0
    let actors = run.runtime.actors
    let asks = run.runtime.calls.promises.map { promise in
      switch promise.status {
      case .pending: "pending"
      case .fulfilled: "\(promise.answer)"
      case .rejected: "rejected: \(ActorAccount.plain(promise.error?.text ?? ""))"
      case .cancelled: "cancelled"
      }
    }
    let standings = actors.runs.map { ($0.name, $0.id) }
    account.note(asks, standings, actors.core, at: now)
  }
}

extension ActorAccount {
  /// What the script's asks have come to, and what each actor alive has to do.
  mutating func note(
    _ asks: [String], _ actors: [(String, ActorID)], _ core: ActorCore, at time: Instant
  ) {
    var words = asks.enumerated().map { "p\($0.offset)=\($0.element)" }
    words += actors.filter { core.isAlive($0.1) }.map { name, id in
      let state = core.isBegun(id) ? core.isBusy(id) ? "busy" : "idle" : "waits to begin"
      return "\(name): \(state), \(core.queued(id).count) queued, \(core.stashed(id).count) aside"
    }.sorted()
    states.append(Entry(time: time.nanoseconds, text: words.joined(separator: "; ")))
  }
}
