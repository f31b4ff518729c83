internal import Values

extension Checker {
  /// What stands for a function that is nearly one of another language.
  static func meaning(nearForeign name: String) -> String? {
    Suggestion.nearest(to: name, among: foreignNames.keys.sorted(), within: 1)
      .flatMap { foreignNames[$0] }
  }

  /// What a function means that is given a condition.
  static let foreignConditions: TextTable<String> = [
    "count": "write size(list.filter(x, condition))"
  ]

  private static let first = "write list.filter(x, condition).first(), which is an optional"
  private static let pairs = "write map.transformList(k, v, [k, v])"
  private static let lookUp = "write map[key], or map[?key].orValue(other)"
  private static let mean = "write double(list.sum()) / double(size(list))"
  private static let without =
    "write list.filter(x, x != other), or map.transformMap(k, v, k != other, v)"
  private static let chance = "write random.seededInt(0, 10, seed)"
  private static let time = "write timestamp('2026-01-01T00:00:00Z')"

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
    "append": "write list + [x]", "concat": "write a + b",
    "some": "write list.exists(x, condition)",
    "any": "write list.exists(x, condition)", "every": "write list.all(x, condition)",
    "isNull": "write x == null",
    "typeof": "write type(x)", "now": "now is a name, not a function",
    "regexMatch": "write text.matches(pattern)", "match": "write text.matches(pattern)",
    "isNotEmpty": "write size(x) > 0", "notEmpty": "write size(x) > 0",
    "nonEmpty": "write size(x) > 0", "empty": "write size(x) == 0",
    "find": first, "findFirst": first, "firstWhere": first, "detect": first,
    "findIndex": "write list.map(x, condition).indexOf(true)",
    "where": "write list.filter(x, condition)", "select": "write list.filter(x, condition)",
    "none": "write !list.exists(x, condition)", "forEach": "write list.map(x, formula)",
    "entries": pairs, "items": pairs, "toList": pairs,
    "get": lookUp, "getOrDefault": lookUp, "getOrElse": lookUp,
    "hasOwnProperty": "write key in map", "containsKey": "write key in map",
    "hasKey": "write key in map", "containsValue": "write map.exists(k, map[k] == value)",
    "avg": mean, "average": mean, "mean": mean,
    "add": "write list + [x]", "insert": "write lists.insertAtIndex(list, index, x)",
    "remove": without, "delete": without, "without": without, "minus": without,
    "removeAt": "write lists.removeAtIndex(list, index)",
    "set": "write map.merge({key: value}), or lists.setAtIndex(list, index, x)",
    "take": "write list.slice(0, count)", "drop": "write list.slice(count, size(list))",
    "skip": "write list.slice(count, size(list))", "tail": "write list.slice(1, size(list))",
    "rest": "write list.slice(1, size(list))", "head": "write list.first()",
    "pop": "write list.last(), and list.slice(0, size(list) - 1) for the rest",
    "shift": "write list.first(), and list.slice(1, size(list)) for the rest",
    "zip": "write list.transformList(i, x, [x, other[i]])",
    "mapIndexed": "write list.transformList(i, x, formula)",
    "enumerate": "write list.transformList(i, x, [i, x])",
    "withIndex": "write list.transformList(i, x, [i, x])",
    "joinToString": "write list.join(separator)", "mkString": "write list.join(separator)",
    "implode": "write list.join(separator)", "explode": "write text.split(separator)",
    "substr": "write text.substring(start, end)",
    "capitalize": "write text.substring(0, 1).upperAscii() + text.substring(1)",
    "repeat": "write lists.range(count).map(i, text).join()",
    "isDigit": "write text.matches('^[0-9]+$')", "isNumeric": "write text.matches('^[0-9]+$')",
    "pow": "multiply instead: x * x", "power": "multiply instead: x * x",
    "range": "write lists.range(count)", "keySet": "write map.map(k, k)",
    "isBlank": "write text.trim() == ''", "toLong": "write int(x)", "isNaN": "write math.isNaN(x)",
    "sortDescending": "write list.sort().reverse()", "sortedBy": "write list.sortBy(x, key)",
    "rand": chance, "random": chance, "randint": chance,
    "date": time, "datetime": time, "Date": time, "today": "now is the time, a timestamp",
    "coalesce": "write has(x.y) ? x.y : z, or x.?y.orValue(z)",
    "ifNull": "write x == null ? y : x", "list": "a list is written [a, b]",
  ]
}
