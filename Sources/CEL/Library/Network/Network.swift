internal import Values

extension Library {
  /// Addresses and ranges of addresses, by the names of Kubernetes' IP and CIDR libraries and of
  /// cel-go's extension.
  static let network = Library(
    "network", functions: addresses + ranges, contents: [IPAddress.self, AddressRange.self])

  private static let addresses: [Function] = [
    ofText(
      "ip", "string -> net.IP",
      """
      the address of IPv4 or IPv6 that a text names
      ip('2001:DB8::68') => ip("2001:db8::68")
      """
    ) { (text) throws(Fault) in
      .opaque(OpaqueValue(try IPAddress(text)))
    },
    ofText(
      "isIP", "string -> bool",
      """
      whether a text names an address
      isIP('192.168.0.1.0') => false
      """
    ) { (text) throws(Fault) in .bool((try? IPAddress(text)) != nil)
    },
    ofText(
      "ip.isCanonical", "string -> bool",
      """
      whether a text names an address as RFC 5952 writes it
      ip.isCanonical('2001:DB8::68') => false
      """
    ) { (text) throws(Fault) in
      .bool(Text.same(try IPAddress(text).text, text))
    },
    ofAddress(
      "family", "net.IP -> int",
      """
      4 or 6, the version of the Internet Protocol
      ip('::1').family() => 6
      """
    ) { .int($0.isV4 ? 4 : 6) },
    ofAddress(
      "isUnspecified", "net.IP -> bool",
      """
      whether the address is 0.0.0.0 or ::
      ip('0.0.0.0').isUnspecified() => true
      """
    ) { .bool($0.isUnspecified) },
    ofAddress(
      "isLoopback", "net.IP -> bool",
      """
      whether the address is the machine's own
      ip('127.0.0.1').isLoopback() => true
      """
    ) { .bool($0.isLoopback) },
    ofAddress(
      "isGlobalUnicast", "net.IP -> bool",
      """
      whether the address is one of a single machine beyond the link, private ones among them
      ip('192.168.0.1').isGlobalUnicast() => true
      """
    ) { .bool($0.isGlobalUnicast) },
    ofAddress(
      "isLinkLocalMulticast", "net.IP -> bool",
      """
      whether the address is of a group on the link
      ip('224.0.0.1').isLinkLocalMulticast() => true
      """
    ) { .bool($0.isLinkLocalMulticast) },
    ofAddress(
      "isLinkLocalUnicast", "net.IP -> bool",
      """
      whether the address is of a machine on the link alone
      ip('fe80::1').isLinkLocalUnicast() => true
      """
    ) { .bool($0.isLinkLocalUnicast) },
  ]

  private static let ranges: [Function] = [
    ofText(
      "cidr", "string -> net.CIDR",
      """
      the range of addresses that a text names: an address and the length of its prefix
      cidr('10.1.2.3/8') => cidr("10.1.2.3/8")
      """
    ) { (text) throws(Fault) in
      .opaque(OpaqueValue(try AddressRange(text)))
    },
    ofText(
      "isCIDR", "string -> bool",
      """
      whether a text names a range of addresses
      isCIDR('10.0.0.0/33') => false
      """
    ) { (text) throws(Fault) in
      .bool((try? AddressRange(text)) != nil)
    },
    ofRange(
      "ip", "net.CIDR -> net.IP",
      """
      the address that the range is written with
      cidr('192.168.1.5/24').ip() => ip("192.168.1.5")
      """
    ) { .opaque(OpaqueValue($0.address)) },
    ofRange(
      "masked", "net.CIDR -> net.CIDR",
      """
      the range with the bits behind its prefix cleared
      cidr('192.168.1.5/24').masked() => cidr("192.168.1.0/24")
      """
    ) { .opaque(OpaqueValue($0.masked)) },
    ofRange(
      "isMask", "net.CIDR -> bool",
      """
      whether all bits behind the prefix are 0
      cidr('192.168.1.5/24').isMask() => false
      """
    ) { .bool($0 == $0.masked) },
    ofRange(
      "prefixLength", "net.CIDR -> int",
      """
      how many bits the prefix has
      cidr('192.168.0.0/24').prefixLength() => 24
      """
    ) { .int(Int64($0.length)) },
    test(
      "containsIP", "net.CIDR, net.IP | string -> bool",
      """
      whether an address, or the one that a text names, lies in the range
      cidr('192.168.0.0/24').containsIP('192.168.1.1') => false
      """
    ) { (range, address: IPAddress) in
      range.contains(address)
    },
    test(
      "containsCIDR", "net.CIDR, net.CIDR | string -> bool",
      """
      whether a range, or the one that a text names, lies in the range
      cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') => true
      """
    ) { (range, other: AddressRange) in
      range.contains(other)
    },
  ]

  private static func ofText(
    _ name: String, _ overloads: Overloads, _ documentation: Documentation,
    _ body: @escaping @Sendable (String) throws(Fault) -> Value
  ) -> Function {
    Function(
      name, arity: 1, overloads, documentation,
      .unary { (value, budget) throws(Fault) in
        guard case .string(let text) = value else { throw .noOverload }
        try budget.charge(scanning: text.utf8.count)
        return try body(text)
      })
  }

  private static func ofAddress(
    _ name: String, _ overloads: Overloads, _ documentation: Documentation,
    _ body: @escaping @Sendable (IPAddress) -> Value
  ) -> Function {
    method(name, overloads, documentation, body)
  }

  private static func ofRange(
    _ name: String, _ overloads: Overloads, _ documentation: Documentation,
    _ body: @escaping @Sendable (AddressRange) -> Value
  ) -> Function {
    method(name, overloads, documentation, body)
  }

  private static func method<Content: OpaqueContent>(
    _ name: String, _ overloads: Overloads, _ documentation: Documentation,
    _ body: @escaping @Sendable (Content) -> Value
  ) -> Function {
    Function(
      name, isMethod: true, arity: 1, overloads, documentation,
      .unary { (value, _) throws(Fault) in
        guard let content = value.content(Content.self) else { throw .noOverload }
        return body(content)
      })
  }

  /// A method of ranges that takes a value or its text.
  private static func test<Content: NetworkContent>(
    _ name: String, _ overloads: Overloads, _ documentation: Documentation,
    _ test: @escaping @Sendable (AddressRange, Content) -> Bool
  ) -> Function {
    Function(
      name, isMethod: true, arity: 2, overloads, documentation,
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

extension NetworkContent {
  init?(reading text: String) {
    guard let content = try? Self(text) else { return nil }
    self = content
  }
}

extension Value {
  /// The content of a library's value, if it is of that type.
  fileprivate func content<Content: OpaqueContent>(_ type: Content.Type) -> Content? {
    if case .opaque(let opaque) = self { opaque.content as? Content } else { nil }
  }
}
