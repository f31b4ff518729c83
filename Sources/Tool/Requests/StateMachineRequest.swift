import Loader
import Reports
import Runner
import Scenarios
import Values

/// What `explore --graph` is asked for.
struct StateMachineRequest: Request {
  var paths: [String]
  var selection: SelectionRequest
  var settings: SessionSettings
  var format: GraphRequest.Format
  /// Each a formula, or several with commas between them.
  var formulas: [String]
  var display: Display

  /// Prints the state machine that one scenario's model amounts to.
  func run(_ console: Console) -> ExitStatus {
    let clock = RunClock(settings.timeout)
    let root = settings.root
    let input = Input(paths, root, console)
    let store = RunStore(ofExploring: true)
    var chosen: Selection
    do throws(SelectionRequest.Refusal) {
      chosen = try selection.selection(console, store: store)
    } catch {
      return error.status
    }
    guard let path = input.files.first, input.files.count == 1 else {
      if input.files.isEmpty { return input.explainNothing(console) }
      console.complain("explore --graph takes one file, and \(input.names) are several")
      return .usage
    }
    chosen.forgetFailures(unlessOf: [path])
    let loaded = ScenarioLoader.load(
      path, root: root, asking: formulas.flatMap { FormulaList($0).formulas }, named: "--by")
    guard let content = loaded.file else {
      return Evaluation.refuse(FileReport(unloadable: loaded, path), console)
    }
    let runner = clock.runner(content, memory: MemoryShare(limit: settings.memory))
    let candidates = runner.candidatesToExplore
    let picks = Picks(input.picks(from: path), content, loaded.sources, candidates)
    if let absent = picks.absent.first {
      console.complain(absent.message)
      return .nothing
    }
    let named = candidates.filter(picks.include)
    let hasChanged = chosen.wants(loaded, of: path)
    let files = FileRun.all(of: [path])
    let picked = named.filter {
      chosen.answer($0, of: files[0], hasChanged: hasChanged) == .wanted
    }
    if picked.isEmpty, !named.isEmpty { return explainNothing(in: path, chosen, console) }
    guard let candidate = picked.first, picked.count == 1 else {
      console.complain(
        picked.isEmpty
          ? "\(path.shown) has nothing to explore: add a scenario, or events in its \"explore\""
          : "\(path.shown) has \(picked.count) scenarios: name one, as in \(path.shown)::NAME")
      return .usage
    }
    let exploring = settings.exploring ?? ExploreSettings()
    return draw(runner.stateMachine(of: candidate, exploring), of: path, loaded, console)
  }

  /// Says that the options leave nothing to draw, and how that ends.
  private func explainNothing(
    in path: FilePath, _ chosen: Selection, _ console: Console
  ) -> ExitStatus {
    let shard = chosen.shard.map { "--shard \($0.shard.text)" }
    let conditions = [selection.conditions, shard ?? ""].filter { !$0.isEmpty }
    let message =
      "nothing to draw: no scenario in \(path.shown) matches \(conditions.joined(separator: ", "))"
    if selection.allowsNothing {
      console.warn(message)
      return .success
    }
    console.complain(message)
    return .nothing
  }

  private func draw(
    _ drawn: (machine: StateMachine?, result: ScenarioResult), of path: FilePath,
    _ loaded: LoadResult, _ console: Console
  ) -> ExitStatus {
    if case .skipped(let reason) = drawn.result.verdict {
      console.complain("\(path.shown)::\(SafeText.shown(drawn.result.name)): \(reason)")
      return .usage
    }
    // A part of it would pass for the whole; the signal says how this ends.
    if drawn.result.isCutShort { return .failed }
    guard drawn.result.verdict == .passed, let machine = drawn.machine else {
      let report = FileReport(
        path: path.shown, sources: loaded.sources, scenarios: [drawn.result])
      console.err.put(display.report(console).failures(report))
      return .failed
    }
    if let bound = machine.bound {
      console.warn("the search ended at \(bound): there may be more than is drawn")
    }
    let picture = StateMachinePicture(machine)
    switch format {
    case .dot: console.out.put(picture.graphviz(titled: path.shown))
    case .mermaid:
      let text = picture.mermaid
      if picture.isTooLargeForGitHub(text) {
        console.warn(
          "GitHub draws no graph that large; --format dot has no such limit, and --by draws less")
      }
      console.out.put(text)
    }
    return .success
  }
}

/// Formulas with commas between them, which stand outside of brackets and quotes.
struct FormulaList {
  let formulas: [String]

  init(_ text: String) {
    var formulas = [""]
    var depth = 0
    var quote: Character?
    var isEscaped = false
    for character in text {
      if let open = quote {
        if !isEscaped, character == open { quote = nil }
        isEscaped = !isEscaped && character == "\\"
      } else if character == "\"" || character == "'" {
        quote = character
      } else if "([{".contains(character) {
        depth += 1
      } else if ")]}".contains(character) {
        depth -= 1
      } else if character == ",", depth == 0 {
        formulas.append("")
        continue
      }
      formulas[formulas.count - 1].append(character)
    }
    self.formulas = formulas.map { formula in
      String(formula.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }
}
