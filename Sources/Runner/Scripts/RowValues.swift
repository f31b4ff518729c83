import Scenarios
import Values

/// The values that one row of `each` binds. They are evaluated where they are needed and not kept:
/// rows may be many, and their values large.
///
/// Formulas in rows see no model: they are evaluated in a world without one, whatever the file's own
/// would cost to make.
struct RowValues {
  private let runtime: Runtime
  private var world: World { runtime.world }

  init(_ file: FileTables, _ bounds: Bounds = Bounds()) {
    runtime = Runtime(file.withoutModel, in: bounds)
  }

  /// Must be called at the end. Answers with what the values cost, in the unit of formulas.
  func end() -> Int {
    let work = world.limits.work
    runtime.close()
    return work
  }

  /// Whether there was no room for the values beside other worlds.
  var isCrowded: Bool { world.memory.isCrowded }

  func locals(of script: Script, row: Int) -> Result<[Value], RunError> {
    var values = [Value](repeating: .null, count: script.rowNames.count)
    // Those that have been evaluated count as held while others are.
    var keepers: [KeptValues] = []
    for entry in script.rows[row] {
      do throws(RunError) {
        values[entry.index] = try value(of: entry.value)
        keepers.append(KeptValues([values[entry.index]], in: world.kept))
      } catch {
        return .failure(error)
      }
    }
    return .success(values)
  }

  func value(of datum: Datum) throws(RunError) -> Value {
    if case .value(let value) = datum.content { return value }
    return try world.value(of: datum, in: world.bare)
  }
}

/// The names of scenarios, with the values of their rows filled in.
struct RowNames {
  /// The work that may be spent on the names of a file, in the unit of formulas. Names that would
  /// take more stay as they are written; the rows have numbers too.
  private static let mostWork = 100_000_000

  private let file: FileTables
  private let bounds: Bounds
  private var work = 0

  init(_ file: FileTables, _ bounds: Bounds) {
    self.file = file
    self.bounds = bounds
  }

  /// Only what the name speaks of is evaluated; null where that fails, as the run will tell.
  mutating func name(of script: Script, row: Int) -> String {
    let text = script.scenario.name.text
    guard work <= RowNames.mostWork, text.utf8.contains(UInt8(ascii: "{")) else { return text }
    var values: RowValues?
    let filled = RowNames.filled(text) { name in
      work += script.rowNames.count
      guard let index = script.rowNames.firstIndex(of: name) else { return nil }
      guard let entry = script.rows[row].first(where: { $0.index == index }) else { return .null }
      if case .value(let value) = entry.value.content { return value }
      let world = values ?? RowValues(file, bounds)
      values = world
      return (try? world.value(of: entry.value)) ?? .null
    }
    // Each row has a text of its own.
    work += (values?.end() ?? 0) + filled.utf8.count
    return filled
  }

  /// Replaces each `{name}` by the value's text; other braces stay. No name has a brace in it, so that what a closing
  /// one ends can only begin at the last opening one before it.
  private static func filled(_ text: String, _ value: (String) -> Value?) -> String {
    let bytes = text.utf8
    var result = ""
    var rest = bytes.startIndex
    var open: String.Index?
    for place in bytes.indices {
      switch bytes[place] {
      case UInt8(ascii: "{"): open = place
      case UInt8(ascii: "}"):
        if let begin = open, let value = value(String(text[bytes.index(after: begin)..<place])) {
          result += text[rest..<begin] + value.shortText
          rest = bytes.index(after: place)
        }
        open = nil
      default: break
      }
    }
    return result + text[rest...]
  }
}

extension Value {
  /// The same for a name, of which nobody reads more than so much.
  fileprivate var shortText: String {
    guard measure.text + measure.elements > Value.longestInName else { return plainText }
    if case .string(let text) = self {
      return String(text.unicodeScalars.prefix(Value.longestInName)) + "…"
    }
    return beginning(Value.longestInName)
  }

  private static let longestInName = 1_000

  /// A text as it is, anything else as a formula would write it.
  var plainText: String {
    switch self {
    case .string(let text): text
    case .double(let double): DoubleText.plain(double)
    case .null, .bool, .int, .uint, .bytes, .list, .map, .timestamp, .duration, .type, .optional,
      .opaque:
      description
    }
  }
}
