extension Value {
  /// The value with the type of every part written beside it, `{"int64":"1"}`, so that nothing is
  /// lost: the encoding of CEL's conformance data.
  public var typedJSON: JSON {
    switch self {
    case .null: Value.typed("null", .null)
    case .bool(let bool): Value.typed("bool", .bool(bool))
    case .int(let int): Value.typed("int64", .string(String(int)))
    case .uint(let uint): Value.typed("uint64", .string(String(uint)))
    case .double(let double): Value.typed("double", .string(Value.typedText(double)))
    case .string(let string): Value.typed("string", .string(string))
    case .bytes(let bytes): Value.typed("bytes", .string(Base64.encode(bytes.octets)))
    case .list(let list): Value.typed("list", .array(list.elements.map(\.typedJSON)))
    case .map(let map):
      Value.typed(
        "map",
        .array(zip(map.keys, map.values).map { .array([$0.0.typedJSON, $0.1.typedJSON]) }))
    case .timestamp(let timestamp): Value.typed("timestamp", .string(timestamp.description))
    case .duration(let duration): Value.typed("duration", .string(duration.description))
    case .type(let type): Value.typed("type", .string(type.name))
    case .optional(let optional):
      Value.typed("optional", .array(optional.wrapped.map { [$0.typedJSON] } ?? []))
    case .opaque(let opaque): Value.typed(opaque.typeName, .string(opaque.text))
    }
  }

  private static func typed(_ name: String, _ json: JSON) -> JSON {
    .object([JSON.Member(name, json)])
  }

  private static func typedText(_ double: Double) -> String {
    if double.isNaN { return "nan" }
    if double.isInfinite { return double < 0 ? "-inf" : "inf" }
    return DoubleText.literal(double)
  }

  /// Reads what `typedJSON` writes; `contents` are the types of libraries that it knows.
  public init(typed json: JSON, contents: [any OpaqueContent.Type] = []) throws(JSONError) {
    self = try TypedReader(contents: contents).value(json)
  }
}

/// Takes typed values apart. Its depth is that of the JSON, which is bounded.
private struct TypedReader {
  let contents: [any OpaqueContent.Type]

  func value(_ json: JSON) throws(JSONError) -> Value {
    guard case .object(let members) = json, members.count == 1 else {
      throw JSONError("a typed value is an object with one member, its type")
    }
    guard let value = try read(members[0].name, members[0].value) else {
      throw JSONError("no typed value: \(TypedReader.beginning(json.text))")
    }
    return value
  }

  private static func beginning(_ text: String) -> String {
    text.count > 60 ? text.prefix(60) + "…" : text
  }

  /// Nil where the content is not of the type.
  private func read(_ type: String, _ json: JSON) throws(JSONError) -> Value? {
    switch (type, json) {
    case ("null", .null): return .null
    case ("bool", .bool(let bool)): return .bool(bool)
    case ("string", .string(let string)): return .string(string)
    case ("list", .array(let elements)):
      let values = try values(elements)
      do { return try .list(of: values) } catch { throw JSONError(error.message) }
    case ("map", .array(let entries)): return try map(entries)
    case ("optional", .array(let elements)):
      guard elements.count <= 1 else { return nil }
      guard let value = try values(elements).first else { return .optional(OptionalValue(nil)) }
      do { return try .optional(of: value) } catch { throw JSONError(error.message) }
    case (_, .string(let text)): return scalar(type, text)
    default: return nil
    }
  }

  private func scalar(_ type: String, _ text: String) -> Value? {
    switch type {
    case "int64": Int64(text).map { .int($0) }
    case "uint64": UInt64(text).map { .uint($0) }
    case "double": Double(text).map { .double($0) }
    case "bytes": Base64.decode(text).map { .bytes(Bytes($0)) }
    case "timestamp": Timestamp(rfc3339: text).map { .timestamp($0) }
    case "duration": Duration(text).map { .duration($0) }
    case "type": .type(TypeName(text))
    default: opaque(type, text)
    }
  }

  private func opaque(_ type: String, _ text: String) -> Value? {
    guard let content = contents.first(where: { Text.same($0.typeName, type) }) else { return nil }
    return content.init(reading: text).map { .opaque(OpaqueValue($0)) }
  }

  private func values(_ elements: [JSON]) throws(JSONError) -> [Value] {
    var values: [Value] = []
    for element in elements { values.append(try value(element)) }
    return values
  }

  private func map(_ entries: [JSON]) throws(JSONError) -> Value? {
    var keys: [Value] = []
    var values: [Value] = []
    for entry in entries {
      guard case .array(let pair) = entry, pair.count == 2 else { return nil }
      keys.append(try value(pair[0]))
      values.append(try value(pair[1]))
    }
    do { return .map(try Map(keys: keys, values: values)) } catch { throw JSONError(error.message) }
  }
}
