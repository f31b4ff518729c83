import Reactor

/// A host that writes down what happens, and does what a test tells it to. A message is one envelope
/// of the alphabet, `a:w` says that `a` received `w`.
final class Stage: ActorHost {
  struct Mishap: Error, CustomStringConvertible {
    let description: String
  }

  let scheduler = Scheduler()
  private(set) lazy var core = ActorCore(scheduler, host: self)
  private(set) var names: [ActorID: String] = [:]
  private(set) var entries: [String] = []
  /// What to do at a message of a name. True: it is done.
  var reactions: [Character: (ActorID) -> Bool] = [:]
  /// What to do when an actor of a name begins. True: it is ready.
  var setups: [String: (ActorID) -> Bool] = [:]
  /// What to do when a life of an actor of a name ends.
  var endings: [String: (ActorID) -> Void] = [:]

  deinit { scheduler.close() }

  /// Makes an actor and begins it.
  @discardableResult
  func add(
    _ name: String, under parent: ActorID = .none, _ mailbox: Mailbox = Mailbox(),
    supervision: Supervision? = nil, restart: Supervision.Restart = .transient
  ) throws(ActorLimit) -> ActorID {
    let actor = try core.add(
      parent: parent, mailbox: mailbox, supervision: supervision, restart: restart)
    names[actor] = name
    core.begin(actor)
    return actor
  }

  func send(_ messages: String, to actor: ActorID, from sender: ActorID = .none) {
    for message in messages {
      do {
        try core.send(Stage.envelope(message, sender), to: actor)
      } catch {
        entries.append("full:\(message)")
      }
    }
  }

  static func envelope(_ message: Character, _ sender: ActorID = .none) -> Envelope {
    Envelope(from: sender, kind: message.unicodeScalars.first.map(\.value) ?? 0)
  }

  static func name(_ envelope: Envelope) -> Character {
    Unicode.Scalar(envelope.kind).map(Character.init) ?? "?"
  }

  func write(_ entry: String) { entries.append(entry) }

  /// What has happened since the last time, when all has been done that can be done now.
  func run() -> String {
    while scheduler.step() {}
    defer { entries = [] }
    return entries.joined(separator: " ")
  }

  /// The same, up to an instant.
  func run(to nanoseconds: Int64) -> String {
    scheduler.run(to: nanoseconds)
    return run()
  }

  func begin(_ actor: ActorID, isRestart: Bool) -> Bool {
    entries.append("\(label(of: actor))\(isRestart ? "+" : ".")")
    return setups[label(of: actor)]?(actor) ?? true
  }

  func receive(_ envelope: Envelope, by actor: ActorID) -> Bool {
    entries.append("\(label(of: actor)):\(Stage.name(envelope))")
    return reactions[Stage.name(envelope)]?(actor) ?? true
  }

  func ended(_ actor: ActorID, _ why: ActorEnd) {
    let work = core.atWork(actor).map { "(\(Stage.name($0)))" } ?? ""
    switch why {
    case .stopped: entries.append("\(label(of: actor))-stopped\(work)")
    case .failed(let error): entries.append("\(label(of: actor))-failed\(work)/\(error)")
    case .restarting(let error):
      entries.append("\(label(of: actor))-restarts\(work)" + (error.map { "/\($0)" } ?? ""))
    }
    endings[label(of: actor)]?(actor)
  }

  func resumed(_ actor: ActorID, _ error: any Error) {
    let work = core.atWork(actor).map { "(\(Stage.name($0)))" } ?? ""
    entries.append("\(label(of: actor))-resumes\(work)/\(error)")
  }

  func dead(_ envelope: Envelope, to actor: ActorID, _ why: DeadLetter) {
    entries.append(
      "dead:\(label(of: actor)):\(Stage.name(envelope))" + (why == .stopped ? "" : "!"))
  }

  func terminated(_ actor: ActorID, watcher: ActorID) {
    entries.append("\(label(of: watcher))<-\(label(of: actor))")
  }

  func gaveUp(_ supervisor: ActorID, on child: ActorID, _ error: any Error) {
    entries.append("\(label(of: supervisor)) gives up on \(label(of: child))")
  }

  func label(of actor: ActorID) -> String { names[actor] ?? "#\(actor.rawValue)" }

  func describe(_ envelope: Envelope, to actor: ActorID) -> String {
    "\(label(of: actor)).\(Stage.name(envelope))"
  }

  func fail(_ actor: ActorID, _ text: String = "oops") {
    core.fail(actor, Mishap(description: text))
  }
}
