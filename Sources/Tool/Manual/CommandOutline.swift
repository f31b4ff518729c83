import Values

/// A command as help and manual tell of it, read from what ArgumentParser knows of it.
struct CommandOutline {
  struct Argument {
    /// `-j`, `--jobs`; empty where it goes by its position.
    let names: [String]
    /// What stands behind the names, or in the position; nil for a flag.
    let value: String?
    let isOptional: Bool
    let isRepeating: Bool
    let standard: String?
    /// The words that it takes, where they are a few.
    let values: [String]
    let abstract: String
    /// The title under which help shows it.
    let section: String?
  }

  /// With the names of the commands around it: `debug decode`.
  let name: String
  let abstract: String
  let discussion: String
  let arguments: [Argument]
  let subcommands: [CommandOutline]

  /// The whole tool. ArgumentParser's description of itself is JSON of a documented form.
  static func tool(_ description: String) -> CommandOutline {
    let json: JSON
    do {
      json = try JSON.parse(description)
    } catch {
      preconditionFailure("the description of the commands is no JSON: \(error.message)")
    }
    guard let command = json["command"], let outline = CommandOutline(command, within: nil) else {
      preconditionFailure("the description of the commands holds no command")
    }
    return outline
  }

  /// Nil for what is not to be shown.
  private init?(_ json: JSON, within parent: String?) {
    guard json["shouldDisplay"]?.isTrue != false, let own = json["commandName"]?.text else {
      return nil
    }
    // The outermost is the tool, which every command's name would begin with.
    let name = parent.map { $0.isEmpty ? own : "\($0) \(own)" } ?? ""
    self.name = name
    abstract = json["abstract"]?.text ?? ""
    discussion = json["discussion"]?.text ?? ""
    arguments = (json["arguments"]?.elements ?? []).compactMap(Argument.init)
    subcommands = (json["subcommands"]?.elements ?? [])
      .compactMap { CommandOutline($0, within: name) }
      .filter { $0.name != "help" }
  }

  /// The commands that do something, each before those behind it.
  var leaves: [CommandOutline] { subcommands.isEmpty ? [self] : subcommands.flatMap(\.leaves) }
}

extension CommandOutline.Argument {
  fileprivate init?(_ json: JSON) {
    guard json["shouldDisplay"]?.isTrue != false else { return nil }
    names = (json["names"]?.elements ?? []).compactMap { name in
      guard let word = name["name"]?.text else { return nil }
      return name["kind"]?.text == "long" ? "--\(word)" : "-\(word)"
    }
    value = json["kind"]?.text == "flag" ? nil : json["valueName"]?.text
    isOptional = json["isOptional"]?.isTrue ?? false
    isRepeating = json["isRepeating"]?.isTrue ?? false
    standard = json["defaultValue"]?.text
    values = (json["allValues"]?.elements ?? []).compactMap(\.text)
    abstract = json["abstract"]?.text ?? ""
    section = json["sectionTitle"]?.text
  }

  /// Help and version are the same everywhere.
  var isCommon: Bool { names.contains("--help") || names.contains("--version") }
}

extension JSON {
  fileprivate var text: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  fileprivate var isTrue: Bool {
    if case .bool(true) = self { return true }
    return false
  }

  fileprivate var elements: [JSON] {
    if case .array(let elements) = self { return elements }
    return []
  }
}
