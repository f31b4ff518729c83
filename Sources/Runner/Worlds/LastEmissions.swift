import Values

/// A scalar that a part has emitted under its own name. Nothing in it is counted or freed.
struct EmittedScalar: BitwiseCopyable {
  let part: Int
  let scalar: ScalarValue
}

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

  /// The same as setting each of them in turn.
  mutating func note(_ emissions: [EmittedScalar]) {
    for emission in emissions {
      // What stood there before is held no longer.
      if scalars[emission.part] == nil { values[emission.part] = .null }
      scalars[emission.part] = emission.scalar
    }
  }
}
