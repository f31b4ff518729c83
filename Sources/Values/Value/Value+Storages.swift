/// What is told of each storage that a value holds: its address, which nothing else has as long as
/// it lives, and how many bytes it takes without what it holds in turn. The answer is whether to go
/// on into it: false where it has been seen.
public typealias StorageVisitor = (_ address: UInt, _ bytes: Int) -> Bool

extension Value {
  /// Visits what the value holds in memory besides itself, outermost first: objects, arrays, and
  /// texts and octets of more than 15 bytes. What versions of one list or map share has one address
  /// in both. Linear in the storages that are not cut off.
  public func visitStorages(_ visit: StorageVisitor) {
    switch self {
    case .string(let string): string.visitStorage(visit)
    case .bytes(let bytes):
      bytes.octets.withUnsafeBytes { octets in
        if !octets.isEmpty { _ = visit(UInt(bitPattern: octets.baseAddress), 32 + octets.count) }
      }
    case .list(let list): list.visitStorages(visit)
    case .map(let map): map.visitStorages(visit)
    case .optional(let optional):
      guard visit(UInt(bitPattern: ObjectIdentifier(optional)), 72) else { return }
      optional.wrapped?.visitStorages(visit)
    case .opaque(let opaque):
      let bytes = 64 + opaque.content.measure.text
      _ = visit(UInt(bitPattern: ObjectIdentifier(opaque)), bytes)
    case .null, .bool, .int, .uint, .double, .timestamp, .duration, .type: break
    }
  }
}

extension String {
  /// Longer texts stand in an object, whose address is the second word's lower part.
  fileprivate func visitStorage(_ visit: StorageVisitor) {
    guard utf8.count > 15 else { return }
    let words = unsafeBitCast(self, to: (UInt, UInt).self)
    _ = visit(words.1 & 0x00ff_ffff_ffff_ffff, 32 + utf8.count)
  }
}

extension [Value] {
  func visitStorages(_ visit: StorageVisitor) {
    let goesOn = withUnsafeBytes { bytes in
      !bytes.isEmpty && visit(UInt(bitPattern: bytes.baseAddress), 32 + count * 24)
    }
    if goesOn { for value in self { value.visitStorages(visit) } }
  }
}

extension List {
  fileprivate func visitStorages(_ visit: StorageVisitor) {
    let bytes = storage.isRope ? 104 : 64
    guard visit(UInt(bitPattern: ObjectIdentifier(storage)), bytes) else { return }
    if storage.isRope { rope.visitStorages(visit) } else { storage.elements.visitStorages(visit) }
  }
}

extension Map {
  fileprivate func visitStorages(_ visit: StorageVisitor) {
    let bytes = (storage.isRope ? 128 : 80) + storage.slots.count * 4
    guard visit(UInt(bitPattern: ObjectIdentifier(storage)), bytes) else { return }
    if storage.isRope {
      rope.entries.visitStorages(visit)
      rope.index.visitStorages(visit)
    } else {
      storage.keys.visitStorages(visit)
      storage.values.visitStorages(visit)
    }
  }
}

extension Rope {
  fileprivate func visitStorages(_ visit: StorageVisitor) {
    root?.visitStorages(visit)
    for end in [front, back] {
      guard let end, visit(UInt(bitPattern: ObjectIdentifier(end)), 64 + SharedEnd.capacity * 24)
      else { continue }
      for value in end.values(end.held) { value.visitStorages(visit) }
    }
  }
}

extension RopeNode {
  fileprivate func visitStorages(_ visit: StorageVisitor) {
    let bytes = 72 + (children.isEmpty ? 0 : 32 + children.count * 8)
    guard visit(UInt(bitPattern: ObjectIdentifier(self)), bytes) else { return }
    elements.visitStorages(visit)
    for child in children { child.visitStorages(visit) }
  }
}
