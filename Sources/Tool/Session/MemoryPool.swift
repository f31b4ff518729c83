import Runner
import Scenarios

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The memory that the worlds of all threads may hold together. A world that finds no room beside
/// others is run again while no other runs, so that what it comes to is what it would come to alone.
final class MemoryPool: @unchecked Sendable {
  /// The place of one world at a time.
  final class Seat: @unchecked Sendable {
    fileprivate var claimed = 0
  }

  let limit: Int
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let change: UnsafeMutablePointer<pthread_cond_t>
  // Guarded by the lock.
  private var claimed = 0
  private var worlds = 0
  /// Who waits for being alone, or is.
  private var loners = 0

  init(_ limit: Int) {
    self.limit = limit
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    change = .allocate(capacity: 1)
    change.initialize(to: pthread_cond_t())
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_cond_destroy(change)
    change.deallocate()
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// What a runner asks, whose worlds take that seat.
  func share(of seat: Seat) -> MemoryShare {
    MemoryShare(limit: limit) { [unowned self] in grow(seat, to: $0) }
  }

  /// Runs a world in the seat: beside others, and where there is no room for it, alone.
  func run(in seat: Seat, _ body: () -> ScenarioResult) -> ScenarioResult {
    enter(seat)
    let result = body()
    let claimed = seat.claimed
    leave(seat)
    defer { MemoryPool.giveBack(claimed) }
    guard result.isCrowded else { return result }
    enterAlone()
    defer { leaveAlone(seat) }
    return body()
  }

  /// Waits for what every world may come to hold, and for whoever runs alone.
  private func enter(_ seat: Seat) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while worlds > 0, loners > 0 || claimed + MemoryShare.beginning > limit {
      pthread_cond_wait(change, lock)
    }
    take(seat, MemoryShare.beginning)
    worlds += 1
  }

  private func enterAlone() {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    loners += 1
    while worlds > 0 { pthread_cond_wait(change, lock) }
    worlds += 1
  }

  private func leave(_ seat: Seat) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    take(seat, 0)
    worlds -= 1
    pthread_cond_broadcast(change)
  }

  private func leaveAlone(_ seat: Seat) {
    leave(seat)
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    loners -= 1
    pthread_cond_broadcast(change)
  }

  private func grow(_ seat: Seat, to bytes: Int) -> Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    if worlds > 1, claimed - seat.claimed + bytes > limit { return false }
    take(seat, bytes)
    return true
  }

  private func take(_ seat: Seat, _ bytes: Int) {
    claimed += bytes - seat.claimed
    seat.claimed = bytes
  }

  /// Has the system take back what a large world leaves behind: the allocator keeps it, and keeps it
  /// for each thread.
  private static func giveBack(_ claimed: Int) {
    #if canImport(Glibc)
      if claimed > 2 * MemoryShare.beginning { _ = trimHeap(0) }
    #endif
  }
}

#if canImport(Glibc)
  // glibc has it in a header that its module leaves out.
  @_silgen_name("malloc_trim")
  private func trimHeap(_ kept: Int) -> CInt
#endif
