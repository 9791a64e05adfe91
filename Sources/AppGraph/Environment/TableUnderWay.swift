/// An environment table that is still being made, and may be read meanwhile.
///
/// Values go into the table in place until somebody has taken it; from then on into a copy.
final class TableUnderWay: Sendable {
  private struct State {
    var table: EnvironmentTable
    var isTaken = false
  }

  private let state: Lock<State>

  init(capacity: Int, parent: EnvironmentTable) {
    state = Lock(State(table: EnvironmentTable(capacity: capacity, parent: parent)))
  }

  /// The table for reading on the main actor, at once; it may change afterwards.
  var table: EnvironmentTable { state.withLock { $0.table } }

  /// The table as it is now, which never changes.
  func take() -> EnvironmentTable {
    state.withLock {
      $0.isTaken = true
      return $0.table
    }
  }

  func insert(_ box: AnyObject, at slot: EnvironmentSlot) {
    state.withLock {
      if $0.isTaken { $0 = State(table: $0.table.copy(parent: $0.table.parent, without: nil)) }
      $0.table.insert(box, at: slot)
    }
  }

  func remove(_ slot: EnvironmentSlot) {
    state.withLock { $0 = State(table: $0.table.copy(parent: $0.table.parent, without: slot)) }
  }

  /// Moves the values onto another table below.
  func rebase(onto parent: EnvironmentTable) {
    state.withLock { $0 = State(table: $0.table.copy(parent: parent, without: nil)) }
  }
}
