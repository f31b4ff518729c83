/// What the benchmarks print: columns of text, and numbers with few digits.
enum Table {
  static func row(_ columns: [String], width: Int = 18) -> String {
    var text = ""
    for (index, column) in columns.enumerated() {
      let padding = String(repeating: " ", count: max(0, width - column.count))
      text += index == 0 ? column + padding : padding + column
    }
    return text
  }

  static func decimals(_ value: Double, _ digits: Int) -> String {
    let scale = digits == 0 ? 1.0 : digits == 1 ? 10 : 100
    let text = "\((value * scale).rounded() / scale)"
    return digits == 0 ? String(text.dropLast(2)) : text
  }

  /// With two decimals; nothing where there are no numbers.
  static func geometricMean(_ values: [Double]) -> String {
    if values.isEmpty { return "" }
    return decimals(Numbers.exp(values.map(Numbers.log).reduce(0, +) / Double(values.count)), 2)
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}
