/// The keys of maps that differ in their values alone, such as those that one formula makes: texts, in
/// order, with their index. Its maps share them.
public struct MapShape: Sendable {
  private let keys: [Value]
  private let slots: [Int32]
  /// UTF-8 bytes of all keys together.
  public let text: Int

  /// Nil where a name stands twice.
  public init?(_ names: [String]) {
    keys = names.map { .string($0) }
    text = names.reduce(0) { $0 + $1.utf8.count }
    guard let slots = try? Map.index(keys) else { return nil }
    self.slots = slots
  }

  /// A map of these keys with a value for each, in their order. Throws where it would exceed
  /// `ValueLimits`. Linear in the number of entries; no keys are compared.
  public func map(_ values: [Value]) throws(ValueFault) -> Map {
    if keys.count != values.count { fatalError("\(keys.count) keys, \(values.count) values") }
    var measure = Measure(text: text)
    for value in values { measure.add(value) }
    measure.depth += 1
    return Map(storage: Map.Storage(keys, values, try measure.checked(), slots))
  }
}
