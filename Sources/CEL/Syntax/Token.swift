/// A word or sign of a formula's text, by its UTF-8 offsets.
struct Token {
  enum Kind: UInt8 {
    case end
    case identifier, quotedIdentifier
    case int, uint, double, string, bytes
    case trueWord, falseWord, null, inWord
    case leftParenthesis, rightParenthesis, leftBracket, rightBracket, leftBrace, rightBrace
    case comma, dot, colon, question
    case not, plus, minus, times, divide, remainder
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case and, or
  }

  var kind: Kind
  var start: Int
  var end: Int

  var range: Range<Int> { start..<end }
}

extension Token.Kind {
  /// How strongly a binary operator binds, from 1 for `||`; 0 for everything else.
  var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .inWord: 3
    case .plus, .minus: 4
    case .times, .divide, .remainder: 5
    default: 0
    }
  }
}
