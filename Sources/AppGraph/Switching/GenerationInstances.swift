/// What was made for one generation: the instances by service number, and the environment of them.
@MainActor
final class GenerationInstances {
  let account: TransitionMachine.Account?
  private(set) var gate: LeaseGate
  /// Per service: the boxed instance, once it is made.
  var boxes: [AnyObject?]
  /// Per service: the gate of the lease its start got.
  var leases: [LeaseGate?]
  /// Why services could not be made when the generation began, by number.
  var failures: [TransitionMachine.Service: any Error] = [:]
  private(set) var table: EnvironmentTable
  /// Whether others may be reading the table, so that a change has to go into a new one.
  private var isShared = false
  /// Whether the table is the one that is visible.
  private var isPublished = false

  init(
    account: TransitionMachine.Account?,
    gate: LeaseGate,
    count: Int,
    parent: EnvironmentTable
  ) {
    self.account = account
    self.gate = gate
    boxes = Array(repeating: nil, count: count)
    leases = Array(repeating: nil, count: count)
    table = EnvironmentTable(capacity: count + 1, parent: parent)
  }

  var generation: UInt64 { gate.generation }

  /// Gives the generation its number, where it was made ahead.
  func renew(gate: LeaseGate) {
    self.gate = gate
  }

  /// The table as it is now, safe from later changes.
  func snapshot() -> EnvironmentTable {
    isShared = true
    return table
  }

  /// Puts a box into the environment of the generation.
  func insert(_ box: AnyObject, at slot: EnvironmentSlot) {
    if isShared { copyTable(without: nil) }
    table.insert(box, at: slot)
  }

  /// Takes a value out of the environment, so that its key holds the default instance again.
  func withdraw(_ slot: EnvironmentSlot) {
    copyTable(without: slot)
  }

  /// The table as others may see it from now on; nothing if they have seen it already.
  func publish() -> EnvironmentTable? {
    guard !isPublished else { return nil }
    isPublished = true
    isShared = true
    return table
  }

  /// Moves the environment onto another table below.
  func rebase(onto parent: EnvironmentTable) {
    table = table.copy(parent: parent, without: nil)
    (isShared, isPublished) = (false, false)
  }

  private func copyTable(without slot: EnvironmentSlot?) {
    table = table.copy(parent: table.parent, without: slot)
    (isShared, isPublished) = (false, false)
  }

  /// Makes every lease of the generation stale and cancels the tasks under them.
  func revoke() {
    gate.revoke()
    for lease in leases { lease?.revoke() }
  }
}
