import Scenarios

/// A condition on the tags of a scenario: `slow and not (net or db)`. `not` binds closer than
/// `and`, `and` closer than `or`; a tag that is no plain word stands in quotes.
indirect enum TagExpression: Equatable, Sendable {
  case tag(String)
  case not(TagExpression)
  case and(TagExpression, TagExpression)
  case or(TagExpression, TagExpression)

  func holds(_ tags: Tags) -> Bool {
    switch self {
    case .tag(let name): tags.contains(name)
    case .not(let inner): !inner.holds(tags)
    case .and(let left, let right): left.holds(tags) && right.holds(tags)
    case .or(let left, let right): left.holds(tags) || right.holds(tags)
    }
  }

  /// The tags that it names.
  var names: [String] {
    switch self {
    case .tag(let name): [name]
    case .not(let inner): inner.names
    case .and(let left, let right), .or(let left, let right): left.names + right.names
    }
  }
}

/// What is wrong with a condition on tags, and where in its text, in characters from 0.
struct TagExpressionError: Error, Equatable {
  let message: String
  let offset: Int
}

/// Reads a condition on tags.
struct TagParser {
  private enum Token: Equatable {
    case word(String)
    case quoted(String)
    case open, close
  }

  /// Deeper conditions are refused.
  private static let depth = 100

  private let tokens: [(token: Token, offset: Int)]
  private let end: Int
  private var position = 0

  static func parse(_ text: String) throws(TagExpressionError) -> TagExpression {
    var parser = try TagParser(text)
    let expression = try parser.alternatives(0)
    if let (_, offset) = parser.next {
      throw TagExpressionError(
        message: "expected \"and\", \"or\" or the end; a tag of several words stands in quotes",
        offset: offset)
    }
    return expression
  }

  private init(_ text: String) throws(TagExpressionError) {
    let characters = Array(text.unicodeScalars)
    var tokens: [(Token, Int)] = []
    var index = 0
    while index < characters.count {
      let start = index
      let character = characters[index]
      index += 1
      switch character {
      case " ", "\t", "\n", "\r": continue
      case "(": tokens.append((.open, start))
      case ")": tokens.append((.close, start))
      case "'", "\"":
        guard let close = characters[index...].firstIndex(of: character) else {
          throw TagExpressionError(message: "this quote is never closed", offset: start)
        }
        tokens.append((.quoted(TagParser.text(characters[index..<close])), start))
        index = close + 1
      default:
        while index < characters.count, !" \t\n\r()".unicodeScalars.contains(characters[index]) {
          index += 1
        }
        tokens.append((.word(TagParser.text(characters[start..<index])), start))
      }
    }
    self.tokens = tokens
    end = characters.count
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  private var next: (token: Token, offset: Int)? {
    position < tokens.count ? tokens[position] : nil
  }

  private mutating func take(_ word: String) -> Bool {
    guard next?.token == .word(word) else { return false }
    position += 1
    return true
  }

  private mutating func alternatives(_ depth: Int) throws(TagExpressionError) -> TagExpression {
    var left = try conjunction(depth)
    while take("or") { left = .or(left, try conjunction(depth)) }
    return left
  }

  private mutating func conjunction(_ depth: Int) throws(TagExpressionError) -> TagExpression {
    var left = try operand(depth)
    while take("and") { left = .and(left, try operand(depth)) }
    return left
  }

  private mutating func operand(_ depth: Int) throws(TagExpressionError) -> TagExpression {
    let offset = next?.offset ?? end
    guard depth < TagParser.depth else {
      throw TagExpressionError(message: "the condition is nested too deeply", offset: offset)
    }
    if take("not") { return .not(try operand(depth + 1)) }
    defer { position += 1 }
    switch next?.token {
    case .quoted(let name): return .tag(name)
    case .word(let word) where word != "and" && word != "or": return .tag(word)
    case .open:
      position += 1
      let inner = try alternatives(depth + 1)
      guard next?.token == .close else {
        throw TagExpressionError(
          message: "this parenthesis is never closed", offset: offset)
      }
      return inner
    case .word, .close, nil:
      throw TagExpressionError(message: "expected a tag, \"not\" or \"(\"", offset: offset)
    }
  }
}
