/// An environment table that is still being made, and may be read meanwhile.
///
/// Values go into the table in place until somebody has taken it; from then on into a copy.
final class TableUnderWay: @unchecked Sendable {
  // Safe: written on the main actor only, under the lock, and read elsewhere under the lock only.
  @exclusivity(unchecked) private var current: EnvironmentTable
  private let isTaken = Lock(false)

  init(capacity: Int, parent: EnvironmentTable) {
    current = EnvironmentTable(capacity: capacity, parent: parent)
  }

  /// The table for reading on the main actor, at once; it may change afterwards.
  @MainActor var table: EnvironmentTable { current }

  /// The table as it is now, which never changes.
  func take() -> EnvironmentTable {
    isTaken.withLock {
      $0 = true
      return current
    }
  }

  @MainActor func insert(_ box: AnyObject, at slot: EnvironmentSlot) {
    isTaken.withLock {
      if $0 { current = current.copy(parent: current.parent, without: nil) }
      $0 = false
      current.insert(box, at: slot)
    }
  }

  @MainActor func remove(_ slot: EnvironmentSlot) {
    replace { $0.copy(parent: $0.parent, without: slot) }
  }

  /// Moves the values onto another table below.
  @MainActor func rebase(onto parent: EnvironmentTable) {
    replace { $0.copy(parent: parent, without: nil) }
  }

  @MainActor private func replace(_ changed: (EnvironmentTable) -> EnvironmentTable) {
    isTaken.withLock {
      current = changed(current)
      $0 = false
    }
  }
}
