import Values

/// What is told of a file although nothing is wrong with it but that a file it uses is: names that
/// it cannot know, and kinds and properties that are not what they would be.
///
/// A name is an echo where a used file may have names that could not be read, or misses that very
/// name itself. Where all names of the used files are known, one that is not among them is a mistake
/// of its own. So it is where a section of the file stands in the wrong place that would define it.
struct Echoes {
  /// Used files before those that use them.
  private let order: [UInt32]
  private let usingInVain: Set<UInt32>
  private let sources: SourceMap

  init(_ order: [UInt32], usingInVain: Set<UInt32>, _ sources: SourceMap) {
    (self.order, self.usingInVain, self.sources) = (order, usingInVain, sources)
  }

  func drop(from problems: inout Problems) {
    let undefined = problems.undefined
    let hidden = Set(problems.hidden.map { ArraySlice($0.utf8) })
    guard problems.errors > 0,
      order.count > 1 || !usingInVain.isEmpty || !hidden.isEmpty || !undefined.isEmpty
    else { return }
    var own: [UInt32: [Diagnostic]] = [:]
    for problem in problems.all where problem.severity == .error {
      own[problem.span.file, default: []].append(problem)
    }
    var echoes: Set<Diagnostic> = []
    var isBroken = false
    var hidesNames = false
    var missing = hidden
    for file in order {
      let usesInVain = usingInVain.contains(file) || undefined.contains(file)
      var causes: [Diagnostic] = []
      for problem in own[file] ?? [] {
        let isEcho =
          ProblemCode.ofNames.contains(problem.code)
          ? hidesNames || usesInVain || missing.contains(text(problem))
          : ProblemCode.ofKinds.contains(problem.code) && (isBroken || usesInVain)
        if isEcho { echoes.insert(problem) } else { causes.append(problem) }
      }
      for cause in causes {
        isBroken = true
        if !ProblemCode.hidingNothing.contains(cause.code) { hidesNames = true }
        if ProblemCode.ofNames.contains(cause.code) { missing.insert(text(cause)) }
      }
    }
    if !echoes.isEmpty { problems.drop { echoes.contains($0) } }
  }

  /// What the file says at the place: the name that is unknown.
  private func text(_ problem: Diagnostic) -> ArraySlice<UInt8> {
    let bytes = sources[problem.span].bytes
    let end = min(Int(problem.span.end), bytes.count)
    let text = bytes[min(Int(problem.span.start), end)..<end]
    let isQuoted = text.count > 1 && [0x22, 0x27].contains(text.first) && text.first == text.last
    return isQuoted ? text.dropFirst().dropLast() : text
  }
}

extension ProblemCode {
  /// That there is no such name.
  fileprivate static let ofNames: Set<ProblemCode> = [.unknownName]

  /// What a name stands for, and what is in it.
  fileprivate static let ofKinds: Set<ProblemCode> = [
    .unknownProperty, .wrongKind, .cannotSet, .cycle,
  ]

  /// What leaves all names of its file known: mistakes within a formula or a value.
  fileprivate static let hidingNothing: Set<ProblemCode> = [
    .unknownName, .unknownProperty, .wrongKind, .cannotSet, .cycle, .useCycle, .formulaSyntax,
    .unknownFunction, .wrongArity, .typeClash, .badLiteral, .badTime,
    .badDuration, .badPattern, .outOfRange, .ambiguousValue,
  ]
}
