import CEL
import Testing
import Values

/// The blocks of the module's page, word for word, and what the page says of them. `PageTests` of
/// `TidyTests` compares the two.
@Suite struct CELPageTests {
  @Test func hosts() throws {
    // block
    final class Prices: Scope, Activation {
      var price = Value.int(4)

      func slot(for name: String) -> Int? { name == "price" ? 0 : nil }
      func resolve(slot: Int, path: [String]) -> Resolution { .walk(price, path) }
    }

    let host = Prices()
    let program = try Expression.parse("price * 3 > 10").plan(in: host)
    let dear = try program.evaluate(host).get()
    host.price = .int(3)
    let cheap = try program.evaluate(host).get()
    // end
    #expect(dear.isIdentical(to: .bool(true)))
    #expect(cheap.isIdentical(to: .bool(false)))
  }

  @Test func mistakes() throws {
    // block
    let formula = try Expression.parse("nam.size() > 3")
    let findings = formula.check { name in name == "name" ? .string : nil }.findings
    // end
    #expect(findings.map(\.code) == [.undeclared])
  }

  @Test func functions() throws {
    // block
    let twice = Function(
      "twice", arity: 1, "int -> int",
      .unary { value, _ throws(Fault) in
        guard case .int(let number) = value, number.magnitude < 1 << 62 else {
          throw Fault(.badArgument, "twice takes a small int")
        }
        return .int(number * 2)
      })
    let environment = Environment(libraries: [.core, Library("mine", functions: [twice])])
    let formula = try Expression.parse("twice(21)", in: environment)
    // end
    let host = Bindings([])
    #expect(try formula.plan(in: host).evaluate(host).get().isIdentical(to: .int(42)))
  }
}
