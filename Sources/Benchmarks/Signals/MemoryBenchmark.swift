import Reactor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What nodes and edges take: the growth of the most memory that was ever resident, by node.
struct MemoryBenchmark {
  private let count = 500_000

  func run() {
    print("bytes for each of half a million")
    let graph = Graph()
    var cells: [Cell<Int>] = []
    cells.reserveCapacity(count)
    let plain = bytes { for number in 0..<count { cells.append(graph.cell(number)) } }
    print(Table.row(["a cell", "\(plain)"], width: 46))
    let watched = bytes {
      for cell in cells {
        let derived = graph.derived { cell.value &+ 1 }
        _ = try? graph.computation { _ in _ = try derived.value }
      }
    }
    print(Table.row(["a derived cell, a computation and two edges", "\(watched)"], width: 46))
    graph.close()
  }

  /// For one of them.
  private func bytes(_ make: () -> Void) -> Int {
    let before = MemoryBenchmark.most
    make()
    return (MemoryBenchmark.most - before) / count
  }

  /// The most that was resident so far, in bytes.
  private static var most: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1_024
    #endif
  }
}
