/// Converts libyaml's marks, which count characters, to bytes of the file. Constant time for each:
/// in a file that is not all ASCII, every 32nd character's offset is kept.
struct CharacterOffsets {
  private static let stride = 32
  private let start: Int
  private let checkpoints: [UInt32]

  init(_ bytes: UnsafeBufferPointer<UInt8>, start: Int, isASCII: Bool) {
    self.start = start
    guard !isASCII else {
      checkpoints = []
      return
    }
    var checkpoints: [UInt32] = []
    checkpoints.reserveCapacity(bytes.count / CharacterOffsets.stride + 1)
    var count = 0
    for index in start..<bytes.count where bytes[index] & 0xc0 != 0x80 {
      if count % CharacterOffsets.stride == 0 { checkpoints.append(UInt32(index)) }
      count += 1
    }
    self.checkpoints = checkpoints
  }

  /// The offset of a character; the end of the file for the one behind the last.
  @inline(__always)
  func offset(_ character: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    checkpoints.isEmpty ? min(start + character, bytes.count) : scan(character, bytes)
  }

  private func scan(_ character: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let checkpoint = character / CharacterOffsets.stride
    guard checkpoint < checkpoints.count else { return bytes.count }
    var index = Int(checkpoints[checkpoint])
    for _ in 0..<character % CharacterOffsets.stride where index < bytes.count {
      index += 1
      while index < bytes.count, bytes[index] & 0xc0 == 0x80 { index += 1 }
    }
    return index
  }
}
