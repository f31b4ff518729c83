#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What one of several processes holds at a time, as long as it lives, by a file that has no other use and stays
/// when nobody holds it: were it removed, two could each hold one of the same name.
final class FileLock {
  /// Who writes for longer than so many seconds has been stopped.
  private static let patience = 5.0

  private let descriptor: Int32

  /// Waits for whoever holds it, but not for ever, and not behind a signal. Where the file system knows no
  /// locks everybody has it.
  init(
    _ place: WritePlace, patience: Double = FileLock.patience
  ) throws(FileWriter.Failure) {
    descriptor = try place.attempt { () throws(SystemError) in
      try place.folder.open(place.name, O_RDWR | O_CREAT)
    }
    let end = Console.seconds() + patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
      guard Console.seconds() < end, Interruption.requested == nil else {
        close(descriptor)
        throw place.refusal("cannot be written: another run holds its lock")
      }
      usleep(2000)
    }
  }

  deinit { close(descriptor) }
}
