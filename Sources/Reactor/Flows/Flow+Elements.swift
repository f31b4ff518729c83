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
    relay { down in
      let state = Distinct<Element>()
      down.detail = state
      return { element in
        if let last = state.last, try isSame(last, element) { return }
        state.last = element
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
        state.left -= 1
        down.next(element)
        if state.left == 0 { down.complete() }
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
