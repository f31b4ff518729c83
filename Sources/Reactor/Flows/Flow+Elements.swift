// Operators that look at one element after the other.
extension Flow {
  /// Each element made into another.
  public func map<Other>(_ change: @escaping (Element) throws -> Other) -> Flow<Other> {
    relay { down in { down.next(try change($0)) } }
  }

  /// The elements that pass a test.
  public func filter(_ isPassed: @escaping (Element) throws -> Bool) -> Flow {
    relay { down in { if try isPassed($0) { down.next($0) } } }
  }

  /// Each element made into another or dropped.
  public func compactMap<Other>(_ change: @escaping (Element) throws -> Other?) -> Flow<Other> {
    relay { down in { if let other = try change($0) { down.next(other) } } }
  }

  /// The elements that are not the same as the one before (`distinctUntilChanged`).
  public func distinct(by isSame: @escaping (Element, Element) throws -> Bool) -> Flow {
    distinct(of: { $0 }, by: isSame)
  }

  /// The elements whose key is not the same as that of the one before (`distinctUntilChanged` with
  /// a key selector). Each key is asked for once.
  public func distinct<Key>(
    of key: @escaping (Element) throws -> Key, by isSame: @escaping (Key, Key) throws -> Bool
  ) -> Flow {
    relay { down in
      let state = Distinct<Key>()
      down.detail = state
      return { element in
        let key = try key(element)
        if let last = state.last, try isSame(last, key) { return }
        state.last = key
        down.next(element)
      }
    }
  }

  /// The first so many elements; the flow completes with the last of them.
  public func take(_ count: Int) -> Flow {
    guard count > 0 else { return .empty }
    return relay { down in
      let state = Countdown(count)
      down.detail = state
      return { element in
        // What an element sets off may bring the next before it is over.
        guard state.left > 0 else { return }
        state.left -= 1
        down.next(element)
        if state.left == 0 { down.complete() }
      }
    }
  }

  /// The elements before the first that fails a test, with which the flow completes (`take(while:)`
  /// with `.exclusive`).
  public func take(while isTaken: @escaping (Element) throws -> Bool) -> Flow {
    relay { down in
      { element in if try isTaken(element) { down.next(element) } else { down.complete() } }
    }
  }

  /// The elements up to the first that passes a test, with which the flow completes
  /// (`take(until:behavior:)` with `.inclusive`).
  public func end(behind isLast: @escaping (Element) throws -> Bool) -> Flow {
    relay { down in
      { element in
        let isOver = try isLast(element)
        down.next(element)
        if isOver { down.complete() }
      }
    }
  }

  /// The elements from the first on that fails a test; from there on the test is not asked any more.
  public func skip(while isSkipped: @escaping (Element) throws -> Bool) -> Flow {
    relay { down in
      let state = Countdown(1)
      down.detail = state
      return { element in
        if state.left > 0, try isSkipped(element) { return }
        state.left = 0
        down.next(element)
      }
    }
  }

  /// The elements after the first so many.
  public func skip(_ count: Int) -> Flow {
    relay { down in
      let state = Countdown(count)
      down.detail = state
      return { if state.left > 0 { state.left -= 1 } else { down.next($0) } }
    }
  }

  /// Runs a body once, when a subscription ends in whichever way (`do(onDispose:)`).
  public func atEnd(_ body: @escaping () -> Void) -> Flow {
    relay { down in
      down.onEnd(body)
      return down.next
    }
  }

  /// Looks at each element before it is passed on.
  public func tap(_ look: @escaping (Element) throws -> Void) -> Flow {
    relay { down in
      {
        try look($0)
        down.next($0)
      }
    }
  }
}

private final class Distinct<Element>: DescribedOperator {
  var last: Element?

  func describe(to description: inout OperatorDescription) {
    if let last { description.add("last", .element(last)) }
  }
}

private final class Countdown: DescribedOperator {
  var left: Int

  init(_ count: Int) { left = count }

  func describe(to description: inout OperatorDescription) {
    description.add("left", .number(left))
  }
}

extension Flow where Element: Equatable {
  /// The elements that do not equal the one before (`distinctUntilChanged`).
  public func distinct() -> Flow { distinct(by: ==) }
}
