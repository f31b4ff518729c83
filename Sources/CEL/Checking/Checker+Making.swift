internal import Values

// Lists, maps and macros.
extension Checker {
  mutating func list(_ node: Node) -> StaticType {
    var element = StaticType.free
    for position in syntax.list(node.a, node.b) {
      element = element.joined(with: entry(position))
    }
    return .list(element)
  }

  /// The type of an element or of an entry's value, `?x` unwrapped.
  private mutating func entry(_ position: Int32) -> StaticType {
    let node = node(position)
    guard node.kind == .optionalEntry else { return type(position) }
    let type = type(node.a)
    if case .optional(let wrapped) = type { return wrapped }
    if type.isUnknown { return .dyn }
    return report(
      .typeClash, self.node(node.a).range, "behind ? stands an optional, not \(type.withArticle)",
      help: ["leave the ? out"])
  }

  mutating func map(_ node: Node) -> StaticType {
    let parts = Array(syntax.list(node.a, node.b * 2))
    var keys = StaticType.free
    var properties: [RecordType.Property]? = []
    var values = StaticType.free
    for index in stride(from: 0, to: parts.count, by: 2) {
      let key = type(parts[index])
      if !key.withoutNull.canBeKey {
        _ = report(
          .typeClash, self.node(parts[index]).range, "\(key.withArticle) cannot be a key of a map",
          help: ["keys are texts, ints, uints and bools"])
      }
      keys = keys.joined(with: key)
      let value = entry(parts[index + 1])
      values = values.joined(with: value)
      if let name = syntax.text(of: self.node(parts[index])),
        properties?.contains(where: { Text.same($0.name, name) }) == false,
        index < RecordType.most * 2
      {
        properties?.append(RecordType.Property(name, value))
      } else {
        properties = nil
      }
    }
    if let properties, !properties.isEmpty { return .record(RecordType(properties)) }
    return .map(keys, values)
  }

  /// The type of a macro's first or second variable.
  func variable(_ index: Int, of loop: Node) -> StaticType {
    guard let form = MacroForm(rawValue: loop.flag), loop.a >= 0 else { return .dyn }
    let target = type(loop.a).withoutNull
    switch form {
    case .bind: return target
    case .optionalMap, .optionalFlatMap:
      if case .optional(let wrapped) = target { return wrapped }
      return .dyn
    case .all, .exists, .existsOne, .filter, .map, .mapFiltered, .allPairs, .existsPairs,
      .existsOnePair, .transformList, .transformListFiltered, .transformMap, .transformMapFiltered,
      .transformEntries, .transformEntriesFiltered, .sortBy, .reduce:
      break
    }
    // What a fold has gathered may be anything, for its step may change the type.
    if form == .reduce, index == 0 { return .dyn }
    let isValue = index == 1 && form != .reduce
    if let element = target.element { return form.isOverPairs && !isValue ? .int : element }
    guard let entry = target.keyAndValue else { return .dyn }
    return isValue ? entry.value : entry.key
  }

  mutating func loop(_ node: Node) -> StaticType {
    guard let form = MacroForm(rawValue: node.flag) else { return .dyn }
    let last = syntax.lists[Int(node.b + node.c) - 1]
    if form == .bind { return type(last) }
    let target = type(node.a).withoutNull
    if form == .optionalMap || form == .optionalFlatMap {
      return optionalMap(node, form, target, last)
    }
    if !target.isUnknown, target.keyAndValue == nil, target.element == nil {
      return report(
        .typeClash, self.node(node.a).range,
        "\(target.withArticle) has no elements to go over; a list or a map has")
    }
    if form == .sortBy { return sorted(node, target, last) }
    if form == .reduce { return type(syntax.lists[Int(node.b)]).joined(with: type(last)) }
    if node.c == 2 { demandBool(syntax.lists[Int(node.b)], "the condition") }
    let index = target.element != nil ? .int : target.keyAndValue?.key ?? .dyn
    switch form {
    case .all, .allPairs, .exists, .existsPairs, .existsOne, .existsOnePair:
      demandBool(last, "the condition")
      return .bool
    case .filter:
      demandBool(last, "the condition")
      return .list(variable(0, of: node))
    case .map, .mapFiltered, .transformList, .transformListFiltered: return .list(type(last))
    case .transformMap, .transformMapFiltered: return .map(index, type(last))
    case .transformEntries, .transformEntriesFiltered:
      let entries = type(last)
      if entries.isUnknown { return .map(.dyn, .dyn) }
      guard let entry = entries.keyAndValue else {
        return report(
          .typeClash, self.node(last).range,
          "transformMapEntry must give a map, not \(entries.withArticle)",
          help: ["write {key: value}"])
      }
      return .map(entry.key, entry.value)
    // These have been dealt with.
    case .bind, .optionalMap, .optionalFlatMap, .sortBy, .reduce: return .dyn
    }
  }

  private mutating func sorted(
    _ node: Node, _ target: StaticType, _ last: Int32
  ) -> StaticType {
    let key = type(last).withoutNull
    if !key.isOrdered(with: key) {
      return report(
        .typeClash, self.node(last).range, "nothing can be sorted by \(key.withArticle)",
        help: ["numbers, texts, bools, bytes and times have an order"])
    }
    if target.keyAndValue != nil {
      return report(
        .typeClash, self.node(node.a).range, "sortBy needs a list, not \(target.withArticle)")
    }
    return target.isUnknown ? .list(.dyn) : target
  }

  private mutating func optionalMap(
    _ node: Node, _ form: MacroForm, _ target: StaticType, _ last: Int32
  ) -> StaticType {
    let name = form == .optionalMap ? "optMap" : "optFlatMap"
    if !target.isUnknown, target.optional == nil {
      return report(
        .typeClash, self.node(node.a).range,
        "\(name) needs an optional, not \(target.withArticle)",
        help: ["write optional.of(…).\(name)(…)"])
    }
    let result = type(last)
    if form == .optionalMap { return .optional(result) }
    if result.isUnknown { return .optional(.dyn) }
    guard result.optional != nil else {
      return report(
        .typeClash, self.node(last).range,
        "optFlatMap must give an optional, not \(result.withArticle)",
        help: ["write optMap, or optional.of(…)"])
    }
    return result
  }
}
