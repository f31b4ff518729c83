internal import Values

extension Library {
  /// Addresses and ranges of addresses, by the names of Kubernetes' IP and CIDR libraries and of
  /// cel-go's extension.
  static let network = Library("network", functions: addresses + ranges)

  private static let addresses: [Function] = [
    ofText("ip", "string -> net.IP") { (text) throws(Fault) in
      .opaque(OpaqueValue(try IPAddress(text)))
    },
    ofText("isIP", "string -> bool") { (text) throws(Fault) in .bool((try? IPAddress(text)) != nil)
    },
    ofText("ip.isCanonical", "string -> bool") { (text) throws(Fault) in
      .bool(Text.same(try IPAddress(text).text, text))
    },
    ofAddress("family", "net.IP -> int") { .int($0.isV4 ? 4 : 6) },
    ofAddress("isUnspecified", "net.IP -> bool") { .bool($0.isUnspecified) },
    ofAddress("isLoopback", "net.IP -> bool") { .bool($0.isLoopback) },
    ofAddress("isGlobalUnicast", "net.IP -> bool") { .bool($0.isGlobalUnicast) },
    ofAddress("isLinkLocalMulticast", "net.IP -> bool") { .bool($0.isLinkLocalMulticast) },
    ofAddress("isLinkLocalUnicast", "net.IP -> bool") { .bool($0.isLinkLocalUnicast) },
  ]

  private static let ranges: [Function] = [
    ofText("cidr", "string -> net.CIDR") { (text) throws(Fault) in
      .opaque(OpaqueValue(try AddressRange(text)))
    },
    ofText("isCIDR", "string -> bool") { (text) throws(Fault) in
      .bool((try? AddressRange(text)) != nil)
    },
    ofRange("ip", "net.CIDR -> net.IP") { .opaque(OpaqueValue($0.address)) },
    ofRange("masked", "net.CIDR -> net.CIDR") { .opaque(OpaqueValue($0.masked)) },
    ofRange("isMask", "net.CIDR -> bool") { .bool($0 == $0.masked) },
    ofRange("prefixLength", "net.CIDR -> int") { .int(Int64($0.length)) },
    test("containsIP", "net.CIDR, net.IP | string -> bool") { (range, address: IPAddress) in
      range.contains(address)
    },
    test("containsCIDR", "net.CIDR, net.CIDR | string -> bool") { (range, other: AddressRange) in
      range.contains(other)
    },
  ]

  private static func ofText(
    _ name: String, _ overloads: Overloads,
    _ body: @escaping @Sendable (String) throws(Fault) -> Value
  ) -> Function {
    Function(
      name, arity: 1, overloads,
      .unary { (value, budget) throws(Fault) in
        guard case .string(let text) = value else { throw .noOverload }
        try budget.charge(scanning: text.utf8.count)
        return try body(text)
      })
  }

  private static func ofAddress(
    _ name: String, _ overloads: Overloads, _ body: @escaping @Sendable (IPAddress) -> Value
  ) -> Function {
    method(name, overloads, body)
  }

  private static func ofRange(
    _ name: String, _ overloads: Overloads, _ body: @escaping @Sendable (AddressRange) -> Value
  ) -> Function {
    method(name, overloads, body)
  }

  private static func method<Content: OpaqueContent>(
    _ name: String, _ overloads: Overloads, _ body: @escaping @Sendable (Content) -> Value
  ) -> Function {
    Function(
      name, isMethod: true, arity: 1, overloads,
      .unary { (value, _) throws(Fault) in
        guard let content = value.content(Content.self) else { throw .noOverload }
        return body(content)
      })
  }

  /// A method of ranges that takes a value or its text.
  private static func test<Content: NetworkContent>(
    _ name: String, _ overloads: Overloads,
    _ test: @escaping @Sendable (AddressRange, Content) -> Bool
  ) -> Function {
    Function(
      name, isMethod: true, arity: 2, overloads,
      .binary { (target, argument, budget) throws(Fault) in
        guard let range = target.content(AddressRange.self) else { throw .noOverload }
        if let content = argument.content(Content.self) { return .bool(test(range, content)) }
        guard case .string(let text) = argument else { throw .noOverload }
        try budget.charge(scanning: text.utf8.count)
        return .bool(test(range, try Content(text)))
      })
  }
}

/// What the network library reads from texts.
protocol NetworkContent: OpaqueContent {
  /// Throws with the reason where the text says nothing of the kind.
  init(_ text: String) throws(Fault)
}

extension Value {
  /// The content of a library's value, if it is of that type.
  fileprivate func content<Content: OpaqueContent>(_ type: Content.Type) -> Content? {
    if case .opaque(let opaque) = self { opaque.content as? Content } else { nil }
  }
}
