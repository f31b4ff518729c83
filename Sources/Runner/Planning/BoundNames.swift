/// The locals in scope, by name: where each is bound last.
///
/// A value that many scopes share and extend, so it is kept in layers that never change, each more
/// than twice as large as the one above it. Binding and looking up are logarithmic in the number of
/// names, a copy shares all of it.
struct BoundNames {
  private struct Layer {
    let places: [String: Place]
    /// How many bindings went into it, those of one name counted each.
    let count: Int
  }

  struct Place {
    let index: Int
    /// What the local holds that is more than its value.
    let kind: LocalKind?
  }

  /// The largest first.
  private var layers: [Layer] = []
  /// How many locals there are, those that are hidden by later ones included.
  private(set) var count = 0

  mutating func bind(_ name: String, as kind: LocalKind? = nil) {
    var places = [name: Place(index: count, kind: kind)]
    var size = 1
    while let below = layers.last, below.count <= size * 2 {
      places = below.places.merging(places) { _, new in new }
      size += below.count
      layers.removeLast()
    }
    layers.append(Layer(places: places, count: size))
    count += 1
  }

  subscript(name: String) -> Place? {
    for layer in layers.reversed() {
      if let place = layer.places[name] { return place }
    }
    return nil
  }
}
