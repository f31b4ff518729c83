import Testing

@testable import Values

@Suite struct SHA256Tests {
  /// Those of FIPS 180-4's examples.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func digestsAreThoseOfTheStandard(_ text: String, _ digest: String) {
    var hash = SHA256()
    hash.update(text)
    #expect(hash.hexadecimal == digest)
  }

  @Test func piecesGiveWhatTheWholeGives() {
    for count in 0..<200 {
      let text = String(repeating: "a", count: count)
      var whole = SHA256()
      whole.update(text)
      for piece in [1, 7, 63, 64, 65] {
        var hash = SHA256()
        var rest = text[...]
        while !rest.isEmpty {
          hash.update(String(rest.prefix(piece)))
          rest = rest.dropFirst(piece)
        }
        #expect(hash.hexadecimal == whole.hexadecimal, "\(count) by \(piece)")
      }
    }
  }
}
