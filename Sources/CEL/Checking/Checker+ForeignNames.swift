extension Checker {
  /// Functions as other languages call them.
  static let foreignNames: [String: String] = [
    "toUpperCase": "write text.upperAscii()", "toUpper": "write text.upperAscii()",
    "upper": "write text.upperAscii()", "toLowerCase": "write text.lowerAscii()",
    "toLower": "write text.lowerAscii()", "lower": "write text.lowerAscii()",
    "strip": "write text.trim()", "isEmpty": "write size(x) == 0", "first": "write list[0]",
    "last": "write list[size(list) - 1]", "keys": "write map.map(k, k)",
    "values": "write map.transformList(k, v, v)", "abs": "write math.abs(x)",
    "round": "write math.round(x)", "floor": "write math.floor(x)",
    "ceil": "write math.ceil(x)", "sqrt": "write math.sqrt(x)",
    "min": "write math.least(a, b)", "max": "write math.greatest(a, b)",
    "len": "write size(x)", "length": "write size(x)", "count": "write size(x)",
    "str": "write string(x)", "toString": "write string(x)", "String": "write string(x)",
    "parseInt": "write int(x)", "toInt": "write int(x)", "Number": "write double(x)",
    "float": "write double(x)", "parseFloat": "write double(x)", "toDouble": "write double(x)",
    "includes": "write x in list, or text.contains(x)", "push": "write list + [x]",
    "append": "write list + [x]", "concat": "write a + b", "some": "write exists(x, …)",
    "any": "write exists(x, …)", "every": "write all(x, …)", "isNull": "write x == null",
    "typeof": "write type(x)", "now": "now is a name, not a function",
    "regexMatch": "write text.matches(pattern)", "match": "write text.matches(pattern)",
  ]
}
