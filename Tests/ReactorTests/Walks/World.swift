/// What runs a program: the engine, or its naive twin. Everything that can be seen goes to the log.
protocol World: AnyObject {
  var log: [String] { get set }
  func read(_ node: Int) throws -> Int
  func write(_ cell: Int, _ value: Int)
  func quietly(_ node: Int) throws -> Int
  func flush(limit: Int) -> String
  /// Runs a body as a computation, a child of the one under way; its number counts creations.
  func compute(_ body: Program.Body)
  /// The same of one whose inputs are named: those that the body begins with reading.
  func observe(_ body: Program.Body)
  func stop(_ number: Int)
  func invalidate(_ number: Int)
  func onInvalidate(_ number: Int, _ body: Program.Body)
  func onStop(_ number: Int, _ body: Program.Body)
  func afterFlush(_ body: Program.Body)
}

extension World {
  /// Runs a body; `number` is the computation's, -1 in a handler, -2 in a derived cell.
  func run(
    _ body: Program.Body, number: Int, name: String, runs: Int = 0, startingWith start: Int = 1
  ) throws -> Int {
    var accumulator = start
    for step in body {
      switch step {
      case .read(let node): accumulator = Program.combine(accumulator, try read(node))
      case .choose(let test, let odd, let even):
        let node = try read(test) & 1 == 1 ? odd : even
        accumulator = Program.combine(accumulator, try read(node))
      case .fold(let mask): accumulator &= mask
      case .failIfDivisible(let divisor):
        if accumulator % divisor == 0 { throw Failure(number: accumulator) }
      case .readOrElse(let node):
        accumulator = Program.combine(accumulator, (try? read(node)) ?? 5)
      case .log: log.append("\(name) \(accumulator)")
      case .write(let cell, let mask): write(cell, accumulator & mask)
      case .quietly(let node): accumulator = Program.combine(accumulator, try quietly(node))
      case .child(let body): compute(body)
      case .onInvalidate(let body): onInvalidate(number, body)
      case .onStop(let body): onStop(number, body)
      case .afterFlush(let body): afterFlush(body)
      case .stopSelf: stop(number)
      case .stop(let other): stop(other)
      case .invalidate(let other): invalidate(other)
      case .invalidateSelfOnce: if runs % 3 == 1 { invalidate(number) }
      }
    }
    return accumulator
  }
}
