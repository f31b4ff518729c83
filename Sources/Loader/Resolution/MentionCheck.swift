import Scenarios
import Values

/// Looks up what speaks of something inside a part.
struct MentionCheck {
  private let model: Model
  private let stubs: TextSet
  /// The channels that something emits to.
  private let channels: TextSet
  /// Parts of which something was refused, so that they may have more names than are known.
  private let unsure: TextSet
  private let reactors: TextTable<Int>
  private let stores: TextTable<Int>
  private let services: TextTable<Int>
  private let actors: TextTable<Int>
  private let parcels: TextTable<Int>

  init(_ model: Model, stubs: TextSet, channels: TextSet, unsure: TextSet) {
    self.model = model
    self.stubs = stubs
    self.channels = channels
    self.unsure = unsure
    reactors = TextTable(numbers: model.reactors.map(\.name))
    stores = TextTable(numbers: model.stores.map(\.name))
    services = TextTable(numbers: model.services.map(\.name))
    actors = TextTable(numbers: model.actors.map(\.name))
    parcels = TextTable(numbers: model.parcels.map(\.name))
  }

  func run(_ mentions: [Mention], _ stores: StoreNames?, _ problems: inout Problems) {
    var known: [Key: TextSet] = [:]
    for mention in mentions {
      let key = Key(mention.kind)
      if known[key] == nil { known[key] = names(key, stores).map { TextSet($0) } }
      guard !unsure.contains(key.part), let names = known[key], !names.contains(mention.text) else {
        continue
      }
      let offered = problems.isHelpWanted ? self.names(key, stores) ?? [] : []
      report(mention, offered, &problems)
    }
  }

  /// Whose names of which kind.
  private struct Key: Hashable {
    enum Space {
      case action, mutation, method, route, parcel, stubbed, behavior, message, single, channel
    }
    var kind: Space
    var part = ""
    var parcel: String?

    init(_ mention: Mention.Target) {
      switch mention {
      case .action(let reactor): (kind, part) = (.action, reactor)
      case .mutation(let reactor): (kind, part) = (.mutation, reactor)
      case .method(_, let service): (kind, part) = (.method, service)
      case .route(let store, let parcel): (kind, part, self.parcel) = (.route, store, parcel)
      case .parcel: kind = .parcel
      case .stubbed: kind = .stubbed
      case .behavior(let actor): (kind, part) = (.behavior, actor)
      case .message(_, let actor): (kind, part) = (.message, actor)
      case .single: kind = .single
      case .channel: kind = .channel
      }
    }
  }

  /// The known names, in the order of the file; nil where they cannot be told.
  private func names(_ key: Key, _ names: StoreNames?) -> [String]? {
    switch key.kind {
    case .action: return reactors[key.part].map { model.reactors[$0].actionNames.map(\.text) }
    case .mutation:
      return reactors[key.part].map { model.reactors[$0].reducers.map(\.name.text) }
    case .method: return services[key.part].map { model.services[$0].methods.map(\.name.text) }
    case .parcel: return model.parcels.map(\.name.text)
    case .stubbed: return model.reactors.map(\.name.text).filter(stubs.contains)
    case .behavior: return actors[key.part].map { model.actors[$0].behaviors.map(\.name.text) }
    case .message: return actors[key.part].map { messages(of: model.actors[$0]) }
    case .single: return model.actors.filter { !$0.isPool }.map(\.name.text)
    case .channel: return channels.sorted()
    case .route:
      guard let names, let store = stores[key.part] else { return nil }
      let own = key.parcel.flatMap { parcels[$0] }.map { names.parcels[$0].routes } ?? []
      return (own + names.stores[store].routes).map(\.name)
    }
  }

  /// In the order of the file, each once.
  private func messages(of actor: ActorDeclaration) -> [String] {
    var seen: TextSet = []
    return actor.behaviors.flatMap(\.reactions).map(\.message.text).filter {
      seen.insert($0)
    }
  }

  // MARK: Reports

  private func report(_ mention: Mention, _ known: [String], _ problems: inout Problems) {
    let key = Key(mention.kind)
    let name = mention.text
    var help: [String] = []
    if let spelt = CaseSpelling.cure(for: name, among: TextSet(known), in: mention.service) {
      help = [spelt]
    } else if let near = problems.nearest(to: name, among: known) {
      help = ["did you mean \"\(near)\"?"]
    } else if let outside = known.first(where: { $0.hasSuffix(".\(name)") }) {
      help = ["outside its parcel it is \"\(outside)\""]
    } else if key.kind != .stubbed, key.kind != .single, !known.isEmpty, problems.isHelpWanted {
      let shown = known.prefix(8).joined(separator: ", ")
      help = ["it has: \(shown)\(known.count > 8 ? ", …" : "")"]
    }
    let message: String
    switch mention.kind {
    case .action(let reactor):
      message = "\"\(reactor)\" has no action \"\(name)\""
      if known.isEmpty { help = ["write under \"mutate\": \(name): [{mutation: …}]"] }
    case .mutation(let reactor):
      message = "\"\(reactor)\" reduces no mutation \"\(name)\""
      if help.isEmpty || known.isEmpty { help = ["write under \"reduce\": \(name): …"] }
    case .method(_, let service):
      message = "\"\(service)\" has no method \"\(name)\""
      if known.isEmpty { help = ["write under \"methods\": \(name): = …"] }
    case .route(let store, _): message = "\"\(store)\" has no route \"\(name)\""
    case .parcel:
      message = "unknown parcel \"\(name)\""
      if let have = help.first, have.hasPrefix("it has: ") {
        help = ["there \(known.count == 1 ? "is" : "are"): \(have.dropFirst(8))"]
      }
    case .stubbed(let isWritten):
      message =
        isWritten
        ? "\"\(name)\" is a reactor that no step stubs, so its state cannot be set"
        : "\"\(name)\" is a reactor that no step stubs, so what it receives is not recorded"
      help =
        ["write a step before it: stub: \(name)"]
        + (isWritten ? ["or send it an action: send: {\(name): …}"] : [])
    case .behavior(let actor): message = "\"\(actor)\" has no behavior \"\(name)\""
    case .message(_, let actor):
      message = "\"\(actor)\" has no reaction to \"\(name)\""
      if known.isEmpty { help = ["write under \"on\": \(name): [...]"] }
    case .channel:
      message = "nothing emits to a channel \"\(name)\""
      if let have = help.first, have.hasPrefix("it has: ") {
        help = ["what is emitted to: \(have.dropFirst(8))"]
      }
    case .single(isCrashed: false):
      message = "\"\(name)\" is a pool, whose workers are not there at the start"
      help = ["give the actor its state where it is declared"]
    case .single(isCrashed: true):
      message = "\"\(name)\" is a pool, and it is its workers that crash"
      help = ["name one of them, by the order in which they were made: crash: \(name)#1"]
    }
    let related = mention.alias.map { [Diagnostic.Related($0, "it is used here")] } ?? []
    problems.error(
      .unknownName, message, at: mention.name.span, help: help, related: related)
  }
}

extension Mention {
  /// The service without which nothing names a method.
  fileprivate var service: String? {
    if case .method(_, let service) = kind { service } else { nil }
  }

  /// The name to be looked up: without the service for a method.
  fileprivate var text: String {
    switch kind {
    case .method(let inner, _), .message(let inner, _): return inner
    case .action, .mutation, .route, .parcel, .stubbed, .behavior, .single, .channel:
      return name.text
    }
  }
}
