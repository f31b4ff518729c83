import Reactor

extension ActorProgram {
  /// The program as a scenario that writes down what happens by emitting it.
  var yaml: String {
    var lines = ["actors:"]
    for number in kinds.indices where isNamed(number) { lines += actor(number) }
    lines += ["scenarios:", "  - name: played", "    steps:"]
    lines += script.map { "      - " + words(of: $0) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func actor(_ number: Int) -> [String] {
    let kind = kinds[number]
    var lines = ["  K\(number):"]
    switch kind.provider {
    case .singleton, .spawned: break
    case .instance: lines.append("    provider: instance")
    case .pool(let size, let policy):
      lines += ["    provider: {pool: \(size)}", "    router: \(Self.word(policy))"]
    }
    if let limit = kind.mailbox.limit {
      lines.append("    mailbox: {limit: \(limit), overflow: \(Self.word(kind.mailbox.overflow))}")
    }
    let children = kinds.indices.filter { kinds[$0].parent == number }
    if !children.isEmpty {
      lines.append("    children: [\(children.map { child($0) }.joined(separator: ", "))]")
    }
    if let supervision = kind.supervision {
      lines.append("    supervision: {\(Self.words(of: supervision))}")
    }
    lines.append("    state: {count: 0}")
    let failure = kind.failsInSetup ? ", {fail: no setup}" : ""
    lines.append(#"    setup: [{emit: {log: '= "began " + self'}}\#(failure)]"#)
    for (behavior, reactions) in kind.reactions.enumerated() {
      if behavior > 0, !becomes(number) { continue }
      lines.append(behavior == 0 ? "    on:" : "    behaviors:\n      other:")
      let indent = behavior == 0 ? "      " : "        "
      for (message, reaction) in reactions.enumerated() {
        guard let reaction, isSent(message, to: number) else { continue }
        lines.append("\(indent)M\(message):" + (message % 2 == 0 ? "\n\(indent)  future:" : ""))
        lines += steps(of: reaction, message, kind).map { "\(indent)    - \($0)" }
      }
      if watches(number) {
        lines.append("\(indent)Terminated: [{emit: {log: '= \"terminated \" + self + message'}}]")
      }
    }
    return lines
  }

  private func child(_ number: Int) -> String {
    switch kinds[number].restart {
    case .permanent: "K\(number)"
    case .transient: "{actor: K\(number), restart: transient}"
    case .temporary: "{actor: K\(number), restart: temporary}"
    }
  }

  private func becomes(_ kind: Int) -> Bool {
    kinds[kind].reactions.joined().contains { reaction in
      reaction?.operations.contains { if case .become = $0 { true } else { false } } ?? false
    }
  }

  private func steps(of reaction: Reaction, _ message: Int, _ kind: Kind) -> [String] {
    let value = "string(message)"
    var lines = [#"emit: {log: '= "M\#(message) " + self + " " + \#(value)'}"#]
    for operation in reaction.operations {
      lines += words(of: operation, kind)
      switch operation {
      case .forward, .fail, .stash: return lines
      case .count, .tell, .ask, .wait, .unstash, .stop, .become, .watch, .unwatch, .spawn,
        .remind:
        continue
      }
    }
    if message % 2 == 0 { lines.append("reply: = message * 10") }
    return lines
  }

  private func span(_ span: Int64, _ kind: Kind) -> String {
    guard kind.isNumbered, mode != .meeting else { return "\(span)ns" }
    let more = "int(self.split(\"#\")[1]) * \(Kind.delay(of: span))"
    return "'= duration(string(\(span) + \(more)) + \"ns\")'"
  }

  private func words(of operation: Operation, _ own: Kind) -> [String] {
    func sent(_ to: String, _ message: Int, _ number: Int) -> String {
      "{\(to): {M\(message): = message * 10 + \(number)}}"
    }
    switch operation {
    case .count:
      return [
        "set: {count: = state.count + 1}",
        #"emit: {log: '= "count " + self + " " + string(state.count)'}"#,
      ]
    case .tell(let kind, let message, let number):
      return ["tell: \(sent("K\(kind)", message, number))"]
    case .ask(let kind, let message, let number, let timeout, let failure):
      var ask = "{ask: \(sent("K\(kind)", message, number)), as: a\(number)"
      if let timeout { ask += ", timeout: \(timeout)ns" }
      ask += #", else: [{emit: {log: '= "lost " + self + " " + error'}}"#
      if let failure {
        if failure > 0 { ask += ", {wait: \(span(failure, own))}" }
        ask += ", {fail: '= \"lost \" + string(message * 10 + \(number))'}"
      }
      ask += "]"
      let got = #"(a\#(number) == null ? "null" : string(a\#(number)))"#
      return [ask + "}", #"emit: {log: '= "got " + self + " " + \#(got)'}"#]
    case .forward(let kind, let message, let number):
      return ["forward: \(sent("K\(kind)", message, number))"]
    case .wait(let span): return ["wait: \(self.span(span, own))"]
    case .fail: return [#"fail: '= "boom " + string(message)'"#]
    case .stash: return ["stash"]
    case .unstash: return ["unstash"]
    case .stop: return ["stop: self"]
    case .become(let behavior): return ["become: \(behavior == 0 ? "on" : "other")"]
    case .watch(let kind): return ["watch: K\(kind)"]
    case .unwatch(let kind): return ["unwatch: K\(kind)"]
    case .spawn(let kind, let message, let number):
      return ["{spawn: K\(kind), as: s\(number)}", "tell: \(sent("s\(number)", message, number))"]
    case .remind(let message, let number, let span):
      return ["{tell: \(sent("self", message, number)), after: \(span)ns}"]
    }
  }

  private func words(of step: ScriptStep) -> String {
    switch step {
    case .tell(let kind, let message, let value): return "tell: {K\(kind): {M\(message): \(value)}}"
    case .ask(let kind, let message, let value, let timeout):
      let limit = timeout.map { ", timeout: \($0)ns" } ?? ""
      return "{ask: {K\(kind): {M\(message): \(value)}}, as: p\(value)\(limit)}"
    case .advance(let span): return "advance: \(span)ns"
    case .stop(let kind): return "stop: K\(kind)"
    case .restart(let kind): return "restart: K\(kind)"
    case .crash(let kind): return "crash: K\(kind)"
    case .cancel(let value): return "cancel: p\(value)"
    }
  }

  private static func word(_ policy: Router.Policy) -> String {
    switch policy {
    case .firstFree: "first_free"
    case .roundRobin: "round_robin"
    case .smallestMailbox: "smallest_mailbox"
    case .broadcast: "broadcast"
    }
  }

  private static func word(_ overflow: Mailbox.Overflow) -> String {
    switch overflow {
    case .fail: "fail"
    case .dropNew: "drop_new"
    case .dropOld: "drop_old"
    }
  }

  private static func words(of supervision: Supervision) -> String {
    let strategy =
      switch supervision.strategy {
      case .oneForOne: "one_for_one"
      case .oneForAll: "one_for_all"
      case .restForOne: "rest_for_one"
      }
    let limit = supervision.restarts.map { "\($0)" } ?? "unlimited"
    var words = "strategy: \(strategy), restarts: \(limit)"
    words += ", within: \(supervision.within)ns"
    if let backoff = supervision.backoff {
      words += ", backoff: {min: \(backoff.least)ns, max: \(backoff.most)ns}"
    }
    let rules = supervision.rules.map { "\($0.text): \(word($0.directive))" }
    return rules.isEmpty ? words : words + ", on: {\(rules.joined(separator: ", "))}"
  }

  private static func word(_ directive: Supervision.Directive) -> String {
    switch directive {
    case .resume: "resume"
    case .restart: "restart"
    case .stop: "stop"
    case .escalate: "escalate"
    }
  }
}
