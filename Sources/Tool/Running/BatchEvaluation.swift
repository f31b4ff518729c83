import CEL
import Loader
import Reports
import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Evaluates formulas line by line, each line an answer. A bad line is answered with its error, and
/// the next one is read. Answers are handed on whenever no further line is at hand, so that another
/// program can hold a conversation.
struct BatchEvaluation {
  /// A longer line is answered with an error, and skipped.
  private static let longest = 4 << 20

  private let console: Console

  init(_ console: Console) { self.console = console }

  /// The file `-` is the input.
  func run(_ path: String) -> ExitStatus {
    var descriptor = STDIN_FILENO
    if path != "-" {
      let file = FilePath(argument: path)
      guard !file.bytes.contains(0) else { return fail(path, EINVAL) }
      descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC) }
      if descriptor < 0 { return fail(path, errno) }
    }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var lines = LineReader(descriptor, longest: BatchEvaluation.longest)
    while Interruption.requested == nil {
      if !lines.hasLineAtHand { console.out.flush() }
      switch lines.next() {
      case .line(let line): answer(line)
      case .tooLong:
        put(error: "the line is longer than \(BatchEvaluation.longest) bytes")
      case .end: return .success
      case .interrupted: continue
      case .failure(let code): return fail(path, code)
      }
    }
    return .success
  }

  private func fail(_ path: String, _ code: Int32) -> ExitStatus {
    console.complain("\(SafeText.shown(path)): cannot be read: \(systemMessage(code))")
    return .system
  }

  private func answer(_ line: ArraySlice<UInt8>) {
    guard let text = String(validating: line, as: UTF8.self) else {
      return put(error: "the line is not UTF-8")
    }
    do {
      let request = try BatchRequest(JSON.parse(text))
      let expression = try Expression.parse(request.expression)
      let bindings = Bindings(request.bindings)
      let program = expression.plan(in: bindings, container: request.container)
      switch program.evaluate(bindings) {
      case .value(let value):
        console.out.put("{\"value\":\(value.typedJSON.text)}\n", .json)
      case .error(let error): put(error: error.message)
      }
    } catch let errors as SyntaxErrors {
      put(error: errors.errors[0].message)
    } catch let error as JSONError {
      put(error: error.message)
    } catch let error as BatchRequest.Fault {
      put(error: error.message)
    } catch {
      put(error: "no JSON")
    }
  }

  private func put(error text: String) {
    let json = JSON.string(text).text
    console.out.put("{\"error\":\(json)}\n", .json)
  }
}

/// One line of a batch, taken apart.
struct BatchRequest {
  struct Fault: Error { let message: String }

  private(set) var expression = ""
  private(set) var container = ""
  private(set) var bindings: [(name: String, value: Value)] = []

  /// Other keys than `expr`, `bindings` and `container` are passed over.
  init(_ json: JSON) throws(Fault) {
    guard case .object(let entries) = json else { throw Fault(message: "the line is no object") }
    var hasExpression = false
    for member in entries {
      let name = member.name
      switch (name, member.value) {
      case ("expr", .string(let text)):
        expression = text
        hasExpression = true
      case ("container", .string(let text)): container = text
      case ("bindings", .object(let entries)): bindings = try BatchRequest.values(entries)
      case ("container", .null), ("bindings", .null): break
      case ("expr", _), ("container", _): throw Fault(message: "\"\(name)\" must be a text")
      case ("bindings", _): throw Fault(message: "\"bindings\" must be an object")
      default: break
      }
    }
    if !hasExpression { throw Fault(message: "the line has no \"expr\"") }
  }

  private static func values(
    _ members: [JSON.Member]
  ) throws(Fault) -> [(name: String, value: Value)] {
    var values: [(name: String, value: Value)] = []
    for member in members {
      do {
        let value = try Value(typed: member.value, contents: Environment.standard.contents)
        values.append((member.name, value))
      } catch {
        throw Fault(message: "binding \"\(member.name)\": \(error.message)")
      }
    }
    return values
  }
}
