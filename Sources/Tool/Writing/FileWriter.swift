import Loader

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The one way by which the tool writes and removes files: whole, so that whoever reads one sees
/// what was there or what is there now, and never a part of it, whenever the tool or the machine
/// ends.
///
/// The content goes into a file beside the other, to the disk, and then takes its name: it is
/// exchanged for what stood there, which is looked at once more before it goes, so that nothing is
/// lost that came in the meantime.
enum FileWriter {
  /// Why a file could not be written; nothing of it has changed.
  struct Failure: Error, Equatable {
    let path: FilePath
    /// `cannot be written: No space left on device`.
    let message: String

    init(_ path: FilePath, _ message: String) {
      self.path = path
      self.message = message
    }

    init(_ path: FilePath, _ code: Int32) {
      self.init(path, "cannot be written: \(systemMessage(code))")
    }
  }

  static let changed = "was changed by another program meanwhile, and is left as it is"

  /// Makes or replaces a file.
  static func write(
    _ bytes: [UInt8], to place: WritePlace, if condition: Condition
  ) throws(Failure) {
    let present = try PresentFile.find(at: place)
    try judge(present, condition, place)
    let file = try TemporaryFile(for: place)
    do throws(Failure) {
      try file.fill(bytes)
      if let present, let problem = present.dress(file.descriptor), condition.keepsAll {
        throw place.refusal("cannot be written: \(problem)")
      }
      try file.sync()
      try put(file, to: place, over: present, condition)
    } catch {
      file.remove()
      throw error
    }
    place.folder.sync()
  }

  /// Why such a write would fail, as far as that can be known without it; nil where nothing speaks
  /// against it.
  static func obstacle(to place: WritePlace, if condition: Condition) -> String? {
    do throws(Failure) {
      let present = try PresentFile.find(at: place)
      try judge(present, condition, place)
      let file = try TemporaryFile(for: place)
      defer { file.remove() }
      guard condition.keepsAll, let problem = present?.dress(file.descriptor) else { return nil }
      return "cannot be written: \(problem)"
    } catch {
      return error.message
    }
  }

  /// Takes a file away.
  static func remove(_ place: WritePlace, if condition: Condition) throws(Failure) {
    guard let present = try PresentFile.find(at: place) else { return }
    try judge(present, condition, place)
    // It first takes a name of the tool's own, from which it can still be put back.
    let file = try TemporaryFile(for: place)
    let folder = place.folder
    do throws(Failure) {
      try place.attempt { () throws(SystemError) in try folder.rename(place.name, to: file.name) }
      do throws(Failure) {
        try confirm(place.beside(file.name), present, condition)
      } catch {
        file.isForeign = true
        try place.attempt { () throws(SystemError) in
          try folder.rename(file.name, toNew: place.name)
        }
        throw place.refusal(changed)
      }
    } catch {
      file.remove()
      throw error
    }
    file.remove()
    folder.sync()
  }

  private static func judge(
    _ present: PresentFile?, _ condition: Condition, _ place: WritePlace
  ) throws(Failure) {
    guard let present else {
      if condition.mayBeAbsent { return }
      throw place.refusal(changed)
    }
    if let refusal = condition.refusal(present) { throw place.refusal(refusal) }
    if condition.keepsAll, present.links > 1 {
      throw place.refusal("has \(present.links) names (hard links), and is left as it is")
    }
  }

  /// Gives the file its place. What stands there by now must be what was judged.
  private static func put(
    _ file: TemporaryFile, to place: WritePlace, over present: PresentFile?, _ condition: Condition
  ) throws(Failure) {
    let folder = place.folder
    var present = present
    if present == nil { present = try add(file, to: place, condition) }
    guard let present else { return }
    do throws(SystemError) {
      try folder.exchange(file.name, place.name)
    } catch {
      if error.code == ENOENT { throw place.refusal(changed) }
      guard error.isUnsupported else { throw Failure(place.shown, error.code) }
      try confirm(place, present, condition)
      return try place.attempt { () throws(SystemError) in
        try folder.rename(file.name, to: place.name)
      }
    }
    do throws(Failure) {
      try confirm(place.beside(file.name), present, condition)
    } catch {
      // What came in between gets its place back.
      file.isForeign = true
      try place.attempt { () throws(SystemError) in try folder.exchange(file.name, place.name) }
      file.isForeign = false
      throw place.refusal(changed)
    }
    file.remove()
  }

  /// Gives the file a name that nothing has. Answers with what has just taken it, where that may be
  /// replaced as well.
  private static func add(
    _ file: TemporaryFile, to place: WritePlace, _ condition: Condition
  ) throws(Failure) -> PresentFile? {
    do throws(SystemError) {
      try place.folder.rename(file.name, toNew: place.name)
      return nil
    } catch {
      guard error.code == EEXIST else { throw Failure(place.shown, error.code) }
    }
    guard let found = try PresentFile.find(at: place), condition.refusal(found) == nil else {
      throw place.refusal(changed)
    }
    return found
  }

  private static func confirm(
    _ place: WritePlace, _ present: PresentFile, _ condition: Condition
  ) throws(Failure) {
    let found = try PresentFile.find(at: place)
    let isSame = condition.mayBeAbsent || found?.identity == present.identity
    guard let found, isSame, condition.refusal(found) == nil else {
      throw place.refusal(changed)
    }
  }
}

extension FileWriter {
  /// What may stand in the place of a file that is written.
  struct Condition {
    let mayBeAbsent: Bool
    /// Whether owner, mode, attributes and hard links must stay; where they cannot, nothing is
    /// written.
    let keepsAll: Bool
    /// Why a file is not replaced; nil where it may be.
    let refusal: (PresentFile) -> String?

    /// Nothing at all.
    static var new: Condition {
      Condition(mayBeAbsent: true, keepsAll: true) { _ in
        "cannot be written: \(systemMessage(EEXIST))"
      }
    }

    /// The very file that was read, if its identity is known, holding just these bytes.
    static func holding(_ bytes: [UInt8], of identity: FileIdentity? = nil) -> Condition {
      Condition(mayBeAbsent: false, keepsAll: true) { file in
        if let identity, file.identity != identity { return changed }
        return file.holds(bytes) ? nil : changed
      }
    }

    /// Nothing, or a file that begins as the tool's own do: the closure is given its start.
    static func own(_ isOwn: @escaping ([UInt8]) -> Bool) -> Condition {
      Condition(mayBeAbsent: true, keepsAll: true) { file in
        file.start(4096).map(isOwn) == true
          ? nil : "is not replaced: it does not begin as a file of reactorctl does"
      }
    }

    /// Anything but what the closure refuses.
    static func any(but refusal: @escaping (FileIdentity) -> String?) -> Condition {
      Condition(mayBeAbsent: true, keepsAll: false) { refusal($0.identity) }
    }

    static var any: Condition { .any { _ in nil } }

    /// Anything whose owner, mode, attributes and names can stay.
    static var anyKept: Condition { Condition(mayBeAbsent: true, keepsAll: true) { _ in nil } }
  }
}
