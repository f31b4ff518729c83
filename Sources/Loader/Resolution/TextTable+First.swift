import Scenarios
import Values

extension TextTable {
  /// Puts something there, unless something stands there already.
  ///
  /// - Returns: What stood there before.
  @discardableResult
  mutating func keepFirst(_ content: Content, forKey text: String) -> Content? {
    if let earlier = self[text] { return earlier }
    self[text] = content
    return nil
  }
}

extension TextTable<Int> {
  /// The numbers of names; of one that comes again the first.
  init(numbers names: [Name]) {
    self.init()
    for (number, name) in names.enumerated() { keepFirst(number, forKey: name.text) }
  }
}
