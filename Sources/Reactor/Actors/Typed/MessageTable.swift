/// A message with what is kept beside it: who waits for the answer, what it was caused by.
@usableFromInline
struct Request<M: Message> {
  @usableFromInline let message: M
  let reply: Promise<M.Answer>?
  /// The number of the invocation in which it was sent; 0 is none, or none is kept.
  let cause: Int
}

/// The messages of one type that are under way, and what can be done with them without knowing it.
@usableFromInline
class AnyMessageTable {
  /// In envelopes, besides the number: the word is a place among the messages.
  @inlinable static var kept: UInt32 { Envelope.kept }
  /// The word is a place among the requests.
  @inlinable static var requested: UInt32 { 1 << 31 }
  @inlinable static var numbers: UInt32 { Envelope.numbers }

  @usableFromInline let number: UInt32
  @usableFromInline let name: String

  @usableFromInline
  init(number: UInt32, name: String) {
    self.number = number
    self.name = name
  }

  /// Takes an envelope out that will not be received. True where its asker was told why.
  func reject(_ envelope: Envelope, _ error: any Error) -> Bool { false }

  /// Another envelope that says the same to one more receiver; not of a request.
  func copy(_ envelope: Envelope) -> Envelope { envelope }
}

@usableFromInline
final class MessageTable<M: Message>: AnyMessageTable {
  @usableFromInline let messages = Slots<M>()
  let requests = Slots<Request<M>>()
  private let lenders = Owned(LenderHolder { _, _ in })
  @usableFromInline private(set) var hasLender = false

  /// What gives the messages to reactions, where one has been set; it stays where it is.
  var lender: Address<LenderHolder> { lenders.address }

  @usableFromInline
  func setLender(_ lender: @escaping Lender) {
    hasLender = true
    lenders.address.pointee = LenderHolder(lender)
  }

  @usableFromInline
  override init(number: UInt32, name: String) { super.init(number: number, name: name) }

  @usableFromInline
  func envelope(_ message: M, _ caller: ActorID) -> Envelope {
    MessageTable.isPlain
      ? Envelope(from: caller, kind: number, word: MessageBits.word(message))
      : Envelope(from: caller, kind: number | AnyMessageTable.kept, word: messages.add(message))
  }

  override func reject(_ envelope: Envelope, _ error: any Error) -> Bool {
    if envelope.kind & AnyMessageTable.kept != 0 { _ = messages.remove(envelope.word) }
    guard envelope.kind & AnyMessageTable.requested != 0,
      let reply = requests.remove(envelope.word).reply
    else { return false }
    reply.reject(error)
    return true
  }

  override func copy(_ envelope: Envelope) -> Envelope {
    var copy = envelope
    if envelope.kind & AnyMessageTable.kept != 0 {
      copy.word = messages.add(messages[envelope.word])
    }
    return copy
  }

  /// Whether messages are their bits.
  @inlinable
  static var isPlain: Bool { MessageBits.fit(M.self) }
}
