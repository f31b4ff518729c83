import Foundation
import Testing

/// `reactorctl schema`.
@Suite struct SchemaTests {
  @Test func itPrintsOneJSONDocumentThatSaysWhatItIs() throws {
    let ending = try Tool().run("schema")
    #expect(ending.code == 0 && ending.err.isEmpty)
    let json = try JSONSerialization.jsonObject(with: Data(ending.out.utf8)) as? [String: Any]
    #expect(json?["$schema"] as? String == "http://json-schema.org/draft-07/schema#")
    #expect((json?["properties"] as? [String: Any])?["cells"] != nil)
    #expect(ending.out.hasSuffix("}\n"))
    #expect(try Tool().run("schema").out == ending.out)
  }
}
