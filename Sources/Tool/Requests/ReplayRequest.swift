import Loader
import Reports
import Runner
import Scenarios
import Values

/// What `replay` is asked for.
struct ReplayRequest: Request {
  static let command = "replay"

  var path: String
  var token: String
  var root: RootRule
  var display: Display

  /// Goes the way of the token, and tells what each of its turns caused.
  func run(_ console: Console) -> ExitStatus {
    let input = Input([path], root, console)
    guard let file = input.files.first, input.files.count == 1 else {
      if input.files.isEmpty { return input.explainNothing(console) }
      console.complain("replay takes one file, and \(input.names) is a folder")
      return .usage
    }
    let loaded = ScenarioLoader.load(file, root: root)
    guard let content = loaded.file else {
      return Evaluation.refuse(FileReport(unloadable: loaded, file), console)
    }
    let runner = ScenarioRunner(content)
    let candidates = runner.candidatesToExplore
    let picks = Picks(input.picks(from: file), content, loaded.sources, candidates)
    if let absent = picks.absent.first {
      console.complain(absent.message)
      return .nothing
    }
    if candidates.isEmpty {
      console.complain("\(file.shown) has nothing to replay: it has no scenario, and no events")
      return .nothing
    }
    let picked = candidates.filter(picks.include)
    let fitting = picked.filter { runner.isToken(token, for: $0) }
    guard let candidate = fitting.first ?? (picked.count == 1 ? picked.first : nil) else {
      console.complain(
        "none of the \(picked.count) scenarios of \(file.shown) is the token's: "
          + "name the one that is meant, as in \(file.shown)::NAME")
      return .usage
    }
    return tell(runner.replay(candidate, token: token), of: file, loaded, console)
  }

  private func tell(
    _ result: ScenarioResult, of file: FilePath, _ loaded: LoadResult, _ console: Console
  ) -> ExitStatus {
    let id = ScenarioRecord.id(file: file.shown, name: result.name, row: result.numberedRow)
    for note in result.replayed?.notes ?? [] { console.warn(note) }
    TraceTree(colours: console.usesColours(display.colours))
      .write(result, titled: SafeText.shown(id), in: loaded.sources) { console.out.put($0) }
    guard result.verdict == .failed else { return .success }
    let report = FileReport(path: file.shown, sources: loaded.sources, scenarios: [result])
    console.out.put("\n" + display.report(console).failures(report))
    return .failed
  }
}
