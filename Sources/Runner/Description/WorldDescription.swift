import Reactor
import Scenarios
import Values

/// The whole of a world's state between two turns, as plain data: lines of a path and what stands
/// there, which hold nothing of the world itself.
///
/// Two worlds of one file whose descriptions are equal are one state: nothing that can happen from
/// there on can tell them apart. The reverse is not promised: a description may tell more states apart
/// than need be, never fewer.
///
/// In it are:
/// * inputs, the states of parts, and what was emitted last where something reads it;
/// * mailboxes, messages on their way, delayed ones too, and what was stashed;
/// * what is queued for a store or a reactor, in order, and all other ready turns in no order;
/// * bodies at work: at which step and in which pass, their locals, and what they wait for;
/// * promises that somebody can still look at: open calls, those that are awaited, those that the
///   script has bound;
/// * timers, by the time that they still have;
/// * of computations whether they run, whether their first run is under way, what they read last,
///   which others end with them, and their handlers;
/// * values that a cutoff keeps, whether they are known to be stale, and what waits for a flush;
/// * positions of `replies`, up to the last reply, and of routers;
/// * restarts that still count, by how long ago they were, and those that are still to come;
/// * behaviors, watches, who waits for whom, and faults that wait for their message;
/// * what the operators of a `transform` hold, which bodies of a reactor run, and whether it is a stub
///   or has ended;
/// * what a store presents;
/// * of a script at which step and in which pass it is, what it has bound, and what is left of the span
///   of an `advance`.
///
/// Not in it are: how often something ran, numbers handed out along the way, the log, the order in
/// which turns became ready, what is left of limits, and the absolute time unless the model or a script
/// of the file reads `now`.
///
/// References to spawned actors and to workers of pools are told apart by the order in which the
/// description first names them, not by their numbers: `worker#a` is the first worker named. A text
/// that equals the name of such an actor counts as a reference to it. Actors that have ended show only
/// where somebody still names them. Where the file itself writes such a name, or a text of the state is
/// the name of an actor that may be made later, numbers are told as they are.
///
/// Values are written so that all that formulas can see is told: `1`, `1u`, `1.0` and `-0.0` differ, and
/// so do maps whose keys stand in another order. Steps are told by their places in the file.
///
/// Making a description changes nothing: no cell is evaluated, nothing is tracked or logged, no body
/// runs.
struct WorldDescription: Equatable, CustomStringConvertible {
  struct Line: Equatable {
    /// Where in the world: `actor worker#a mail 0`.
    let path: String
    /// What stands there.
    let content: String

    static func == (left: Line, right: Line) -> Bool {
      Text.same(left.path, right.path) && Text.same(left.content, right.content)
    }
  }

  /// Always in the same order.
  let lines: [Line]

  /// Of a world by itself, to be made between two turns: the script may look at every promise that it
  /// has ever bound, and nothing else is told of it.
  init(of runtime: Runtime) {
    let writer = StateWriter(runtime)
    writer.writeWorld(nil)
    lines = writer.lines
  }

  /// Of a run, to be made between two of its choices: of the world, and of where the script is; and of
  /// what somebody adds who knows more of it.
  init(
    of run: ScriptRun, joiningMail: Bool = false, adding more: (StateWriter) -> Void = { _ in }
  ) {
    let writer = StateWriter(run.runtime)
    writer.joinsMail = joiningMail
    writer.writeWorld(run, adding: more)
    lines = writer.lines
  }

  /// One line each, for people and for comparing.
  var description: String {
    lines.map { "\($0.path): \($0.content)\n" }.joined()
  }
}
