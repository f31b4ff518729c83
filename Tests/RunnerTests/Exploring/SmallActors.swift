import TestSupport

/// Two or three small actors that tell and ask each other, a script of one or two threads, perhaps a
/// fault, an event, another delivery, made by chance. With `isRich` they also have other verbs and cells, and with
/// `isDisturbed` the script has faults of its own wait for messages.
struct SmallActors {
  private(set) var text = "actors:\n"

  init(_ chance: inout Seeded, isRich: Bool = false, isDisturbed: Bool = false) {
    let names = ["a", "b", "c"].prefix(2 + chance.below(2))
    let hasPool = isRich && chance.chance(40)
    func step(mayBecome: Bool = true) -> String {
      let other = hasPool && chance.chance(40) ? "w" : names[chance.below(names.count)]
      switch chance.below(isRich ? 12 : 5) {
      case 0: return "{tell: {\(other): Note}}"
      case 1: return "{ask: {\(other): Get}, timeout: 1s, else: []}"
      case 2: return "{set: {n: = state.n + 1}}"
      case 3: return "{choose: {x: [0, 1]}}, {set: {n: = x}}"
      case 4: return "{tell: {\(other): {Put: \(chance.below(3))}}}"
      case 5: return "{ask: {\(other): Get}, as: v}, {set: {n: = v}}"
      case 6: return "{ask: {\(other): Pass}, as: v}, {set: {n: = v + total}}"
      case 7:
        return
          "{if: = total > state.n, then: [{set: {n: = total}}], else: [{tell: {\(other): Note}}]}"
      case 8: return "{wait: \(1 + chance.below(2))s}"
      case 9: return "{ask: {\(other): Later}}, {set: {n: = state.n + 1}}"
      case 10:
        return mayBecome ? "{become: odd}, {tell: {\(other): Note}}" : "{tell: {self: Note}}"
      default: return "{tell: {\(other): Note}, after: 1s}"
      }
    }
    let emits = isRich && chance.chance(30)
    // What was emitted last is null before.
    let seen = emits ? "emitted" : "n"
    let unless = emits ? "a.emitted == null || " : ""
    for name in names {
      let other = names[chance.below(names.count)]
      text += "  \(name):\n    state: {n: 0}\n"
      text += isRich ? "    behaviors:\n      even:\n" : "    on:\n"
      let indent = isRich ? "        " : "      "
      text += "\(indent)Go: [\(step()), \(step())]\n"
      text += "\(indent)Note: [{set: {n: = state.n + 1}}]\n"
      text += "\(indent)Put: [{set: {n: = message}}\(emits ? ", {emit: = message}" : "")]\n"
      text += "\(indent)Get: = state.n\n"
      if isRich {
        text += "\(indent)Later: {future: [\(step()), {reply: = state.n}]}\n"
        text += "\(indent)Pass: {future: [{forward: {\(other): Get}}]}\n"
        text += "      odd:\n\(indent)Note: [{become: even}, {set: {n: 0}}]\n"
      }
    }
    if hasPool {
      let routers = ["first_free", "round_robin", "smallest_mailbox", "broadcast"]
      text += "  w:\n    provider: {pool: 2}\n    router: \(routers[chance.below(4)])\n"
      text += "    state: {n: 0}\n    on:\n      Note: [{set: {n: = state.n + 1}}]\n"
      text +=
        "      Put: [{set: {n: = message}}, \(step(mayBecome: false))]\n      Get: = state.n\n"
      text +=
        "      Go: [\(step(mayBecome: false))]\n      Later: {future: [\(step(mayBecome: false)), {reply: 1}]}\n"
      text += "      Pass: {future: [{forward: {a: Get}}]}\n"
    }
    if isRich { text += "cells: {total: \(chance.below(3))}\n" }
    text += "eventually: a.n + b.n < \(1 + chance.below(3))\n"
    if isRich, chance.chance(40) {
      text += "always: \(unless)a.\(seen) < \(2 + chance.below(3))\n"
    }
    text += "explore:\n  limit: 400\n"
    if !isRich || chance.chance(60) { text += "  forbid: [deadlock]\n" }
    if isRich, chance.chance(20) { text += "  sometimes: b.\(seen) == \(chance.below(4))\n" }
    if isRich, chance.chance(30) {
      // Before its first message it is not made, and begins with that when somebody else makes it.
      text += "  start: {for: {q: [0, 2]}, set: {\(chance.chance(70) ? "b.n" : "total"): = q}}\n"
    }
    if chance.chance(30) { text += "  delivery: \(["pairwise", "unordered"][chance.below(2)])\n" }
    if chance.chance(40) {
      let fault = ["drop", "duplicate", "delay", "crash", "crash_midway"][chance.below(5)]
      text += "  faults: {\(fault): [\(names[chance.below(names.count)])]}\n"
    }
    if chance.chance(30) {
      let event =
        isRich && chance.chance(50)
        ? "{when: a.\(seen) != 2, set: {total: 1}}" : "{tell: {b: {Put: 2}}}"
      text += "  steps: \(isRich ? 1 + chance.below(2) : 1)\n  events: [\(event)]\n"
    }
    let first = names[chance.below(names.count)]
    let second = names[chance.below(names.count)]
    if isDisturbed {
      addDisturbedScript(&chance, first, second)
      return
    }
    text += "steps:\n"
    var last = ""
    if chance.chance(50) {
      let more = isRich ? chance.below(6) : 0
      let steps = ["", "", "{set: {total: 1}}, ", "{ask: {b: Get}}, ", "", ""][more]
      // What is bound to an answer shows only behind both threads.
      let asking = "{ask: {\(first): Get}, as: p}"
      if more >= 4 { last = "  - set: {total: '= p.value == null ? 9 : p.value'}\n" }
      text += "  - interleave: [[\(more >= 4 ? asking : "{tell: {\(first): Go}}")], "
      text += "[\(steps){tell: {\(second): Note}}\(more == 5 ? ", {set: {total: 5}}" : "")]]\n"
    } else {
      text += "  - tell: {\(first): Go}\n"
    }
    text += last
    if isRich, chance.chance(50) { text += "  - advance: 2s\n" }
  }

  /// Faults before what is sent and beside it, of which some stand in a procedure.
  private mutating func addDisturbedScript(
    _ chance: inout Seeded, _ first: String, _ second: String
  ) {
    func fault() -> String {
      let word = ["drop", "duplicate", "delay"][chance.below(3)]
      let sides = ["to: \(first)", "to: \(second)", "from: \(first)", "from: script"]
      let by = word == "delay" ? ", by: \(1 + chance.below(2))s" : ""
      return "{\(word): {\(sides[chance.below(sides.count)])\(by)}}"
    }
    text += "procedures: {spoil: [\(fault())]}\nsteps:\n"
    func spoiling() -> String { chance.chance(30) ? "{perform: spoil}" : fault() }
    let send = "{tell: {\(first): Go}}"
    let ask = "{ask: {\(second): Get}}"
    switch chance.below(4) {
    case 0: text += "  - \(spoiling())\n  - \(send)\n"
    case 1: text += "  - interleave: [[\(send)], [\(spoiling())]]\n"
    case 2: text += "  - \(fault())\n  - interleave: [[\(send), \(spoiling())], [\(ask)]]\n"
    default: text += "  - interleave: [[\(spoiling()), \(ask)], [\(spoiling())], [\(send)]]\n"
    }
    if chance.chance(60) { text += "  - advance: 2s\n" }
  }
}
