internal import Values

extension Library {
  /// `base64.encode` and `base64.decode`.
  static let encoders = Library(
    "encoders",
    functions: [
      Function(
        "base64.encode", arity: 1, "bytes -> string",
        """
        the bytes in base64
        base64.encode(b'hello') => "aGVsbG8="
        """,
        .unary { (value, budget) throws(Fault) in
          guard case .bytes(let bytes) = value else { throw .noOverload }
          try budget.charge(making: (bytes.octets.count + 2) / 3 * 4)
          return .string(Base64.encode(bytes.octets))
        }),
      Function(
        "base64.decode", arity: 1, "string -> bytes",
        """
        the bytes that a text in base64 stands for
        base64.decode('aGVsbG8=') => b"hello"
        """,
        .unary { (value, budget) throws(Fault) in
          guard case .string(let text) = value else { throw .noOverload }
          try budget.charge(making: text.utf8.count)
          guard let octets = Base64.decode(text) else {
            throw Fault(.conversion, "cannot read \(value.shortText) as base64")
          }
          return .bytes(Bytes(octets))
        }),
    ])
}
