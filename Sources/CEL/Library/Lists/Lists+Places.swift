internal import Values

extension Library {
  static let places: [Function] = [
    listMethod(
      "indexOf", arity: 2, "list(T), T -> int",
      """
      the index of the first element that equals a value, -1 where there is none
      [1, 2, 2, 3].indexOf(2) => 1
      ['a', 'b'].indexOf('c') => -1
      """
    ) { (list, arguments, budget) throws(Fault) in
      try position(of: arguments[1], in: list, 0..<list.count, &budget)
    },
    listMethod(
      "lastIndexOf", arity: 2, "list(T), T -> int",
      """
      the index of the last element that equals a value, -1 where there is none
      [1, 2, 2, 3].lastIndexOf(2) => 2
      """
    ) { (list, arguments, budget) throws(Fault) in
      try position(of: arguments[1], in: list, (0..<list.count).reversed(), &budget)
    },
  ]

  private static func position(
    of value: Value, in list: List, _ indexes: some Sequence<Int>, _ budget: inout Budget
  ) throws(Fault) -> Value {
    for index in indexes {
      try budget.charge(1)
      try budget.charge(comparing: list[index], value)
      if list[index].isEqual(to: value) { return .int(Int64(index)) }
    }
    return .int(-1)
  }

  static let edits: [Function] = [
    Function(
      "lists.setAtIndex", arity: 3, "list(T), int, T -> list(T)",
      """
      the list with another value in place of the element at an index
      lists.setAtIndex([1, 2, 3], 1, 99) => [1, 99, 3]
      """,
      .variadic { (arguments, budget) throws(Fault) in
        let (list, index) = try place(arguments, isEndAllowed: false)
        try budget.charge(list.copiedBySetting)
        do throws(ValueFault) {
          return .list(try list.setting(index, to: arguments[2]))
        } catch {
          throw Fault(error)
        }
      }),
    Function(
      "lists.insertAtIndex", arity: 3, "list(T), int, T -> list(T)",
      """
      the list with a value before the element at an index, or at the end
      lists.insertAtIndex([1, 2, 3], 1, 99) => [1, 99, 2, 3]
      lists.insertAtIndex([1, 2, 3], 3, 99) => [1, 2, 3, 99]
      """,
      .variadic { (arguments, budget) throws(Fault) in
        let (list, index) = try place(arguments, isEndAllowed: true)
        let value = try budget.list([arguments[2]])
        if index == list.count {
          return try Arithmetic.apply(.plus, arguments[0], value, &budget)
        }
        if index == 0 { return try Arithmetic.apply(.plus, value, arguments[0], &budget) }
        var elements = list.elements.array
        elements.insert(arguments[2], at: index)
        return try budget.list(elements)
      }),
    Function(
      "lists.removeAtIndex", arity: 2, "list(T), int -> list(T)",
      """
      the list without the element at an index
      lists.removeAtIndex([1, 2, 3], 1) => [1, 3]
      """,
      .variadic { (arguments, budget) throws(Fault) in
        let (list, index) = try place(arguments, isEndAllowed: false)
        var elements = list.elements.array
        elements.remove(at: index)
        return try budget.list(elements)
      }),
  ]

  /// A list and an index that lies in it.
  private static func place(
    _ arguments: [Value], isEndAllowed: Bool
  ) throws(Fault) -> (List, Int) {
    guard case .list(let list) = arguments[0], case .int(let int) = arguments[1] else {
      throw .noOverload
    }
    let end = list.count + (isEndAllowed ? 1 : 0)
    guard let index = Int(exactly: int), (0..<end).contains(index) else {
      throw .outOfRange(int, list)
    }
    return (list, index)
  }
}
