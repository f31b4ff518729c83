/// The kind of a problem as a stable word: what stands in brackets behind a message, what machine
/// reports carry, and what `reactorctl explain` explains.
///
/// A code, once released, keeps its meaning, and none is used for anything else later. The order is
/// that of the list of codes. Every code has an explanation; a test holds it to that.
public enum ProblemCode: String, Sendable, CaseIterable {
  // The text of a file: encoding and YAML.
  case yamlSyntax = "yaml-syntax"
  case unquotedFormula = "unquoted-formula"
  case badEncoding = "bad-encoding"
  case controlCharacter = "control-character"
  case yamlDirective = "yaml-directive"
  case yamlTag = "yaml-tag"
  case severalDocuments = "several-documents"
  case emptyFile = "empty-file"
  case badRoot = "bad-root"
  case badKey = "bad-key"
  case duplicateKey = "duplicate-key"
  case ambiguousValue = "ambiguous-value"
  case badAnchor = "bad-anchor"
  case duplicateAnchor = "duplicate-anchor"
  case badAlias = "bad-alias"
  case badMerge = "bad-merge"
  // The shape of a scenario file.
  case version
  case unknownKey = "unknown-key"
  case missingKey = "missing-key"
  case missingValue = "missing-value"
  case wrongType = "wrong-type"
  case wrongKind = "wrong-kind"
  case misplaced
  case missingVerb = "missing-verb"
  case twoVerbs = "two-verbs"
  case tooManyNames = "too-many-names"
  case contradiction
  case outOfRange = "out-of-range"
  case badTime = "bad-time"
  case badDuration = "bad-duration"
  case badSize = "bad-size"
  case badPath = "bad-path"
  case badPattern = "bad-pattern"
  // Names.
  case unknownName = "unknown-name"
  case unknownProperty = "unknown-property"
  case duplicateName = "duplicate-name"
  case shadowedName = "shadowed-name"
  case selfComparison = "self-comparison"
  case badName = "bad-name"
  case reservedName = "reserved-name"
  case badUse = "bad-use"
  case useCycle = "use-cycle"
  case cannotSet = "cannot-set"
  case cycle
  // Formulas.
  case formulaSyntax = "formula-syntax"
  case unknownFunction = "unknown-function"
  case wrongArity = "wrong-arity"
  case typeClash = "type-clash"
  case badLiteral = "bad-literal"
  case neverEqual = "never-equal"
  // What a formula fails with when it is evaluated.
  case noSuchOverload = "no-such-overload"
  case noSuchKey = "no-such-key"
  case indexOutOfRange = "index-out-of-range"
  case overflow
  case divisionByZero = "division-by-zero"
  case badConversion = "bad-conversion"
  case badArgument = "bad-argument"
  // What `check` warns of.
  case unused
  case noEffect = "no-effect"
  case noOutcome = "no-outcome"
  case heldBefore = "held-before"
  case neverEvaluated = "never-evaluated"
  case impossibleExpectation = "impossible-expectation"
  case suspicious
  // Outcomes that differ.
  case valueMismatch = "value-mismatch"
  case missingProperty = "missing-property"
  case assertFalse = "assert-false"
  case notABool = "not-a-bool"
  case unchangedMismatch = "unchanged-mismatch"
  case emitsMismatch = "emits-mismatch"
  case runsMismatch = "runs-mismatch"
  case statesMismatch = "states-mismatch"
  case receivedMismatch = "received-mismatch"
  case callsMismatch = "calls-mismatch"
  case repliesMismatch = "replies-mismatch"
  case presentedMismatch = "presented-mismatch"
  case failsMismatch = "fails-mismatch"
  case reportsMismatch = "reports-mismatch"
  case placeholder
  case todoPassed = "todo-passed"
  case unnamedChange = "unnamed-change"
  case alwaysViolated = "always-violated"
  case eventuallyViolated = "eventually-violated"
  case goldenDiffers = "golden-differs"
  case goldenMissing = "golden-missing"
  case goldenBroken = "golden-broken"
  case goldenObsolete = "golden-obsolete"
  // Errors of a run.
  case explicitFail = "explicit-fail"
  case notAList = "not-a-list"
  case notACount = "not-a-count"
  case notACase = "not-a-case"
  case unknownCase = "unknown-case"
  case flushInside = "flush-inside"
  case notMade = "not-made"
  case endOfTime = "end-of-time"
  case notReached = "not-reached"
  case noAnswer = "no-answer"
  case noOpenCall = "no-open-call"
  case reactorEnded = "reactor-ended"
  case unhandledAction = "unhandled-action"
  case droppedDispatch = "dropped-dispatch"
  case badReturn = "bad-return"
  case badFocus = "bad-focus"
  case cannotPresent = "cannot-present"
  // Actors.
  case unknownMessage = "unknown-message"
  case deadLetter = "dead-letter"
  case deadlock
  case crashed
  case restartLimit = "restart-limit"
  case nothingToRestart = "nothing-to-restart"
  case mailboxFull = "mailbox-full"
  case notAnActor = "not-an-actor"
  case notATimer = "not-a-timer"
  case noMessage = "no-message"
  case unusedFault = "unused-fault"
  // Limits.
  case tooLarge = "too-large"
  case tooDeep = "too-deep"
  case formulaCost = "formula-cost"
  case endlessStep = "endless-step"
  case workLimit = "work-limit"
  case memoryLimit = "memory-limit"
  case timedOut = "timed-out"
}
