import ArgumentParser

/// Whether a run may write into the files that it runs.
struct UpdateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write what came out in the place of every \"_\" and every wrong value of an outcome, and "
        + "goldens anew; --update=review shows each change and asks.",
      valueName: "how"))
  var update: Updater.Mode?
}

extension Updater.Mode: ExpressibleByArgument {}
