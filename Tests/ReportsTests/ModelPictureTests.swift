import Scenarios
import Testing
import Values

@testable import Reports

/// Graphs for programs that draw: what is emitted stays within the languages' grammars.
@Suite struct ModelPictureTests {
  private static let hostile = [
    "a\"b", "a\\b", "<script>alert(1)</script>", "a\nb", "end", "a&amp;b", "`x`", "a|b", "#35;",
    "]]", "%% comment", "a;b", "{{x}}", "\u{202E}x", "é", "名",
  ]

  private static var graph: ModelGraph {
    var nodes = ModelGraph.Node.Part.allCases.map { ModelGraph.Node($0, $0.rawValue) }
    let count = nodes.count
    nodes += hostile.map { ModelGraph.Node(.cell, $0, detail: $0) }
    var edges = ModelGraph.Edge.Relation.allCases.enumerated().map {
      ModelGraph.Edge(from: 0, to: 1 + $0.offset % 5, $0.element)
    }
    edges += hostile.indices.map {
      ModelGraph.Edge(from: 0, to: count + $0, .tells, labels: [hostile[$0]])
    }
    return ModelGraph(nodes: nodes, edges: edges)
  }

  /// The part of Mermaid's grammar that is used: nodes with quoted texts in brackets, links with
  /// quoted texts between bars, and tooltips.
  @Test func everyLineOfMermaidIsOneOfTheGrammar() throws {
    let lines = ModelPicture(ModelPictureTests.graph).mermaid.split(separator: "\n")
    #expect(lines.first == "flowchart LR")
    let text = /"(?:[^"#&<>`\\;|{}\[\]%]|#\d+;|<br\/>)*"/
    let node =
      /\x20\x20n\d+(\(\[T\]\)|\[T\]|\{\{T\}\}|\[\/T\/\]|\[\(T\)\]|\[\/T\\\]|\[\[T\]\]|\[\\T\\\]|>T\]|\(\(T\)\))/
    let link = /\x20\x20n\d+ (-->|-\.->|==>|--o)(\|T\|)? n\d+/
    let click = /\x20\x20click n\d+ callback T/
    for line in lines.dropFirst() {
      let outline = String(line).replacing(text, with: "T")
      let isKnown =
        outline.wholeMatch(of: node) != nil || outline.wholeMatch(of: link) != nil
        || outline.wholeMatch(of: click) != nil
      #expect(isKnown, "\(line)")
    }
  }

  @Test func everyLineOfGraphvizIsOneOfTheGrammar() {
    let lines = ModelPicture(ModelPictureTests.graph).graphviz(titled: "a\"b\n").split(
      separator: "\n")
    let text = /"(?:[^"\\]|\\.)*"/
    let attributes = /(\x20\[[a-z]+=[A-Za-z0-9]+(, [a-z]+=[A-Za-z0-9]+)*\])?/
    for line in lines.dropFirst(4).dropLast() {
      let outline = String(line).replacing(text, with: "T")
      let isNode = outline.wholeMatch(of: /\x20\x20n\d+ .*/) != nil
      let rest = outline.replacing(/\x20\x20n\d+( -> n\d+)?/, with: "")
      #expect(isNode && rest.wholeMatch(of: attributes) != nil, "\(line)")
    }
    #expect(lines.first == "digraph \"a\\\"b\\\\u{A}\" {")
    #expect(lines.last == "}")
  }

  @Test func kindsDifferInShapeAndWord() {
    let nodes = ModelGraph.Node.Part.allCases.map { ModelGraph.Node($0, "x") }
    let picture = ModelPicture(ModelGraph(nodes: nodes, edges: []))
    let dot = picture.graphviz(titled: "").split(separator: "\n").dropFirst(4).dropLast()
    let shapes = dot.map { $0.replacing(/.*shape/, with: "") }
    #expect(Set(shapes).count == nodes.count)
    for (line, kind) in zip(picture.mermaid.split(separator: "\n").dropFirst(), nodes.map(\.kind)) {
      #expect(line.contains("<br/>\(kind.rawValue)\""))
    }
  }

  @Test func aGraphBeyondGitHubsLimitsIsKnown() {
    let node = ModelGraph.Node(.cell, "x")
    let edges = Array(repeating: ModelGraph.Edge(from: 0, to: 0, .reads), count: 501)
    for (count, isTooLarge) in [(500, false), (501, true)] {
      let picture = ModelPicture(ModelGraph(nodes: [node], edges: Array(edges.prefix(count))))
      #expect(picture.isTooLargeForGitHub(picture.mermaid) == isTooLarge)
    }
  }

  @Test func longLabelsAreCut() {
    let node = ModelGraph.Node(.cell, String(repeating: "x", count: 1000), detail: "")
    let picture = ModelPicture(ModelGraph(nodes: [node], edges: []))
    #expect(picture.mermaid.count < 200)
    #expect(picture.mermaid.contains("… (960 more)"))
  }
}
