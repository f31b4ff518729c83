extension Value {
  /// The value as plain JSON. Types that JSON lacks become texts as formulas print them (bytes in
  /// base64, NaN and the infinities by name), keys become texts, and an empty optional null.
  public var json: JSON {
    switch self {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .int(let int): .number(String(int))
    case .uint(let uint): .number(String(uint))
    case .double(let double):
      double.isFinite ? .number(DoubleText.literal(double)) : .string(DoubleText.plain(double))
    case .string(let string): .string(string)
    case .bytes(let bytes): .string(Base64.encode(bytes.octets))
    case .list(let list): .array(list.elements.map(\.json))
    case .map(let map):
      .object(zip(map.keys, map.values).map { JSON.Member($0.0.keyText, $0.1.json) })
    case .timestamp(let timestamp): .string(timestamp.description)
    case .duration(let duration): .string(duration.description)
    case .type(let type): .string(type.name)
    case .optional(let optional): optional.wrapped?.json ?? .null
    case .opaque(let opaque): .string(opaque.text)
    }
  }

  private var keyText: String {
    if case .string(let string) = self { return string }
    return description
  }

  /// Reads plain JSON: whole numbers without point or exponent are ints where an int holds them,
  /// all others doubles.
  public init(json: JSON) throws(JSONError) {
    switch json {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .string(let string): self = .string(string)
    case .number(let text):
      if let int = Int64(text) {
        self = .int(int)
      } else if let double = Double(text), double.isFinite {
        self = .double(double)
      } else {
        throw JSONError("no number holds \(text.prefix(40))")
      }
    case .array(let elements):
      var values: [Value] = []
      for element in elements { values.append(try Value(json: element)) }
      do { self = try .list(of: values) } catch { throw JSONError(error.message) }
    case .object(let members):
      var entries: [(String, Value)] = []
      for member in members { entries.append((member.name, try Value(json: member.value))) }
      do { self = try .record(entries) } catch { throw JSONError(error.message) }
    }
  }
}
