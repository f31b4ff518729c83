import Reactor
import Scenarios
import Values

// Actors, their mail and what they are at.
extension StateWriter {
  func write(_ kind: ActorKind) {
    writeGiven(kind)
    if let pool = kind.pool {
      if pool.policy == .roundRobin { add("pool \(kind.name) next", String(pool.position)) }
      for (place, run) in runtime.actors.members(of: kind).enumerated()
      where runtime.actors.core.isAlive(run.id) {
        add("pool \(kind.name) \(place)", name(of: run))
        write(run)
      }
    } else if let run = kind.one {
      write(run)
    }
    for run in kind.spawned where runtime.actors.core.isAlive(run.id) { write(run) }
  }

  /// Starting values that the scenario gives are evaluated anew for each life.
  func writeGiven(_ kind: ActorKind) {
    guard let given = world.given[Slot.actor(kind.index).number] else { return }
    for change in given {
      let value = change.value.literal.map { text($0) } ?? "from \(place(change.value.span))"
      let locals = change.frame.locals
      add(
        "actor \(kind.name) given \(change.path.text)",
        locals.isEmpty ? value : "\(value) with \(text(locals))")
    }
  }

  private func write(_ run: ActorRun) {
    let path = "actor \(name(of: run))"
    let standing = runtime.actors.core.standing(of: run.id)
    guard standing.isAlive else { return add(path, "ended") }
    add(path, words(for: standing))
    write(run.state, "\(path) state")
    if case .null = run.arguments {} else { add("\(path) arguments", text(run.arguments)) }
    writeBehavior(run, path)
    writeMail(run, standing, path)
    writeWork(run, standing, path)
  }

  /// What an actor is at: all of it but its state, what it was made with, and its messages. It must be alive.
  /// - Parameter withLingering: Whether that is told of which only timers are left.
  func writeAlone(_ run: ActorRun, _ standing: ActorStanding, withLingering: Bool = true) {
    add("", words(for: standing))
    writeBehavior(run, "")
    for (number, envelope) in standing.stash.enumerated() {
      add("stash \(number)", text(envelope))
    }
    writeWork(run, standing, "", withLingering: withLingering)
  }

  private func writeBehavior(_ run: ActorRun, _ path: String) {
    if run.kind.declaration.behaviors.count > 1, let behavior = run.behaviorAtWork {
      add("\(path) behavior", behavior.name.text)
    }
  }

  private func writeWork(
    _ run: ActorRun, _ standing: ActorStanding, _ path: String, withLingering: Bool = true
  ) {
    if let work = run.work { add("\(path) work", text(work)) }
    if let setup = run.setup { add("\(path) setup", name(of: setup)) }
    for (number, body) in (withLingering ? run.lingering.all : []).enumerated() {
      add("\(path) lingering \(number)", name(of: body))
    }
    writeBonds(standing, path)
  }

  private func words(for standing: ActorStanding) -> String {
    var words = [standing.isBusy ? "busy" : "idle"]
    if standing.isBeginning { words.append("beginning") }
    if standing.isPutAside { words.append("with its message put aside") }
    if standing.isNextPosted, !joinsMail { words.append("about to take the next message") }
    if !standing.isBegun { words.append("not begun") }
    if let restart = standing.restart { words.append("begins anew in \(span(restart))") }
    return words.joined(separator: ", ")
  }

  /// What has arrived comes before what is on its way.
  private func writeMail(_ run: ActorRun, _ standing: ActorStanding, _ path: String) {
    for (number, envelope) in standing.mail.enumerated() {
      add("\(path) mail \(number)", text(envelope))
    }
    for (number, envelope) in (ready.messages[run.id] ?? []).enumerated() {
      if joinsMail {
        add("\(path) mail \(standing.mail.count + number)", text(envelope))
      } else {
        add("\(path) sent \(number)", text(envelope))
      }
    }
    for (number, envelope) in standing.stash.enumerated() {
      add("\(path) stash \(number)", text(envelope))
    }
  }

  /// Messages on their way to actors that have ended meanwhile: each will be reported.
  func writeDeadLetters() {
    let ended = ready.recipients.filter { !runtime.actors.core.isAlive($0) }
    addUnordered("dead letters", ended) { actor in
      let letters = (ready.messages[actor] ?? []).map { text($0) }
      return "to \(name(of: actor)): \(letters.joined(separator: "; "))"
    }
  }

  private func writeBonds(_ standing: ActorStanding, _ path: String) {
    if !standing.children.isEmpty {
      add("\(path) children", standing.children.map { name(of: $0) }.joined(separator: ", "))
    }
    for (number, watcher) in standing.watchers.enumerated()
    where runtime.actors.core.isAlive(watcher) {
      add("\(path) watcher \(number)", name(of: watcher))
    }
    if let supervision = standing.supervision {
      add("\(path) supervision", text(supervision))
      if !standing.failures.isEmpty {
        let ages = standing.failures.map { span($0) }
        add("\(path) failures", "\(ages.joined(separator: ", ")) ago")
      }
    }
    for (number, wait) in standing.waits.enumerated() {
      let promise = runtime.actors.core.promise(wait.ticket) as? Promise
      let answer = promise.map { name(of: $0) } ?? "nothing"
      let told = wait.isReported ? ", told as a deadlock" : ""
      let limit = wait.hasTimeout ? ", with a timeout" : ""
      add("\(path) waits \(number)", "for \(name(of: wait.target)), \(answer)\(limit)\(told)")
    }
  }

  private func text(_ supervision: Reactor.Supervision) -> String {
    let limit = supervision.restarts.map { "\($0)" } ?? "any number"
    var words = "\(limit) within \(span(supervision.within))"
    if let backoff = supervision.backoff {
      words += ", backoff \(span(backoff.least)) to \(span(backoff.most))"
    }
    return words
  }

  func text(_ envelope: Envelope) -> String {
    runtime.actors.mails[envelope.word].map { text($0) } ?? "nothing"
  }

  func text(_ mail: Mail) -> String { text(mail.parts) }

  private func text(_ work: Work) -> String {
    var words = text(work.mail)
    if let body = work.body { words += ", \(name(of: body))" }
    if let forwarded = work.forwarded { words += ", forwarded as \(name(of: forwarded))" }
    if work.isStashed { words += ", put aside" }
    return words
  }

  private func text(_ address: Address) -> String { text(address.parts) }

  // MARK: Faults

  func writeFaults() {
    for (number, fault) in runtime.actors.disturbances.inOrder.enumerated() {
      var words = fault.words
      switch fault.sender {
      case nil: break
      case .script: words += " from the script"
      case .actor(let address): words += " from \(text(address))"
      }
      if let recipient = fault.recipient { words += " to \(text(recipient))" }
      if case .delay = fault.fault.kind { words += " by \(span(fault.span))" }
      add("fault \(number)", words)
    }
  }
}
