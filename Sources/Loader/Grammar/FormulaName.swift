/// What formulas read that no file declares, and the sign that makes a formula of a text.
enum FormulaName: String, CaseIterable {
  case now, it, state, args, error, reason
  case firstRun, old, new
  case action, mutation, name
  case message, sender
  case own = "self"
  case sign = "="

  var entry: WordEntry {
    WordEntry(
      role: self == .sign ? "the sign of a formula" : "a name in formulas", text: text,
      example: example, remarks: [])
  }

  private var text: String {
    switch self {
    case .now:
      "The virtual time, a `timestamp`. Every formula may read it, and follows it like a cell."
    case .it:
      """
      The value that stands where an outcome expects one: a formula that reads it is a condition on that \
      value. In the operators of a `transform` it is the element.
      """
    case .state:
      "The state of the part whose body or formula it stands in: a reactor, a store, an actor or a service."
    case .args:
      "What was given: to the method of a service, to an actor when it was made, to a route or to a procedure."
    case .error: "The text or value of the error, in `else` and `onError`."
    case .reason: "What the promise was cancelled with, in `onCancel`; null without a reason."
    case .firstRun: "Whether a computation or an autorun runs for the first time."
    case .old: "The value that a cell has, in its `cutoff`."
    case .new: "The value that a cell is about to get, in its `cutoff`."
    case .action: "The payload of the action at work: in `mutate`, in reducers and in middleware."
    case .mutation: "The payload of the mutation at work, in the `reduce` of a reactor."
    case .name: "The name of the action at work, in a middleware."
    case .message: "The payload of the message at work, in the reactions of an actor."
    case .sender: "Who sent the message at work, in the reactions of an actor."
    case .own: "The actor itself, in its bodies."
    case .sign:
      """
      A value that begins with it is a formula in CEL. In quotes, too: a text that begins with it is \
      written as a formula, '= "= 1"'.
      """
    }
  }

  private var example: String? {
    switch self {
    case .now: "assert: now < timestamp(\"2027-01-01T00:00:00Z\")"
    case .it: "expect: {total: = it > 10}"
    case .state: "Add: [{set: {n: = state.n + 1}}]"
    case .args: "methods: {double: = args * 2}"
    case .error: "onError: [{emit: {failed: = error}}]"
    case .reason: "onCancel: [{set: {why: = reason}}]"
    case .firstRun: "if: firstRun"
    case .old, .new: "price: {value: 10, cutoff: = new <= old}"
    case .action: "reducers: {add: {items: '= state.items + [action]'}}"
    case .mutation: "reduce: {added: {n: = state.n + mutation}}"
    case .name: "if: name == 'add'"
    case .message: "Put: [{set: {n: = message}}]"
    case .sender: "tell: {sender: Done}"
    case .own: "tell: {bob: {Ping: = self}}"
    case .sign: "set: {total: = price * count}"
    }
  }
}
