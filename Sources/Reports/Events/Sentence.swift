/// What people are told of an event, with places for what it carries, such as
/// `"\(.subject) emits \(.value)"`.
struct Sentence: ExpressibleByStringInterpolation {
  /// A place in a sentence. Each writer fills it in its own way: a log tells values whole, a story
  /// of a failure cuts them.
  enum Place {
    case subject, other, name, text, count, value
    /// A value behind a blank; nothing where it is null.
    case payload
    /// ` with` and a value; nothing where it is null.
    case state
    /// From the old value to the new one, with what has been made or removed.
    case change
    /// The same of what has always some value, and may have stayed what it was.
    case outcome
    /// A value that is a length of time.
    case length
    /// A step as it is written.
    case step
    /// What a round has bound.
    case binding
    /// What the scenario has given of a starting value.
    case given
    /// Whether a route is put on top, or in the place of the top.
    case presents
    /// What a store has put on show.
    case route
    /// The message at whose handling another was sent.
    case cause
  }

  fileprivate enum Piece {
    case words(String)
    case place(Place)
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ words: String) {
      if !words.isEmpty { pieces.append(.words(words)) }
    }

    mutating func appendInterpolation(_ place: Place) { pieces.append(.place(place)) }
  }

  private let pieces: [Piece]

  init(stringLiteral words: String) { pieces = [.words(words)] }

  init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

  func holds(_ place: Place) -> Bool {
    pieces.contains { if case .place(place) = $0 { true } else { false } }
  }

  /// Whether it tells a value whole, which may be too wide for a line.
  var holdsValue: Bool { [.value, .payload, .state, .binding, .route].contains(where: holds) }

  /// The sentence with its places filled in.
  func text(_ fill: (Place) -> String) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .words(let words): text += words
      case .place(let place): text += fill(place)
      }
    }
  }
}
