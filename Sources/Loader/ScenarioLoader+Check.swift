public import Values

extension ScenarioLoader {
  /// What can be said of a loaded file without running it, apart from other files.
  public static func examine(_ result: LoadResult) -> Examination { Examination(result) }

  /// What can be said of a loaded file without running it, where no other is checked with it: by
  /// place; 20 at most of each file. Empty where the file was not loaded.
  public static func check(_ result: LoadResult) -> [Diagnostic] {
    let examination = examine(result)
    var usage = PartUsage()
    usage.add(examination)
    return examination.diagnostics(usage)
  }
}
