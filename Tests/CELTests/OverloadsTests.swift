import Testing

@testable import CEL

@Suite struct OverloadsTests {
  @Test func theOverloadsOfEveryFunctionCanBeReadAndFitItsArity() {
    let environment = Environment.standard
    for name in environment.functionNames {
      for function in environment.overloads(of: name) {
        let signatures = function.overloads.signatures
        #expect(!signatures.isEmpty, "\(name)")
        for signature in signatures {
          #expect(
            signature.parameters.count == function.arity, "\(name): \(function.overloads.text)")
          #expect(!signature.isVariadic || function.isVariadic, "\(name)")
        }
      }
    }
  }

  @Test(arguments: [
    ("-> int", "", "int"),
    ("int, list(T) -> map(K, T)", "int, list(T)", "map(K, T)"),
    (
      "string|bytes , type(int)... -> optional(dyn)", "string | bytes, type(int)...",
      "optional_type(dyn)"
    ),
    (
      "net.IP, wrapper(bool), number -> null", "net.IP, wrapper(bool), int | uint | double",
      "null_type"
    ),
  ])
  func aSignatureIsReadAsItIsWritten(text: String, parameters: String, result: String) throws {
    let signature = try #require(Overloads(stringLiteral: text).signatures.first)
    let read = signature.parameters.map(\.description).joined(separator: ", ")
    #expect(read + (signature.isVariadic ? "..." : "") == parameters)
    #expect(signature.result.description == result)
  }
}
