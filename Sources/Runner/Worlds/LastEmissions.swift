import Reactor
import Values

/// What each part emitted last under its name, null before.
struct LastEmissions {
  /// By part; what is no scalar stands in the other row.
  private var scalars: [ScalarValue?]
  private var values: [Value]

  init(parts count: Int) {
    scalars = Array(repeating: .null, count: count)
    values = Array(repeating: .null, count: count)
  }

  var indices: Range<Int> { values.indices }

  subscript(part: Int) -> Value {
    get { scalars[part].map(Value.init) ?? values[part] }
    set {
      scalars[part] = ScalarValue(newValue)
      if scalars[part] == nil { values[part] = newValue } else { values[part] = .null }
    }
  }

  /// The same as setting each of them in turn, among which are texts. Their numbers are those of parts.
  mutating func note(_ emissions: ArraySlice<EmittedScalar>, _ texts: [EmittedText]) {
    var next = emissions.startIndex
    for text in texts {
      let place = emissions.startIndex + text.place
      note(emissions[next..<place])
      self[emissions[place].number] = text.text
      next = place + 1
    }
    note(emissions[next...])
  }

  /// The same of all in the row of a graph, among which are no texts, counting how many there are of each number.
  @inline(__always)
  mutating func note(rowOf graph: Graph, counting counts: inout [Int]) {
    graph.noteEmitted(counting: &counts, last: &scalars, &values)
  }

  private mutating func note(_ emissions: ArraySlice<EmittedScalar>) {
    for emission in emissions {
      // What stood there before is held no longer.
      if scalars[emission.number] == nil { values[emission.number] = .null }
      scalars[emission.number] = emission.scalar
    }
  }
}
