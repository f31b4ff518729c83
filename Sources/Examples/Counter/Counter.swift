import Reactor

/// A counter and what follows from it: `swift run CounterExample`. `CounterExampleTests` holds what
/// it prints against the text at the end.
@main
public enum Counter {
  static func main() throws { try run { print($0) } }

  public static func run(_ write: @escaping (String) -> Void) throws {
    let graph = Graph()

    // Cells are written from outside.
    let count = graph.cell(1)
    let name = graph.cell("apple")

    // Derived cells follow, evaluated once for each set of inputs, and only where someone reads them.
    let isPlural = graph.derived { count.value != 1 }
    let noun = graph.derived { try isPlural.value ? name.value + "s" : name.value }

    // A computation runs at once, and again after something that it read has changed.
    let label = try graph.computation { computation in
      write("\(computation.isFirstRun ? "first" : "again"): \(count.value) \(try noun.value)")
      computation.onStop { write("stopped") }
    }

    // Changes wait for the flush, and several of them make one run.
    count.value = 2
    name.value = "pear"
    write("noun is \(try noun.value) already")
    try graph.flush()

    // A batch flushes at its end. An equal value is no change.
    try graph.batch { count.value = 3 }
    try graph.batch { count.value = 3 }

    label.stop()
    try graph.batch { count.value = 4 }
  }
}

// first: 1 apple
// noun is pears already
// again: 2 pears
// again: 3 pears
// stopped
