import Reactor
import Scenarios
import Values

/// How actors stand in a row.
struct RowStandings: ActorStandings {
  private let row: [UInt32]
  private let rows: PartRows
  /// The actors in the order in which they were made, which their numbers go by.
  private let makings: ArraySlice<UInt32>

  init(_ row: [UInt32], _ rows: PartRows) {
    self.row = row
    self.rows = rows
    makings = rows.lists[row[rows.model.makings]]
  }

  func id(of member: Int) -> ActorID {
    let place = makings.firstIndex(of: UInt32(member))
    return ActorID(rawValue: UInt32((place ?? makings.endIndex) - makings.startIndex) + 1)
  }

  func member(_ actor: ActorID) -> Int {
    Int(makings[makings.startIndex + Int(actor.rawValue) - 1])
  }

  private func facts(of actor: ActorID) -> PartRows.TextFacts {
    rows.facts(row[rows.model.standings.lowerBound + member(actor)])
  }

  func turn(_ item: PartRows.ReadyItem) -> ReadyTurn {
    switch item {
    case .message(let member, let message): return .message(envelope(message), id(of: member))
    case .next(let member): return .next(id(of: member))
    case .entry(let unit, _):
      // Which one it is of its sort is all that counts.
      return .element(reactor: unit, entry: 0, .null)
    case .queued(let unit): return .queued(UInt32(unit), hasWaited: false)
    case .other: return .other
    }
  }

  private func envelope(_ message: UInt32) -> Envelope {
    let sender = Int(rows.facts(message).sender)
    let id = sender >= 0 ? id(of: sender) : sender == -1 ? .none : ActorID(outsider: -2 - sender)
    return Envelope(from: id, kind: 0, word: 0)
  }

  private func mail(of actor: ActorID) -> ArraySlice<UInt32> {
    rows.lists[row[rows.model.mails.lowerBound + member(actor)]]
  }

  /// All that have been made, by the order of the file.
  func disturbable(begun: Set<Int>) -> [DisturbableActor] {
    var sent: [Int: [DisturbableActor.Waiting]] = [:]
    for (place, number) in rows.lists[row[rows.model.ready]].enumerated() {
      if case .message(let member, let message) = rows.item(number) {
        sent[member, default: []].append((.sent(place), rows.name(ofMessage: message)))
      }
    }
    // Workers of a pool go by the order in which they were made.
    let order = makings.enumerated().map { (rows.model.members[Int($0.element)].kind, $0.offset) }
    return order.sorted { $0 < $1 }.map { kind, place in
      let member = Int(makings[makings.startIndex + place])
      let mail = rows.lists[row[rows.model.mails.lowerBound + member]]
      return DisturbableActor(
        id: ActorID(rawValue: UInt32(place + 1)), kind: kind,
        isAlive: isAlive(ActorID(rawValue: UInt32(place + 1))), hasBegun: begun.contains(member),
        waiting: mail.enumerated().map { (.mail($0.offset), rows.name(ofMessage: $0.element)) }
          + (sent[member] ?? []))
    }
  }

  func isAlive(_ actor: ActorID) -> Bool { facts(of: actor).isAlive }

  func isFree(_ actor: ActorID) -> Bool { facts(of: actor).isFree }

  func isIdle(_ actor: ActorID) -> Bool { isFree(actor) && mail(of: actor).isEmpty }

  func senders(toMailOf actor: ActorID) -> [ActorID] {
    mail(of: actor).map { envelope($0).sender }
  }
}
