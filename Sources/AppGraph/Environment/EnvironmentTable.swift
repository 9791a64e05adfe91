/// One immutable layer of the environment: an open hash table from keys to boxed values.
///
/// Layers form a chain: overrides, then the account's values, then the app's values, then nothing.
/// A switch replaces the account's layer only, so its cost does not depend on the size of the app.
@usableFromInline
final class EnvironmentTable: @unchecked Sendable {
  // Safe: written only until it is published; the boxes hold `Sendable` values.

  /// One place of the table; `key` is 0 where it is empty.
  @usableFromInline
  struct Entry {
    @usableFromInline var key: UInt
    @usableFromInline var box: Unmanaged<AnyObject>?
  }

  /// What a reader needs of a layer: plain memory, so that looking something up counts no reference.
  @usableFromInline
  struct Places {
    @usableFromInline let entries: UnsafeMutablePointer<Entry>
    @usableFromInline let mask: Int
    @usableFromInline let below: UnsafePointer<Places>?
  }

  /// Safe: initialised once, and freed with the table; the places below live as long as `parent`.
  @usableFromInline let places: UnsafePointer<Places>
  private let entries: UnsafeMutablePointer<Entry>
  private let mask: Int
  let parent: EnvironmentTable?
  /// The members of key families.
  private(set) var families: [FamilyMember: AnyObject] = [:]
  /// How many plain keys the table has room for.
  private let capacity: Int
  private(set) var count = 0
  /// What this layer holds if it is one of overrides; else empty.
  let overrides: [EnvironmentSlot: AnyObject]
  /// Present only while a key path is being read for its slot.
  let probe: EnvironmentProbe?

  static let empty = EnvironmentTable(capacity: 0, parent: nil)

  init(
    capacity: Int,
    parent: EnvironmentTable?,
    overrides: [EnvironmentSlot: AnyObject] = [:],
    probe: EnvironmentProbe? = nil
  ) {
    var size = 2
    while size < capacity * 2 { size *= 2 }
    mask = size - 1
    entries = .allocate(capacity: size)
    entries.initialize(repeating: Entry(key: 0, box: nil), count: size)
    let places = UnsafeMutablePointer<Places>.allocate(capacity: 1)
    places.initialize(to: Places(entries: entries, mask: size - 1, below: parent?.places))
    self.places = UnsafePointer(places)
    self.capacity = capacity
    self.parent = parent
    self.overrides = overrides
    self.probe = probe
    for (slot, box) in overrides { insert(box, at: slot) }
  }

  /// Puts a layer of overrides above a table; one that is there already is merged into it.
  convenience init(overrides: [EnvironmentSlot: AnyObject], above table: EnvironmentTable) {
    let merged = table.overrides.merging(overrides) { $1 }
    self.init(
      capacity: merged.count,
      parent: table.base,
      overrides: merged
    )
  }

  deinit {
    for position in 0...mask { entries[position].box?.release() }
    entries.deallocate()
    places.deallocate()
  }

  /// The table without a layer of overrides.
  var base: EnvironmentTable { overrides.isEmpty ? self : parent ?? .empty }

  /// Finds the box of a plain key in this layer or below; whoever reads it keeps the table meanwhile.
  @inlinable
  func box(forKey key: UInt) -> Unmanaged<AnyObject>? {
    var layer: UnsafePointer<Places>? = places
    while let current = layer {
      let entries = current.pointee.entries
      let mask = current.pointee.mask
      var position = Self.hash(key) & mask
      while entries[position].key != 0 {
        if entries[position].key == key { return entries[position].box }
        position = (position + 1) & mask
      }
      layer = current.pointee.below
    }
    return nil
  }

  /// The box of a plain key's default instance, if that has been made and nobody records what is read.
  @usableFromInline
  func madeDefault(forKey key: UInt) -> Unmanaged<AnyObject>? {
    probe == nil ? DefaultInstances.shared.madeBox(forKey: key) : nil
  }

  /// Finds the box of any slot in this layer or below.
  func box(for slot: EnvironmentSlot) -> AnyObject? {
    guard let index = slot.index else {
      return withExtendedLifetime(self) {
        box(forKey: UInt(bitPattern: ObjectIdentifier(slot.keyType)))?.takeUnretainedValue()
      }
    }
    return box(for: FamilyMember(key: ObjectIdentifier(slot.keyType), index: index))
  }

  /// Finds the box of a member of a family in this layer or below.
  func box(for member: FamilyMember) -> AnyObject? {
    var layer: EnvironmentTable? = self
    while let table = layer {
      if let box = table.families[member] { return box }
      layer = table.parent
    }
    return nil
  }

  @inlinable
  static func hash(_ key: UInt) -> Int {
    // Metadata addresses differ in their middle bits; the multiplication spreads them.
    Int(truncatingIfNeeded: (UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }

  /// Puts a box in its place while the table is still being made: before anybody else can see it.
  func insert(_ box: AnyObject, at slot: EnvironmentSlot) {
    if let index = slot.index {
      families[FamilyMember(key: ObjectIdentifier(slot.keyType), index: index)] = box
      return
    }
    insert(box, key: UInt(bitPattern: ObjectIdentifier(slot.keyType)))
  }

  private func insert(_ box: AnyObject, key: UInt) {
    var position = Self.hash(key) & mask
    while entries[position].key != 0 && entries[position].key != key {
      position = (position + 1) & mask
    }
    if entries[position].key == 0 {
      count += 1
      precondition(count <= capacity, "EnvironmentTable.capacity must hold every key")
    }
    entries[position].box?.release()
    entries[position] = Entry(key: key, box: .passRetained(box))
  }
}

extension EnvironmentTable {
  var isFull: Bool { count == capacity }

  /// A copy with room for twice as many keys.
  func grown() -> EnvironmentTable {
    copy(parent: parent, without: nil, capacity: capacity * 2)
  }

  /// A copy that is not published yet, with another table below, and one slot left out.
  func copy(
    parent: EnvironmentTable?,
    without left: EnvironmentSlot?,
    capacity: Int? = nil
  ) -> EnvironmentTable {
    let copy = EnvironmentTable(
      capacity: capacity ?? self.capacity,
      parent: parent,
      overrides: overrides
    )
    let leftKey =
      left.flatMap { $0.index == nil ? UInt(bitPattern: ObjectIdentifier($0.keyType)) : nil }
    for position in 0...mask where entries[position].key != 0 && entries[position].key != leftKey {
      guard let box = entries[position].box else { continue }
      copy.insert(box.takeUnretainedValue(), key: entries[position].key)
    }
    copy.families = families
    if let left, let index = left.index {
      copy.families[FamilyMember(key: ObjectIdentifier(left.keyType), index: index)] = nil
    }
    return copy
  }
}

/// What a table finds a member of a key family by; made for a reading without an allocation.
struct FamilyMember: Hashable {
  let key: ObjectIdentifier
  let index: AnyHashable
}
