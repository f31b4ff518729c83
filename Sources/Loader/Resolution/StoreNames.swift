import Scenarios
import Values

/// The names of all stores and parcels of a model, with their parcels put in.
///
/// A parcel may stand in many places, so that names may multiply with each level: what all come to
/// is counted before any is made.
struct StoreNames {
  /// So many levels of parcels in parcels.
  private static let deepest = 64
  /// So many names and places in all stores and parcels together.
  private static let most = 100_000

  /// By the numbers of the model.
  private(set) var stores: [PartNames] = []
  private(set) var parcels: [PartNames] = []
  private let numbers: TextTable<Int>

  /// Nil where a parcel contains itself or is unknown, or where there is too much: that is
  /// reported, but for unknown parcels.
  init?(_ model: Model, _ problems: inout Problems) {
    let numbers = TextTable(numbers: model.parcels.map(\.name))
    self.numbers = numbers
    guard !model.stores.isEmpty || !model.parcels.isEmpty else { return }
    let parts = model.parcels.map(\.own) + model.stores.map(\.own)
    let uses = parts.flatMap(\.parcels)
    guard uses.allSatisfy({ numbers[$0.parcel.text] != nil }) else { return nil }
    let edges = model.parcels.map { $0.own.parcels.compactMap { numbers[$0.parcel.text] } }
    let walk = ReadingCycles(edges)
    guard walk.found.isEmpty else {
      walk.report("a parcel holds itself", of: model.parcels.map(\.name), &problems)
      return nil
    }
    guard StoreNames.isBounded(model, numbers, walk.order, &problems) else { return nil }
    parcels = model.parcels.map { PartNames($0.own) }
    for number in walk.order { parcels[number] = names(of: model.parcels[number].own, model) }
    for store in model.stores { stores.append(names(of: store.own, model)) }
  }

  /// The names of a part whose parcels have all of theirs.
  private func names(of own: StorePart, _ model: Model) -> PartNames {
    var names = PartNames(own)
    for use in own.parcels {
      guard let number = numbers[use.parcel.text] else { continue }
      names.add(parcels[number], of: model.parcels[number], number: number, by: use)
    }
    return names
  }

  /// Whether the parcels, in an order in which those that they hold come first, nest no deeper and
  /// come to no more than they may.
  private static func isBounded(
    _ model: Model, _ numbers: TextTable<Int>, _ order: [Int], _ problems: inout Problems
  ) -> Bool {
    var weights = [Int](repeating: 0, count: model.parcels.count)
    var depths = weights
    var total = 0
    func weight(_ own: StorePart) -> Int {
      let names =
        own.reducers.count + own.routes.count
        + own.middleware.reduce(1) {
          $0 + $1.bodies.count
        }
      return own.parcels.reduce(names) { sum, use in
        min(most + 1, sum + (numbers[use.parcel.text].map { weights[$0] } ?? 0))
      }
    }
    func add(_ weight: Int, _ name: Name) -> Bool {
      total += weight
      if total <= most { return true }
      problems.error(
        .tooLarge, "\"\(name.text)\" and the parcels in it come to more than \(most) names",
        at: name.span)
      return false
    }
    for number in order {
      let parcel = model.parcels[number]
      depths[number] =
        1
        + (parcel.own.parcels.compactMap { numbers[$0.parcel.text] }.map { depths[$0] }.max() ?? 0)
      guard depths[number] <= deepest else {
        problems.error(
          .tooDeep, "parcels nest more than \(deepest) levels deep", at: parcel.name.span)
        return false
      }
      weights[number] = weight(parcel.own)
      guard add(weights[number], parcel.name) else { return false }
    }
    return model.stores.allSatisfy { add(weight($0.own), $0.name) }
  }
}
