/// An operator or another sign of the language, for the manual. The evaluator knows them by itself.
struct Sign: Sendable {
  let name: String
  /// How it is written, and the type of what it gives.
  let usages: [String]
  let documentation: Documentation

  init(_ name: String, _ usages: [String], _ documentation: Documentation) {
    self.name = name
    self.usages = usages
    self.documentation = documentation
  }

  /// From the weakest binding to the strongest.
  static let all: [Sign] = choices + relations + sums + members

  private static let choices = [
    Sign(
      "? :", ["bool ? T : T -> T"],
      """
      one of two values by a condition; the other one is not evaluated
      2 > 1 ? 'yes' : 'no' => "yes"
      """),
    Sign(
      "||", ["bool || bool -> bool"],
      """
      whether either side is true; what decides counts, even where the other side fails
      true || 1 / 0 > 0 => true
      1 / 0 > 0 || true => true
      """),
    Sign(
      "&&", ["bool && bool -> bool"],
      """
      whether both sides are true; what decides counts, even where the other side fails
      1 / 0 > 0 && false => false
      """),
  ]

  private static let relations = [
    Sign(
      "==", ["T == T -> bool"],
      """
      whether the values are equal: numbers by value, lists and maps by their elements
      1 == 1.0 => true
      {'a': 1, 'b': 2} == {'b': 2, 'a': 1} => true
      """),
    Sign(
      "!=", ["T != T -> bool"],
      """
      whether the values are not equal
      'a' != 'b' => true
      """),
    Sign(
      "<", ["T < T -> bool"],
      """
      whether the left side is less: of numbers, texts, bytes, bools, timestamps or durations
      1 < 1.5 => true
      'a' < 'b' => true
      """),
    Sign(
      "<=", ["T <= T -> bool"],
      """
      whether the left side is less or equal
      1 <= 1 => true
      """),
    Sign(
      ">", ["T > T -> bool"],
      """
      whether the left side is greater
      duration('1h') > duration('50m') => true
      """),
    Sign(
      ">=", ["T >= T -> bool"],
      """
      whether the left side is greater or equal
      2u >= 1 => true
      """),
    Sign(
      "in", ["T in list(T) -> bool", "K in map(K, V) -> bool"],
      """
      whether a list has an element, or a map a key, that equals the value
      2 in [1, 2, 3] => true
      'a' in {'a': 1} => true
      """),
  ]

  private static let sums = [
    Sign(
      "+",
      [
        "number + number -> number", "string + string -> string", "bytes + bytes -> bytes",
        "list(T) + list(T) -> list(T)", "duration + duration -> duration",
        "timestamp + duration -> timestamp",
      ],
      """
      the sum of two numbers of one type; two texts, bytes or lists in one; a later time
      1 + 2 => 3
      [1] + [2, 3] => [1, 2, 3]
      """),
    Sign(
      "-",
      [
        "number - number -> number", "duration - duration -> duration",
        "timestamp - duration -> timestamp", "timestamp - timestamp -> duration",
        "-int -> int", "-double -> double",
      ],
      """
      the difference of two numbers of one type or of two times; the negative of a number
      timestamp('2026-01-02T00:00:00Z') - timestamp('2026-01-01T00:00:00Z') => duration("86400s")
      """),
    Sign(
      "*", ["number * number -> number"],
      """
      the product of two numbers of one type
      2.5 * 2.0 => 5.0
      """),
    Sign(
      "/", ["number / number -> number"],
      """
      the quotient of two numbers of one type, of ints without its fraction
      -7 / 2 => -3
      """),
    Sign(
      "%", ["int % int -> int", "uint % uint -> uint"],
      """
      what the division leaves, with the sign of the left side
      -7 % 2 => -1
      """),
    Sign(
      "!", ["!bool -> bool"],
      """
      true for false, and false for true
      !(1 > 2) => true
      """),
  ]

  private static let members = [
    Sign(
      ".", ["map.name -> dyn", "optional.name -> optional"],
      """
      the value under a name; an error where there is none
      {'name': 'Ada'}.name => "Ada"
      """),
    Sign(
      ".?", ["map.?name -> optional"],
      """
      the value under a name as an optional, none where there is none
      {'name': 'Ada'}.?age.orValue(36) => 36
      """),
    Sign(
      "[ ]", ["list(T)[int] -> T", "map(K, V)[K] -> V"],
      """
      the element at an index, from 0, or the value under a key
      ['a', 'b'][1] => "b"
      """),
    Sign(
      "[? ]", ["list(T)[?int] -> optional(T)", "map(K, V)[?K] -> optional(V)"],
      """
      the same as an optional, none where there is none
      ['a', 'b'][?7].orValue('-') => "-"
      """),
    Sign(
      "[…]", ["[T, …] -> list(T)", "[?optional(T), …] -> list(T)"],
      """
      a list; an element written ?e is left out where the optional holds none
      [1, ?optional.none(), 2] => [1, 2]
      """),
    Sign(
      "{…}", ["{K: V, …} -> map(K, V)", "{?K: optional(V), …} -> map(K, V)"],
      """
      a map; an entry written ?k: e is left out where the optional holds none
      {'a': 1, ?'b': optional.none()} => {a: 1}
      """),
    Sign(
      "has", ["has(map.name) -> bool"],
      """
      whether a map has a name
      has({'a': 1}.b) => false
      """),
  ]
}
