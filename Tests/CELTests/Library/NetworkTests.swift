import CEL
import Testing
import Values

/// Addresses and ranges where the conformance tests are silent.
@Suite struct NetworkTests {
  @Test(arguments: [
    ("ip('::ffff:c0a8:1')", #"ip("192.168.0.1")"#),
    ("ip('2001:0DB8:0:0:1:0:0:1')", #"ip("2001:db8::1:0:0:1")"#),
    ("ip('1:0:2:0:3:0:4:0')", #"ip("1:0:2:0:3:0:4:0")"#),
    ("ip('::')", #"ip("::")"#),
    ("ip('1::')", #"ip("1::")"#),
    ("ip('64:ff9b::192.0.2.33')", #"ip("64:ff9b::c000:221")"#),
    ("cidr('10.1.2.3/8')", #"cidr("10.1.2.3/8")"#),
    ("cidr('10.1.2.3/8').masked()", #"cidr("10.0.0.0/8")"#),
    ("cidr('10.1.2.3/0').masked()", #"cidr("0.0.0.0/0")"#),
    ("cidr('2001:db8:ffff::1/33').masked()", #"cidr("2001:db8:8000::/33")"#),
    ("cidr('2001:db8::1/128').masked()", #"cidr("2001:db8::1/128")"#),
    ("cidr('2001:db8::1/64').masked()", #"cidr("2001:db8::/64")"#),
    ("cidr('2001:db8::1/0').masked()", #"cidr("::/0")"#),
    ("cidr('192.168.1.0/24').isMask()", "true"),
    ("cidr('192.168.1.5/24').isMask()", "false"),
    ("cidr('::/0').containsIP('::1')", "true"),
    ("cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')", "true"),
    ("isCIDR('10.0.0.1/8')", "true"),
    ("isCIDR('10.0.0.0/33') || isCIDR('10.0.0.0/08') || isCIDR('10.0.0.0')", "false"),
    ("isIP('01.2.3.4') || isIP('1.2.3') || isIP('1.2.3.256') || isIP('')", "false"),
    ("isIP('1:2:3:4:5:6:7') || isIP('1:2:3:4:5:6:7:8:9') || isIP(':1') || isIP('1:::2')", "false"),
    ("isIP('1::2::3') || isIP('1:2:3:4::5:6:7:8') || isIP('::12345') || isIP('::g')", "false"),
    ("isIP('1.2.3.4:1::') || isIP('::1.2.3') || isIP('1:2:3:4:5:6:7:1.2.3.4')", "false"),
    ("isIP('1:2:3:4:5:6:1.2.3.4')", "true"),
    (#"isIP('1.2.3.4\u0000') || isIP('::1\u00005') || isIP('1.2.3.4 ')"#, "false"),
    ("ip.isCanonical('2001:db8:0:0:0:0:0:1')", "false"),
    ("ip.isCanonical('2001:db8::1')", "true"),
    ("ip('10.0.0.1').isGlobalUnicast()", "true"),
    ("ip('fe80::1').isGlobalUnicast() || ip('::').isGlobalUnicast()", "false"),
    ("ip('febf::1').isLinkLocalUnicast()", "true"),
    ("ip('fec0::1').isLinkLocalUnicast()", "false"),
    (
      "ip('1.2.3')", #"error: cannot read "1.2.3" as an IP address"#
    ),
    ("ip(1)", "error: no such overload: ip(int)"),
    ("'a'.family()", "error: no such overload: string.family()"),
    ("ip('::1').masked()", "error: no such overload: net.IP.masked()"),
  ])
  func anAddressIsReadAndAsked(formula: String, result: String) throws {
    #expect(try evaluate(formula).text == result)
  }

  @Test func anAddressIsAValueLikeOthers() throws {
    #expect(try evaluate("type(ip('::1'))").text == "net.IP")
    #expect(try evaluate("type(cidr('::/0')) == net.CIDR && net.IP != net.CIDR").text == "true")
    #expect(try evaluate("ip('::1') in [ip('::2'), ip('0::1')]").text == "true")
    #expect(try evaluate("ip('::1') == '::1' || ip('::1') == cidr('::1/128')").text == "false")
    #expect(try evaluate("ip('::1') < ip('::2')").text.hasPrefix("error: no such overload"))
    #expect(
      try evaluate("{ip('::1'): 1}").text
        == "error: a map key must be a bool, int, uint or string, not net.IP")
    #expect(try evaluate("'%s'.format([[cidr('::/0')]])").text == #""[::/0]""#)
    #expect(try evaluate("optional.ofNonZeroValue(ip('::')).hasValue()").text == "true")
    #expect(try evaluate("net.x", [("net", .record([("x", .int(1))]))]).text == "1")
    let value = try evaluate("[ip('::1')]").get()
    #expect(value.json.text == #"["::1"]"#)
    #expect(value.typedJSON.text == #"{"list":[{"net.IP":"::1"}]}"#)
    let contents = Environment.standard.contents
    #expect(try Value(typed: value.typedJSON, contents: contents).isIdentical(to: value))
    #expect(throws: JSONError.self) { try Value(typed: value.typedJSON) }
    let noAddress = try JSON.parse(#"{"net.CIDR":"::1/129"}"#)
    #expect(throws: JSONError.self) { try Value(typed: noAddress, contents: contents) }
    #expect(value.matches(try .list(of: [.string("::1")])))
    #expect(!value.matches(try .list(of: [.string("::2")])))
    #expect(value.isIdentical(to: try evaluate("[ip('0:0::1')]").get()))
  }
}
