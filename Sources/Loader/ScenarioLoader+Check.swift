public import Values

extension ScenarioLoader {
  /// What can be said of a loaded file without running it, apart from other files.
  public static func examine(_ result: LoadResult) -> Examination {
    let files = zip(result.sources.files, result.identities).map { FileID($0, $1) }
    return Examination(result.file, files, order: result.order)
  }

  /// What can be said of a loaded file without running it, where no other is checked with it: by
  /// place; 20 at most of each file. Empty where the file was not loaded.
  public static func check(_ result: LoadResult) -> [Diagnostic] {
    let examination = examine(result)
    var usage = PartUsage()
    usage.add(examination)
    return examination.diagnostics(usage)
  }
}
