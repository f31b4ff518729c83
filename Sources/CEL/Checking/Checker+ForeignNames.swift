internal import Values

extension Checker {
  /// What stands for a function that is nearly one of another language.
  static func meaning(nearForeign name: String) -> String? {
    Suggestion.nearest(to: name, among: foreignNames.keys.sorted()).flatMap { foreignNames[$0] }
  }

  /// Functions as other languages call them.
  static let foreignNames: TextTable<String> = [
    "toUpperCase": "write text.upperAscii()", "toUpper": "write text.upperAscii()",
    "upper": "write text.upperAscii()", "toLowerCase": "write text.lowerAscii()",
    "toLower": "write text.lowerAscii()", "lower": "write text.lowerAscii()",
    "strip": "write text.trim()", "isEmpty": "write size(x) == 0", "keys": "write map.map(k, k)",
    "values": "write map.transformList(k, v, v)", "abs": "write math.abs(x)",
    "round": "write math.round(x)", "floor": "write math.floor(x)",
    "ceil": "write math.ceil(x)", "sqrt": "write math.sqrt(x)",
    "min": "write math.least(a, b)", "max": "write math.greatest(a, b)",
    "len": "write size(x)", "length": "write size(x)", "count": "write size(x)",
    "str": "write string(x)", "toString": "write string(x)", "String": "write string(x)",
    "parseInt": "write int(x)", "toInt": "write int(x)", "Number": "write double(x)",
    "float": "write double(x)", "parseFloat": "write double(x)", "toDouble": "write double(x)",
    "fold": "write list.reduce(result, x, formula, start)",
    "sorted": "write list.sort()", "orderBy": "write list.sortBy(x, key)",
    "unique": "write list.distinct()", "uniq": "write list.distinct()",
    "assign": "write map.merge(other)", "put": "write map.merge({key: value})",
    "flat": "write list.flatten()", "flatMap": "write list.map(x, formula).flatten()",
    "includes": "write x in list, or text.contains(x)", "push": "write list + [x]",
    "append": "write list + [x]", "concat": "write a + b", "some": "write exists(x, …)",
    "any": "write exists(x, …)", "every": "write all(x, …)", "isNull": "write x == null",
    "typeof": "write type(x)", "now": "now is a name, not a function",
    "regexMatch": "write text.matches(pattern)", "match": "write text.matches(pattern)",
  ]
}
