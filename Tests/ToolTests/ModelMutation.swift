import TestSupport
import Values

@testable import Tool

/// One change in the model of a scenario file, or in what a scenario gives.
struct ModelMutation {
  /// The sections that are the model.
  private static let sections: Set<String> = [
    "cells", "computations", "reactors", "stores", "parcels", "actors", "services", "settings",
  ]

  /// What was done, for the report of a survivor.
  let words: String
  let tree: JSONTree

  /// Nil where the place that was chosen cannot be changed.
  init?(of tree: JSONTree, _ random: inout Seeded) {
    let nodes = tree.nodes().filter { node in
      guard let first = node.keys.first, node.keys.count > 1 else { return false }
      if ModelMutation.sections.contains(first) { return true }
      return first == "scenarios" && node.keys.dropFirst(2).first == "given"
    }
    guard !nodes.isEmpty else { return nil }
    let chosen = nodes[random.below(nodes.count)]
    guard let changed = ModelMutation.changed(chosen.node, chosen.keys, &random) else { return nil }
    words =
      "\(chosen.keys.filter { !$0.isEmpty }.joined(separator: ".")): \(chosen.node.text) "
      + "-> \(changed.text)"
    self.tree = tree.replacing(chosen.place) { _ in changed }
  }

  private static func changed(
    _ node: JSON, _ keys: [String], _ random: inout Seeded
  ) -> JSON? {
    let isCell = keys.count == 2 && keys[0] == "cells"
    if isCell, random.below(3) == 0, let cell = cell(node, &random) { return cell }
    switch node {
    case .null: return .number("1")
    case .bool(let bool): return .bool(!bool)
    case .number(let number): return number == "0" ? .number("1") : .number("0")
    case .string(let text): return changed(text, keys.last ?? "", &random)
    case .array(var elements):
      guard !elements.isEmpty else { return nil }
      let index = random.below(elements.count)
      switch random.below(3) {
      case 0: elements.remove(at: index)
      case 1: elements.insert(elements[index], at: index)
      default: elements.swapAt(index, random.below(elements.count))
      }
      return .array(elements)
    case .object(var members):
      guard !members.isEmpty else { return nil }
      members.remove(at: random.below(members.count))
      return .object(members)
    }
  }

  /// A cell with another cutoff.
  private static func cell(_ node: JSON, _ random: inout Seeded) -> JSON? {
    // What a derived cell holds that is always cut off depends on when it was first read, and so on
    // whether somebody looked.
    var isDerived = node["formula"] != nil
    if case .string(let text) = node { isDerived = text.hasPrefix("=") }
    let cutoffs = ["equal", "never"] + (isDerived ? [] : ["always"])
    let cutoff = JSON.string(cutoffs[random.below(cutoffs.count)])
    if case .object(let members) = node {
      guard node["value"] != nil || node["formula"] != nil else { return nil }
      return .object(members.filter { $0.name != "cutoff" } + [JSON.Member("cutoff", cutoff)])
    }
    if case .string(let text) = node, text.hasPrefix("=") {
      return .object([JSON.Member("formula", node), JSON.Member("cutoff", cutoff)])
    }
    return .object([JSON.Member("value", node), JSON.Member("cutoff", cutoff)])
  }

  private static let exchanges = [
    ("+", "-"), ("-", "+"), ("*", "+"), ("==", "!="), ("!=", "=="), ("<", ">"), (">", "<"),
    ("&&", "||"), ("||", "&&"), ("true", "false"), ("false", "true"), ("0", "1"), ("1", "2"),
    ("2", "3"), ("3", "4"), ("5", "6"), ("state", "null"), ("mutation", "action"),
    ("message", "null"), ("equal", "never"), ("never", "equal"), ("latest", "first"),
    ("ms", "s"), ("s", "ms"), ("\"", "\"x"), ("size", "sum"), (".", "?."),
  ]

  private static func changed(
    _ text: String, _ key: String, _ random: inout Seeded
  ) -> JSON? {
    let fitting = exchanges.filter { text.contains($0.0) }
    if !fitting.isEmpty, random.below(4) > 0 {
      let (old, new) = fitting[random.below(fitting.count)]
      let pieces = text.split(separator: old, omittingEmptySubsequences: false)
      let cut = 1 + random.below(pieces.count - 1)
      return .string(
        pieces[..<cut].joined(separator: old) + new + pieces[cut...].joined(separator: old))
    }
    if text.hasPrefix("=") {
      let wrapped = ["[\(text.dropFirst())]", "1", "null", "\"x\"", "\(text.dropFirst()) + 1"]
      return .string("= " + wrapped[random.below(wrapped.count)])
    }
    return .string(text + "x")
  }
}
