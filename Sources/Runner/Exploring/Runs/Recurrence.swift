import Values

/// Whether a world that goes on by itself has come back to where it was, so that there is no end of it: what
/// it is now is compared with what it was behind 1, 2, 4 and so on turns (Brent 1980).
struct Recurrence {
  /// What has not come back behind so many turns may never do so.
  private static let most = 512

  private var before: Fingerprint?
  private var count = 0
  private var next = 1

  /// Behind one turn more that the world took by itself.
  mutating func isBack(_ run: ExploredRun) -> Bool {
    guard count < Recurrence.most else { return false }
    count += 1
    // The order in which turns became ready says which is taken.
    let fingerprint = run.fingerprint(withOrder: true)
    if fingerprint == before { return true }
    if count == next { (before, next) = (fingerprint, next * 2) }
    return false
  }
}
