/// A message with what is kept beside it: who waits for the answer, what it was caused by.
@usableFromInline
struct Envelope<M: Message> {
  @usableFromInline let message: M
  let reply: Promise<M.Answer>?
  /// The number of the invocation in which it was sent; 0 is none, or none is kept.
  let cause: Int
}

/// The messages of one type that are under way, and what can be done with them without knowing it.
@usableFromInline
class AnyMessageTable {
  /// In letters, besides the number: the word is a place among the messages.
  @inlinable static var kept: UInt32 { Letter.kept }
  /// The word is a place among the envelopes.
  @inlinable static var enveloped: UInt32 { 1 << 31 }
  @inlinable static var numbers: UInt32 { Letter.numbers }

  @usableFromInline let number: UInt32
  @usableFromInline let name: String

  @usableFromInline
  init(number: UInt32, name: String) {
    self.number = number
    self.name = name
  }

  /// Takes a letter out that will not be received. True where its asker was told why.
  func reject(_ letter: Letter, _ error: any Error) -> Bool { false }

  /// Another letter that says the same to one more receiver; not of one in an envelope.
  func copy(_ letter: Letter) -> Letter { letter }
}

@usableFromInline
final class MessageTable<M: Message>: AnyMessageTable {
  @usableFromInline let messages = Slots<M>()
  let envelopes = Slots<Envelope<M>>()

  @usableFromInline
  override init(number: UInt32, name: String) { super.init(number: number, name: name) }

  @usableFromInline
  func letter(_ message: M, _ caller: ActorID) -> Letter {
    MessageTable.isPlain
      ? Letter(from: caller, kind: number, word: MessageTable.bits(message))
      : Letter(from: caller, kind: number | AnyMessageTable.kept, word: messages.add(message))
  }

  override func reject(_ letter: Letter, _ error: any Error) -> Bool {
    if letter.kind & AnyMessageTable.kept != 0 { _ = messages.remove(letter.word) }
    guard letter.kind & AnyMessageTable.enveloped != 0,
      let reply = envelopes.remove(letter.word).reply
    else { return false }
    reply.reject(error)
    return true
  }

  override func copy(_ letter: Letter) -> Letter {
    var copy = letter
    if letter.kind & AnyMessageTable.kept != 0 { copy.word = messages.add(messages[letter.word]) }
    return copy
  }

  /// Whether messages are their bits.
  @inlinable
  static var isPlain: Bool { _isPOD(M.self) && MemoryLayout<M>.size <= 8 }

  @inlinable
  @inline(__always)
  static func bits(_ message: M) -> UInt64 {
    if MemoryLayout<M>.size == 8 { return unsafeBitCast(message, to: UInt64.self) }
    var word: UInt64 = 0
    withUnsafeMutableBytes(of: &word) { $0.storeBytes(of: message, as: M.self) }
    return word
  }

  @inlinable
  @inline(__always)
  static func message(_ word: UInt64) -> M {
    if MemoryLayout<M>.size == 8 { return unsafeBitCast(word, to: M.self) }
    return withUnsafeBytes(of: word) { $0.loadUnaligned(as: M.self) }
  }
}
