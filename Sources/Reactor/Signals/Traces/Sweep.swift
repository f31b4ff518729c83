import Values

/// What is known of a record of formulas that give Ints.
struct Sweep: ~Copyable {
  /// A node and how it is worked out.
  struct Calculation: BitwiseCopyable {
    let node: Address<Node>
    let left: Address<Value>
    let right: Address<Value>
    let result: Address<Value>
    let formula: Address<KeptFormula>
    /// What the record says of it.
    let entry: Address<Trace.Entry>
    /// Its flags before that, and behind it.
    let before: NodeFlags
    let after: NodeFlags
    /// Whether it is a sum; a copy is one with nothing.
    let isSum: Bool
    /// Whether some input is a cell.
    let readsCell: Bool
    /// Where its operations stand in `operations`, if there are several, and how many.
    let operationCount: UInt16
    let firstOperation: UInt32
  }

  /// One of several operations on Ints by which a node is worked out.
  struct Operation: BitwiseCopyable {
    let operation: ScalarOperation
    let left: Address<Value>
    let right: Address<Value>
    /// Where what it gives stands for those behind it.
    let target: Address<Value>
  }

  /// What is told by the cell whose change begins the record.
  struct Told: BitwiseCopyable {
    let node: Address<Node>
    let flags: NodeFlags
  }

  /// What is read from outside the record, and how many nodes are worked out until it has been read last.
  struct Read: BitwiseCopyable {
    let node: Address<Node>
    var count: UInt32
  }

  /// A computation that emits what a node gives.
  struct Emission: BitwiseCopyable {
    let computation: Address<Node>
    let input: Address<Node>
    let formula: Address<KeptFormula>
    let place: Address<Value>
    let number: Int
  }

  /// What `KernelState.formulaChanges` was when it was made; nothing stands for it before that.
  var changes: UInt64 = 0
  /// How often it has been made.
  var makings = 0
  /// In the order in which they are worked out.
  var calculations = Stack<Calculation>(capacity: 1)
  /// Whether all of them are sums.
  var isOfSums = true
  /// Those of calculations that take several, and decide nothing.
  var operations = Stack<Operation>(capacity: 1)
  var told = Stack<Told>(capacity: 1)
  var reads = Stack<Read>(capacity: 1)
  var emissions = Stack<Emission>(capacity: 1)
  /// Whether all who are to be told only emit, so that they need not be queued.
  var emits = false
  /// What all of it costs.
  var cost = 0
  /// The cell whose change has all that waits at the beginning wait, and nothing else; 0 where there is none.
  var cell: UInt32 = 0

  /// From how many nodes on a record is swept.
  static let fewest = 4
  /// How many things from outside it may read.
  static let mostReads = 16
  /// How often it is made anew because formulas have changed.
  static let mostMakings = 4
}
