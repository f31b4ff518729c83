import Values

/// The keys of a file.
enum FileKey: String, MapKey {
  case reactor, name, description, tags, use, settings
  case cells, computations, reactors, stores, parcels, actors, services
  case always, eventually, explore, procedures, before, scenarios, steps

  static let mapName = MapName.file
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .reactor:
      KeyDeclaration(
        Schema("integer").with("enum", .array([.number("1")])).called("`1`"),
        "The version of the format.", unless: "1", "reactor: 1")
    case .name:
      KeyDeclaration(
        .text, "The name of the file in reports. Without it, the file's own, less its ending.",
        "name: the shopping cart")
    case .description: KeyDeclaration(.text, "What the file is about, for its readers.")
    case .tags:
      KeyDeclaration(
        .texts, "Words by which all scenarios of the file can be picked: `run --tag slow`.",
        "tags: [shop, slow]")
    case .use:
      KeyDeclaration(
        Schema("array", "string").with("items", Schema("string")).called("a list of files, or one"),
        "Other files, relative to this one, whose parts are added to the model first.",
        "use: [shop.yaml]")
    case .settings:
      KeyDeclaration(
        Schema("object", "null").with("allOf", [.reference("settings")]).called(
          "a map of settings"),
        "How the worlds of this file are run.", "settings: {flush: manual}")
    case .cells: .cells
    case .computations: .computations
    case .reactors: .reactors
    case .stores: .stores
    case .parcels: .parcels
    case .actors: .actors
    case .services: .services
    case .always:
      KeyDeclaration(
        .formulas,
        "Formulas that hold after every turn of every scenario. A failure names the turn.",
        "always: [stock >= 0]")
    case .eventually:
      KeyDeclaration(
        .formulas, "Formulas that hold at the end of every scenario.",
        "eventually: [size(queue) == 0]")
    case .explore:
      KeyDeclaration(
        .whole("exploration").called("a map"),
        "What exploration may vary: schedules, faults, and what happens besides the script.")
    case .procedures:
      KeyDeclaration(
        .parts(Schema.steps(.procedure), named: "name").called("a map of names to lists of steps"),
        "Scripts that scenarios `perform` by name, with `args` for what they are given.",
        "procedures:\n  buy:\n    - dispatch: {shop: {add: = args.item}}\n      expect: {shop.last: = args.item}"
      )
    case .before:
      KeyDeclaration(
        Schema.steps(.script),
        "The steps with which each scenario of the file begins, behind its `given`. What they bind is "
          + "in sight in all of them.", "before:\n  - perform: login")
    case .scenarios:
      KeyDeclaration(
        .list(.reference("scenario")).called("a list of scenarios"),
        "The scenarios. Each starts from a fresh world.",
        "scenarios:\n  - name: the total follows the price\n    steps:\n"
          + "      - set: {price: 20}\n        expect: {total: 40}")
    case .steps:
      KeyDeclaration(
        Schema.steps(.script),
        "The steps of a file with one scenario, in place of `scenarios`; it is named as the file.",
        "steps:\n  - set: {price: 20}\n    expect: {total: 40}")
    }
  }
}

/// The sections of the model.
extension KeyDeclaration {
  fileprivate static let cells = KeyDeclaration(
    .parts(.reference("cell")).called("a map of names to cells"),
    "Reactive variables: inputs, and derived cells, which are formulas over other names.",
    "cells:\n  price: 10\n  quantity: 2\n  total: = price * quantity")

  fileprivate static let computations = KeyDeclaration(
    .parts(.reference("computation")).called("a map of names to computations"),
    "Autoruns: each runs once at the start, and again after anything that it read has changed.",
    "computations:\n  label: '= \"Total: \" + string(total)'")

  fileprivate static let reactors = KeyDeclaration(
    .parts(.reference("reactor")).called("a map of names to reactors"),
    "Reactors in the manner of ReactorKit: actions become mutations, which make the state.",
    "reactors:\n  counter:\n    state: 0\n    reduce: {increment: = state + 1}")

  fileprivate static let stores = KeyDeclaration(
    .parts(.reference("store")).called("a map of names to stores"),
    "Stores with one state for an app: actions pass the middleware, then one reducer.",
    "stores:\n  app:\n    state: {count: 0}\n    reducers: {up: {count: = state.count + 1}}")

  fileprivate static let parcels = KeyDeclaration(
    .parts(.reference("parcel"), named: "name").called("a map of names to parcels"),
    "Parts of stores that are used by name, each focused on a part of the state.",
    "parcels:\n  todos:\n    focus: todos\n    reducers: {add: {items: '= state.items + [action]'}}"
  )

  fileprivate static let actors = KeyDeclaration(
    .parts(.reference("actor")).called("a map of names to actors"),
    "Actors, which react to one message at a time.",
    "actors:\n  counter:\n    state: 0\n    on: {Up: [{set: = state + 1}], Count: = state}")

  fileprivate static let services = KeyDeclaration(
    .parts(.reference("service")).called("a map of names to services"),
    "The outside world, played: methods that reactors, actors and scripts call.",
    "services:\n  github:\n    methods:\n      search: [{wait: 200ms}, {return: '= [args]'}]")
}
