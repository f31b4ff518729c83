/// Every variable of the environment that the tool reads. None is read by another way, so that the
/// manual, which lists these, is complete.
enum EnvironmentVariable: String, CaseIterable {
  case cacheFolder = "REACTORCTL_CACHE"
  case bazelTemporary = "TEST_TMPDIR"
  case userCache = "XDG_CACHE_HOME"
  case home = "HOME"
  case noColor = "NO_COLOR"
  case forceColor = "FORCE_COLOR"
  case cliColorForce = "CLICOLOR_FORCE"
  case terminal = "TERM"
  case columns = "COLUMNS"
  case ci = "CI"
  case gitHubActions = "GITHUB_ACTIONS"
  case azurePipelines = "TF_BUILD"
  case jenkins = "JENKINS_URL"
  case teamCity = "TEAMCITY_VERSION"
  case buildkite = "BUILDKITE"
  case gitLab = "GITLAB_CI"
  case gitHubStepSummary = "GITHUB_STEP_SUMMARY"
  case gitHubWorkspace = "GITHUB_WORKSPACE"
  case bazelShards = "TEST_TOTAL_SHARDS"
  case bazelShard = "TEST_SHARD_INDEX"
  case bazelShardStatus = "TEST_SHARD_STATUS_FILE"
  case bazelFilter = "TESTBRIDGE_TEST_ONLY"
  case bazelFailFast = "TESTBRIDGE_TEST_RUNNER_FAIL_FAST"
  case bazelReport = "XML_OUTPUT_FILE"

  /// Whether a server runs the tool rather than a person.
  static var tellsOfCI: Bool {
    let names: [EnvironmentVariable] = [
      .ci, .gitHubActions, .azurePipelines, .jenkins, .teamCity, .buildkite, .gitLab,
    ]
    return names.contains { Console.environment($0) != nil }
  }

  /// What it does where it is set and not empty.
  var meaning: String {
    switch self {
    case .cacheFolder: "The folder in which it is kept what failed last."
    case .userCache:
      "Its subfolder reactorctl is that folder where the variables before it are not set."
    case .home: "Its subfolder .cache/reactorctl is that folder where none of these is set."
    case .noColor: "No colours, unless --color says otherwise."
    case .forceColor, .cliColorForce:
      "Colours, also where the output is no terminal; 0 and false turn them off."
    case .terminal: "Where it is dumb there are no colours and no progress bar."
    case .columns: "How wide help is; less than 40 is not obeyed."
    case .ci:
      "Nobody looks on: no golden is written without --update, one that no scenario has fails, and "
        + "there is no progress bar."
    case .azurePipelines, .jenkins, .teamCity, .buildkite, .gitLab: "The same as CI."
    case .gitHubActions:
      "The same as CI; where it is true a github report is made without being asked for."
    case .gitHubStepSummary: "The file to which a github report adds the summary of the run."
    case .gitHubWorkspace: "The root of the repository, from which annotations name their files."
    case .bazelShards: "Bazel: the number of shards, where --shard is not given."
    case .bazelShard: "Bazel: the shard to run, counted from 0."
    case .bazelShardStatus: "Bazel: the file that is touched to say that shards are supported."
    case .bazelFilter: "Bazel: runs the scenarios whose name contains it, as --filter does."
    case .bazelFailFast: "Bazel: where it is 1 the run ends after the first failure."
    case .bazelReport: "Bazel: the file into which a junit report is written."
    case .bazelTemporary:
      "Bazel: its subfolder reactorctl is that folder where REACTORCTL_CACHE is not set."
    }
  }
}
