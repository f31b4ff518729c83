internal import Values

// Properties and elements.
extension Checker {
  mutating func selection(_ node: Node) -> StaticType {
    let isTest = node.kind == .has
    let property = syntax.names[Int(node.b)]
    let access: Access = isTest ? .tested : node.isFlagged ? .optional : .plain
    let type = selected(property, from: type(node.a), node, access)
    return isTest ? .bool : type
  }

  /// How a property or an element is asked for. Unless plainly, its absence is an answer.
  enum Access {
    case plain
    /// `.?` or `[?`: the answer is an optional.
    case optional
    /// `has(…)`, or from an optional, whose answer is an optional anyway.
    case tested

    func result(_ type: StaticType) -> StaticType { self == .optional ? .optional(type) : type }
  }

  /// The type of a property.
  mutating func selected(
    _ property: String, from target: StaticType, _ node: Node, _ access: Access
  ) -> StaticType {
    switch target {
    case .nullable(let type): return selected(property, from: type, node, access)
    case .optional(let type): return .optional(selected(property, from: type, node, .tested))
    case .record(let record):
      if let type = record.type(of: property) { return access.result(type) }
      if access != .plain { return access.result(.free) }
      if isTested(property) { return .dyn }
      return unknownProperty(property, of: record, node)
    case .map(let key, let value):
      if !key.canEqual(.string) {
        return report(
          .typeClash, node.range,
          "the keys of the map are of type \(key.wording): it has no property \(property)")
      }
      return access.result(value)
    case _ where target.isUnknown: return access.result(.dyn)
    default:
      return report(
        .typeClash, node.range, "\(target.withArticle) has no property \(property)",
        help: [
          hasMethod(property, on: target)
            ? "a method is called: .\(property)()" : foreignMeaning(of: property, node.a)
        ])
    }
  }

  private mutating func unknownProperty(
    _ property: String, of record: RecordType, _ node: Node
  ) -> StaticType {
    let names = record.properties.map(\.name)
    let target = Checker.short(expression.text(self.node(node.a).range))
    var help = Suggestion.nearest(to: property, among: names).map { "did you mean \($0)?" }
    if help == nil {
      if node.kind == .select, hasMethod(property, on: .record(record)) {
        help = "a method is called: .\(property)()"
      } else {
        help = names.isEmpty ? nil : "it has \(Checker.listed(names))"
      }
    }
    return report(
      .unknownProperty, node.range,
      target.map { "\($0) has no property \(SafeText.shown(property))" }
        ?? "no property \(SafeText.shown(property))",
      help: [help])
  }

  mutating func index(_ node: Node) -> StaticType {
    element(of: type(node.a), node, node.isFlagged ? .optional : .plain)
  }

  private mutating func element(
    of target: StaticType, _ node: Node, _ access: Access
  ) -> StaticType {
    let key = type(node.b).withoutNull
    switch target {
    case .nullable(let type): return element(of: type, node, access)
    case .optional(let type): return .optional(element(of: type, node, .tested))
    case .list(let element):
      if key.isUnknown || key.isNumber { return access.result(element) }
      return report(
        .typeClash, node.range, "a list has no indexes of type \(key.wording)",
        help: ["the first element is [0]"])
    case .record(let record):
      if let property = syntax.text(of: self.node(node.b)) {
        return selected(property, from: target, node, access)
      }
      if key.canEqual(.string) { return access.result(record.joined) }
      return noSuchKeys(key, .string, node)
    case .map(let keys, let value):
      return keys.canEqual(key) ? access.result(value) : noSuchKeys(key, keys, node)
    case _ where target.isUnknown: return access.result(.dyn)
    default:
      return report(
        .typeClash, node.range, "\(target.withArticle) has no elements",
        help: [target == .string ? "write text.charAt(index)" : nil])
    }
  }

  private mutating func noSuchKeys(
    _ key: StaticType, _ keys: StaticType, _ node: Node
  ) -> StaticType {
    report(
      .typeClash, self.node(node.b).range,
      "the keys of the map are of type \(keys.wording), not \(key.wording)")
  }

  /// A few names for a message.
  static func listed(_ names: [String]) -> String {
    let shown = names.prefix(6).map { SafeText.shown($0) }.joined(separator: ", ")
    return names.count > 6 ? "\(shown) and \(names.count - 6) more" : shown
  }
}
