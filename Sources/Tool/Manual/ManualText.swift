/// What the manual says besides what the commands say of themselves.
enum ManualText {
  static let description = """
    A scenario file describes in YAML a model made of named parts (cells, computations, reactors, \
    stores, actors and services) and scripts of events with what must come of each. The tool \
    builds the model on a reactive engine, performs the scripts on a virtual clock, and compares. \
    A run needs no network, and comes out the same on every machine.

    Every command takes --help, which tells of the command, and --version.
    """

  static let scenarios = """
    A scenario is named by its file and its own name, and by the number of its row, from 0, where \
    it has several:
      shop.yaml::the total follows the price
      shop.yaml::a discount of {percent}[2]
    The option --list prints these names, messages and reports use them, and they can be given \
    in the place of a file. A file and a line, shop.yaml:12, name the scenario that stands there. \
    Quote names with blanks or brackets in a shell.
    """

  static let files: [(String, String)] = [
    ("scenarios", "The folder that is searched where no path is given."),
    ("NAME.yaml, NAME.yml", "Scenario files, and models for others to use."),
    (
      "NAME.golden",
      "The logs of the scenarios of NAME.yaml that say golden: true. Written by run --update."
    ),
    (
      "~/.cache/reactorctl/failed-*",
      "What failed last, for each folder in which the tool was run a file of run and one of explore, "
        + "for --failed."
    ),
  ]

  static let examples = """
    Write a first scenario, run it, and run it again with each edit:
      reactorctl init shop.yaml
      reactorctl run shop.yaml
      reactorctl run --watch shop.yaml

    Run all scenarios under the folder scenarios, with a report for a CI server:
      reactorctl run --report junit=report.xml

    Run what failed last, first:
      reactorctl run --failed-first

    Run the second of four parts of a suite on one machine, and put the parts together:
      reactorctl run --shard 2/4 --report jsonl=part2.jsonl
      reactorctl merge part1.jsonl part2.jsonl part3.jsonl part4.jsonl

    See what each step of a scenario caused:
      reactorctl trace 'shop.yaml::the total follows the price'

    Let a formula show what it gives:
      reactorctl eval '[1, 2, 3].map(x, x * x)'
    """

  static let diagnostics = """
    Every error and warning about a file begins with its place and ends with its code:
      shop.yaml:3:1: error: unknown key "cels"  [unknown-key]
    Lines and columns count from 1, columns in characters. The explanation of a code, with an \
    example of the mistake and of its correction, is shown by:
      reactorctl explain unknown-key
    """

  static let further = """
    The Common Expression Language, in which formulas are written: https://cel.dev
    """
}
