import Scenarios
import Values

extension ScenarioReader {
  /// Adds the names of the cells, computations and autoruns of a file to the model's.
  mutating func define(_ sections: FileSections, into symbols: inout Symbols) {
    if let cells = sections.cells { define(cells, "a cell", into: &symbols) }
    if let computations = sections.computations {
      define(computations, "a computation", into: &symbols)
    }
    for section in sections.later where kind(section) == .map {
      let all = document.entries(document.target(section))
      for index in stride(from: all.startIndex, to: all.endIndex, by: 2) {
        _ = symbols.define(text(all[index]), .later, at: span(all[index]))
      }
    }
    guard mentionsAutorun else { return }
    for section in [sections.computations, sections.scenarios, sections.steps] {
      if let section { defineAutoruns(section, into: &symbols) }
    }
  }

  private mutating func define(_ section: ID, _ what: String, into symbols: inout Symbols) {
    let target = enter(section)
    defer { leave(section) }
    guard document[target].kind == .map else { return }
    let all = document.entries(target)
    for index in stride(from: all.startIndex, to: all.endIndex, by: 2) {
      let (key, value) = (all[index], all[index + 1])
      let node = document[document.target(key)]
      if node.style == .plain, document.withText(document.target(key), { $0.first == 0x3d }) {
        continue
      }
      let name = name(key)
      guard checkName(name, of: what) else { continue }
      if name.text == "now" {
        report(
          "reserved-name", "\"now\" is the virtual time and no name for \(what)", at: name.span)
        continue
      }
      let kind: Symbols.Kind =
        what == "a computation" ? .computation : isDerived(value) ? .derived : .input
      define(name, kind, into: &symbols)
    }
  }

  private mutating func define(
    _ name: Name, _ kind: Symbols.Kind, into symbols: inout Symbols
  ) {
    guard let earlier = symbols.define(name.text, kind, at: name.span) else { return }
    report(
      "duplicate-name", "the name \"\(name.text)\" is defined twice", at: name.span,
      related: [.init(earlier.span, "the first is here")])
  }

  /// Whether a cell is a formula as a whole.
  private func isDerived(_ cell: ID) -> Bool {
    let target = document.target(cell)
    if document[target].kind == .scalar { return document.withText(target) { $0.first == 0x3d } }
    guard document[target].kind == .map else { return false }
    let all = document.entries(target)
    return stride(from: all.startIndex, to: all.endIndex, by: 2).contains {
      word(all[$0]) == .formula
    }
  }

  // MARK: Autoruns

  private var mentionsAutorun: Bool {
    document.nodes.indices.contains { index in
      let node = document.nodes[index]
      return node.kind == .scalar && node.count == 7
        && document.withText(ID(index)) { $0.elementsEqual("autorun".utf8) }
    }
  }

  /// Finds the autoruns below a node. No deeper than a document is.
  private mutating func defineAutoruns(_ id: ID, into symbols: inout Symbols) {
    let target = enter(id)
    defer { leave(id) }
    switch document[target].kind {
    case .list:
      for element in document.elements(target) { defineAutoruns(element, into: &symbols) }
    case .map:
      let all = document.entries(target)
      for index in stride(from: all.startIndex, to: all.endIndex, by: 2) {
        if word(all[index]) == .autorun { defineAutorun(all[index + 1], into: &symbols) }
        defineAutoruns(all[index + 1], into: &symbols)
      }
    default: break
    }
  }

  private mutating func defineAutorun(_ id: ID, into symbols: inout Symbols) {
    let target = document.target(id)
    guard document[target].kind == .map else { return }
    let all = document.entries(target)
    for index in stride(from: all.startIndex, to: all.endIndex, by: 2)
    where word(all[index]) == .name && kind(all[index + 1]) == .scalar && !isEmpty(all[index + 1]) {
      let name = name(all[index + 1])
      guard checkName(name, of: "a computation") else { continue }
      define(name, .child, into: &symbols)
    }
  }
}
