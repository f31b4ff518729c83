/// Numbers the types of messages, in the order in which they are first met, and finds them again.
@usableFromInline
final class MessageKinds {
  /// What has been found of a type.
  @usableFromInline
  struct Recent {
    /// The type's address; 0 where nothing has been found.
    @usableFromInline var type: UInt = 0
    @usableFromInline var table = ErasedReference()
    /// The table's own.
    @usableFromInline var messages = ErasedReference()
    @usableFromInline var number: UInt32 = 0

    init() {}

    @usableFromInline
    init<M: Message>(_ table: MessageTable<M>) {
      type = MessageKinds.address(of: M.self)
      self.table = ErasedReference(table)
      messages = ErasedReference(table.messages)
      number = table.number
    }

    /// An envelope that says what a message of this type says, where there is room for one.
    @inlinable
    @inline(__always)
    func envelope<M: Message>(_ message: M, from caller: ActorID) -> Envelope {
      if MessageTable<M>.isPlain {
        return Envelope(from: caller, kind: number, word: MessageBits.word(message))
      }
      let word = slots(of: M.self).lend { $0.addPlainly(message) }
      return Envelope(from: caller, kind: number | AnyMessageTable.kept, word: word)
    }

    /// Whether `envelope` can be called.
    @inlinable
    @inline(__always)
    func hasRoom<M: Message>(for type: M.Type) -> Bool {
      MessageTable<M>.isPlain || slots(of: type).lend { $0.hasRoom }
    }

    @inlinable
    @inline(__always)
    func slots<M: Message>(of type: M.Type) -> Unretained<Slots<M>> {
      messages.unretained(as: Slots<M>.self)
    }
  }

  @inlinable static var recentMask: Int { 127 }
  /// The types found last, where their addresses point to. Empty where `isCareful`, so that those
  /// who look here find out by the same comparison.
  @usableFromInline let recent: Address<Recent>
  private let memory: Owned<Arena<Recent>>
  private(set) var tables: [AnyMessageTable] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// Whether messages told need more than to be posted.
  @usableFromInline var isCareful = false { didSet { forget() } }

  init() {
    var all = Arena<Recent>(capacity: MessageKinds.recentMask + 1)
    for _ in 0...MessageKinds.recentMask { all.append(Recent()) }
    recent = all.start
    memory = Owned(all)
  }

  /// Returns what there was.
  func removeAll() -> [AnyMessageTable] {
    let old = tables
    tables = []
    numbers = [:]
    forget()
    return old
  }

  private func forget() {
    for place in 0...MessageKinds.recentMask { recent[place] = Recent() }
  }

  @inlinable
  @inline(__always)
  static func address<M>(of type: M.Type) -> UInt {
    UInt(bitPattern: ObjectIdentifier(type))
  }

  @inlinable
  @inline(__always)
  static func place(of address: UInt) -> Int {
    Int(bitPattern: address >> 4) & recentMask
  }

  @usableFromInline
  func table<M: Message>(of type: M.Type) -> MessageTable<M> {
    let place = recent + MessageKinds.place(of: MessageKinds.address(of: type))
    if place.pointee.type == MessageKinds.address(of: type) {
      return place.pointee.table.unretained(as: MessageTable<M>.self).lend { $0 }
    }
    let table: MessageTable<M>
    if let number = numbers[ObjectIdentifier(type)],
      let known = tables[number] as? MessageTable<M>
    {
      table = known
    } else {
      table = MessageTable<M>(number: UInt32(tables.count), name: "\(type)")
      numbers[ObjectIdentifier(type)] = tables.count
      tables.append(table)
    }
    if !isCareful {
      place.pointee = Recent(table)
    }
    return table
  }
}
