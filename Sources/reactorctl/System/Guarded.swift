import Synchronization

/// A value that several threads share, each alone with it for a moment.
final class Guarded<Value>: @unchecked Sendable {
  private let mutex = Mutex(())
  private var value: Value

  init(_ value: Value) { self.value = value }

  func with<Result>(_ body: (inout Value) -> Result) -> Result {
    mutex.withLock { _ in body(&value) }
  }
}
