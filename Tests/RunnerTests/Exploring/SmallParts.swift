import TestSupport

/// Two small reactors, a store, a service, perhaps an actor, which send to and call each other, and a script
/// of one or two threads, perhaps with faults and events: made by chance.
struct SmallParts {
  private(set) var text = "cells: {total: 0, low: 0}\n"

  init(_ chance: inout Seeded) {
    let hasActor = chance.chance(30)
    text += "services:\n  api:\n    state: {n: 0}\n    methods:\n"
    text += "      quick: = args\n      slow: [{wait: 1s}, {return: = args}]\n      held: pending\n"
    text += "      few: {replies: [{return: 1}, {fail: gone}, {return: 2}]}\n"
    text += "      read: [{wait: \(1 + chance.below(2))s}, {return: = total}]\n"
    text += "      next: [{call: {api.quick: 1}, as: a}, {set: {n: = state.n + a}}, "
    text += "{call: {api.slow: = a}}, {return: = state.n}]\n"
    func step(_ name: String) -> String {
      let other = chance.chance(50) ? "r" : "q"
      let method = ["quick", "slow", "few", "read", "next", "held"][chance.below(6)]
      switch chance.below(12) {
      case 0: return "{mutation: {add: 1}}"
      case 1, 2:
        return
          "{call: {api.\(method): \(chance.below(2))}, as: v, else: []}, {mutation: {put: = v}}"
      case 3: return "{send: {\(other): {add: 1}}}"
      case 4: return "{dispatch: {s: {put: = state.n}}}"
      case 5: return "{set: {total: = state.n}}"
      case 6: return "{wait: \(1 + chance.below(2))s}"
      case 7: return "{choose: {x: [0, 1]}}, {mutation: {put: = x}}"
      case 8: return "{if: = total > state.n, then: [{mutation: {add: 1}}], else: [{wait: 1s}]}"
      case 9:
        return "{call: {api.\(method): 3}, as: w, timeout: \(1 + chance.below(2))s, else: []}"
      case 10: return "{send: {\(other): load}, after: 1s}, {emit: = state.n}"
      default:
        return hasActor
          ? "{ask: {a: Get}, as: g, timeout: 2s, else: []}" : "{send: {\(other): save}}"
      }
    }
    text += "reactors:\n"
    for name in ["r", "q"] {
      text += "  \(name):\n    state: {n: 0}\n    mutate:\n"
      let overlap = ["", "latest: true, ", "first: true, ", "queue: true, "]
      let until = chance.chance(30) ? "until: [stop], " : ""
      text +=
        "      load: {\(overlap[chance.below(4)])\(until)run: [\(step(name)), \(step(name))]}\n"
      text += "      save: {\(overlap[chance.below(4)])run: [\(step(name))]}\n"
      text += "      add: [{mutation: {add: = action}}]\n      stop: []\n"
      text +=
        "    reduce:\n      add: {n: = (state.n + mutation) % 4}\n      put: {n: = mutation}\n"
      let other = name == "r" ? "q" : "r"
      switch chance.below(10) {
      case 0: text += "    transform: {action: [{debounce: 1s}]}\n"
      case 1: text += "    transform: {action: [{delay: 1s}]}\n"
      case 2: text += "    transform: {mutation: [{throttle: 1s}]}\n"
      case 3: text += "    transform: {mutation: [{merge: {from: total, as: put}}]}\n"
      case 4: text += "    transform: {action: [{merge: {from: \(other).n, as: add}}]}\n"
      case 5: text += "    transform: {state: [{distinct: true}, {delay: 1s}]}\n"
      case 6: text += "    transform: {mutation: [{merge: {from: double, as: put}}, {take: 3}]}\n"
      default: break
      }
    }
    if text.contains("double") {
      text = text.replacing("0, low: 0}", with: "0, low: 0, double: '= total + low'}")
    }
    text += "stores:\n  s:\n    state: {n: 0}\n    reducers: {put: {n: = action}}\n"
    switch chance.below(4) {
    case 0: text += "    middleware: [{on: {put: [{wait: 1s}, {set: {total: 1}}]}}]\n"
    case 1: text += "    middleware: [{on: {put: [{send: {r: {add: 1}}}]}}]\n"
    default: break
    }
    if hasActor {
      let steps = [
        "{call: {api.slow: 1}, as: v}, {set: {n: = v}}", "{send: {q: load}}, {send: {r: stop}}",
        "{dispatch: {s: {put: = state.n}}}, {wait: 1s}", "{set: {n: = r.n}}, {send: {r: save}}",
      ]
      text += "actors:\n  a:\n    state: {n: 0}\n    on:\n"
      text += "      Go: [\(steps[chance.below(4)])]\n"
      text += "      Get: = state.n\n      Put: [{send: {r: {add: = message}}}]\n"
    }
    text += "explore:\n  limit: 300\n"
    if chance.chance(30) {
      let part = chance.chance(30) ? "emitted" : "n"
      text += "  sometimes: r.\(part) == \(chance.below(3))\n"
    }
    if chance.chance(30) {
      let fault = ["drop", "duplicate", "reject", "delay"][chance.below(4)]
      text += "  faults: {\(fault): [api.\(["slow", "quick", "next"][chance.below(3)])]}\n"
    }
    if chance.chance(50) {
      let events = [
        "{when: r.n < 2, set: {total: 1}}", "{when: r.emitted != 1, send: {q: stop}}",
        "{send: {r: stop}}", "{send: {q: load}}",
        "{dispatch: {s: {put: 2}}}", "{set: {low: 1}}", "{tell: {a: {Put: 1}}}",
      ]
      text += "  steps: 1\n  events: [\(events[chance.below(hasActor ? 7 : 6)])]\n"
    }
    if chance.chance(40) {
      let properties = ["r.n + s.n < \(2 + chance.below(3))", "q.emitted != 1 || low != 1"]
      text += "always: \(properties[chance.below(4) / 3])\n"
    }
    if chance.chance(30) { text += "eventually: q.n == 0 || s.n != 1\n" }
    text += "steps:\n"
    let go = hasActor && chance.chance(40) ? "{tell: {a: Go}}" : "{send: {r: load}}"
    switch chance.below(4) {
    case 0: text += "  - interleave: [[\(go)], [{send: {q: save}}, {set: {total: 2}}]]\n"
    case 1: text += "  - interleave: [[\(go), {send: {r: save}}], [{send: {q: load}}]]\n"
    case 2: text += "  - interleave: [[{call: {api.slow: 2}, as: p}], [\(go)]]\n"
    default: text += "  - \(go)\n  - send: {q: load}\n"
    }
    if chance.chance(40) { text += "  - send: {r: stop}\n" }
    if chance.chance(60) { text += "  - advance: \(1 + chance.below(2))s\n" }
    if text.contains("as: p}"), chance.chance(60) { text += "  - set: {low: = p.status.size()}\n" }
  }
}
