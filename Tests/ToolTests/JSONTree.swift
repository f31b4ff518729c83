import Loader
import Values

/// A scenario file as a tree of JSON, which is YAML too: what stands in it can be changed place by
/// place, and is a file again.
struct JSONTree {
  /// The numbers of the members and elements that lead to a node.
  typealias Place = [Int]

  var root: JSON

  init(root: JSON) { self.root = root }

  /// Nil where the file is no YAML.
  init?(_ path: FilePath) {
    guard let text = ScenarioLoader.decode(path).json, let json = try? JSON.parse(text) else {
      return nil
    }
    root = json
  }

  /// Every node with its place and the keys that lead there; an element has the empty key.
  func nodes() -> [(place: Place, keys: [String], node: JSON)] {
    var found: [(place: Place, keys: [String], node: JSON)] = []
    func visit(_ node: JSON, _ place: Place, _ keys: [String]) {
      found.append((place, keys, node))
      switch node {
      case .array(let elements):
        for (index, element) in elements.enumerated() {
          visit(element, place + [index], keys + [""])
        }
      case .object(let members):
        for (index, member) in members.enumerated() {
          visit(member.value, place + [index], keys + [member.name])
        }
      case .null, .bool, .number, .string: break
      }
    }
    visit(root, [], [])
    return found
  }

  /// The same tree with other nodes and keys: `change` gets each node, its children changed already.
  func mapping(_ change: (JSON) -> JSON, key: (String) -> String = { $0 }) -> JSONTree {
    func visit(_ node: JSON) -> JSON {
      switch node {
      case .array(let elements): change(.array(elements.map(visit)))
      case .object(let members):
        change(.object(members.map { JSON.Member(key($0.name), visit($0.value)) }))
      case .null, .bool, .number, .string: change(node)
      }
    }
    var tree = self
    tree.root = visit(root)
    return tree
  }

  /// The same tree with another node at the place.
  func replacing(_ place: Place, by change: (JSON) -> JSON) -> JSONTree {
    func visit(_ node: JSON, _ rest: ArraySlice<Int>) -> JSON {
      guard let index = rest.first else { return change(node) }
      switch node {
      case .array(var elements):
        elements[index] = visit(elements[index], rest.dropFirst())
        return .array(elements)
      case .object(var members):
        members[index] = JSON.Member(
          members[index].name, visit(members[index].value, rest.dropFirst()))
        return .object(members)
      case .null, .bool, .number, .string: return node
      }
    }
    var tree = self
    tree.root = visit(root, place[...])
    return tree
  }

  /// As the bytes of a file, with nothing in the place of a null: a verb without an argument.
  var bytes: [UInt8] { Array(JSONTree.yaml(root).utf8) }

  private static func yaml(_ node: JSON) -> String {
    switch node {
    case .array(let elements): "[" + elements.map(yaml).joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + members.map { member in
          let isNull = if case .null = member.value { true } else { false }
          return JSON.string(member.name).text + ": " + (isNull ? "" : yaml(member.value))
        }.joined(separator: ", ") + "}"
    case .null, .bool, .number, .string: node.text
    }
  }
}
