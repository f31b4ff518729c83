import Values

extension Explanation {
  static let formulas = [
    Explanation(
      .formulaSyntax, "a formula that cannot be read",
      """
      Formulas are written in CEL, the Common Expression Language: && || ! for and, or, not;
      == to compare; condition ? a : b to choose; no statements and no assignment. The message
      marks the place and says what to write instead. reactorctl functions lists what formulas
      can use.
      """,
      wrong: """
        cells:
          price: 10
          isCheap: = price > 0 and price < 5
        """,
      right: """
        cells:
          price: 10
          isCheap: = price > 0 && price < 5
        """),
    Explanation(
      .unknownFunction, "a function or method that does not exist",
      """
      There is no function of this name, or none that is called in this way, as f(x) or as
      x.f(). The message offers the nearest one; reactorctl functions NAME shows how it is
      used.
      """,
      wrong: """
        cells:
          name: Ada
          length: = lenght(name)
        """,
      right: """
        cells:
          name: Ada
          length: = size(name)
        """),
    Explanation(
      .wrongArity, "a function with too many or too few arguments",
      """
      The function exists, and takes another number of arguments. reactorctl functions NAME
      shows which.
      """,
      wrong: """
        cells:
          name: Ada
          length: = size(name, 2)
        """,
      right: """
        cells:
          name: Ada
          length: = size(name)
        """),
    Explanation(
      .typeClash, "values of types that do not go together",
      """
      Types are not converted by themselves: a text and a number are not added, an int and a
      double neither. Convert one of them: string(x), int(x), double(x). The same message
      tells of a formula whose value its place cannot use, such as a condition that is a text,
      and of a path that goes on below a value which has no properties.
      """,
      wrong: """
        cells:
          price: 10
          label: = "price " + price
        """,
      right: """
        cells:
          price: 10
          label: = "price " + string(price)
        """),
    Explanation(
      .badLiteral, "a text that the function it is given to can never read",
      """
      The text stands in the formula as it is, so it is known without evaluating it that the
      function will fail: it is no duration, no timestamp, no number, no regular expression.
      """,
      wrong: """
        cells:
          pause: = duration("5 minutes")
        """,
      right: """
        cells:
          pause: = duration("5m")
        """),
    Explanation(
      .neverEqual, "a comparison of types that have no equal values",
      """
      A text never equals a number, whatever their values, so the comparison is always false
      (and != always true). Convert one side, or compare with a literal of the other type.
      """,
      wrong: """
        cells:
          size: "5"
          isFive: = size == 5
        steps:
          - set: {size: "7"}
            expect: {isFive: false}
        """,
      right: """
        cells:
          size: "5"
          isFive: = size == "5"
        steps:
          - set: {size: "7"}
            expect: {isFive: false}
        """),
    Explanation(
      .noSuchOverload, "an operator or function met values that it cannot take",
      """
      The formula was evaluated, and a value had another type than the operator needs; what
      stands below "where" shows the values. Convert one of them, or ask for its type before.
      """,
      wrong: """
        cells:
          amounts: [1, "2"]
        steps:
          - assert: amounts[0] + amounts[1] == 3
        """,
      right: """
        cells:
          amounts: [1, "2"]
        steps:
          - assert: amounts[0] + int(amounts[1]) == 3
        """),
    Explanation(
      .noSuchKey, "a map or record has no such key",
      """
      The formula asked a map for a key that was not there. Where it may be missing, write
      key in map before, or has(map.key), or take a default by map[?key].orValue(0).
      """,
      wrong: """
        cells:
          prices: {tea: 3}
          wanted: milk
        steps:
          - assert: prices[wanted] == 3
        """,
      right: """
        cells:
          prices: {tea: 3}
          wanted: milk
        steps:
          - assert: prices[?wanted].orValue(0) == 0
        """),
    Explanation(
      .indexOutOfRange, "a position that the list or text does not have",
      """
      Positions count from 0, so the last one is size(list) - 1. An empty list has none.
      """,
      wrong: """
        cells:
          items: [tea, milk]
        steps:
          - assert: items[2] == "milk"
        """,
      right: """
        cells:
          items: [tea, milk]
        steps:
          - assert: items[1] == "milk"
        """),
    Explanation(
      .overflow, "a whole number that 64 bits cannot hold",
      """
      An int goes from about -9.2e18 to 9.2e18, a uint from 0 to 1.8e19; arithmetic that would
      leave that range fails instead of giving a wrong number. double(x) has a larger range
      and less precision.
      """,
      wrong: """
        cells:
          big: 9223372036854775807
        steps:
          - assert: big + 1 > big
        """,
      right: """
        cells:
          big: 9223372036854775807
        steps:
          - assert: double(big) * 2.0 > double(big)
        """),
    Explanation(
      .divisionByZero, "a whole number divided by zero",
      """
      / and % of whole numbers need a divisor other than 0. Ask before, as in the example.
      Division of doubles gives an infinity or NaN instead.
      """,
      wrong: """
        cells:
          total: 10
          count: 0
        steps:
          - assert: total / count == 0
        """,
      right: """
        cells:
          total: 10
          count: 0
        steps:
          - assert: 'count == 0 || total / count == 5'
        """),
    Explanation(
      .badConversion, "a value that cannot be read as another type",
      """
      int("ten") has no answer, and bytes that are not UTF-8 are no text. Look at the value in
      the message; matches tells beforehand whether a text has the form that is needed.
      """,
      wrong: """
        cells:
          input: ten
        steps:
          - assert: int(input) == 10
        """,
      right: """
        cells:
          input: "10"
        steps:
          - assert: int(input) == 10
        """),
    Explanation(
      .badArgument, "a value of the right type that the function cannot use",
      """
      The type is right and the value is not: the least of an empty list, a range that ends
      before it starts, a pattern that is none. The message says what was wrong with it.
      """,
      wrong: """
        cells:
          prices: []
        steps:
          - assert: math.least(prices) == 0
        """,
      right: """
        cells:
          prices: [3, 2]
        steps:
          - assert: math.least(prices) == 2
        """),
  ]
}
