/// Words of the commands that are told to be typed.
public enum ShellWord {
  /// A path, or what begins with one, such as an id: as no command takes it for an option.
  public static func path(_ text: String) -> String {
    text.utf8.first == UInt8(ascii: "-") ? "./" + text : text
  }

  /// The path between quotes where a shell would take it apart.
  public static func typed(_ path: String) -> String {
    let path = self.path(path)
    let plain = Set("._/-+=:,@%".utf8)
    let isPlain = path.utf8.allSatisfy { byte in
      (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || plain.contains(byte)
    }
    return isPlain ? path : quoted(path)
  }

  /// The text between quotes.
  public static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
