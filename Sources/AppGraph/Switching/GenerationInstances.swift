/// What was made for one generation: the instances by service number, and the environment of them.
@MainActor
final class GenerationInstances {
  let account: TransitionMachine.Account?
  /// The name of the account in events.
  let accountName: String?
  let gate: LeaseGate
  /// Per service: the boxed instance, once it is made.
  // Safe, as the two below: on the main actor, and every access is one load or one store.
  @exclusivity(unchecked) var boxes: [AnyObject?]
  /// Why services could not be made when the generation began, by number.
  @exclusivity(unchecked) var failures: [TransitionMachine.Service: any Error] = [:]
  private let values: TableUnderWay
  /// Whether the values as they are now are visible.
  @exclusivity(unchecked) private var isPublished = false
  /// Where ambient reads of code that makes the instances look.
  let source: EnvironmentSource

  init(
    account: TransitionMachine.Account?,
    accountName: String?,
    gate: LeaseGate,
    count: Int,
    parent: EnvironmentTable
  ) {
    self.account = account
    self.accountName = accountName
    self.gate = gate
    boxes = Array(repeating: nil, count: count)
    let values = TableUnderWay(capacity: count + 1, parent: parent)
    self.values = values
    source = EnvironmentSource(values)
  }

  var generation: UInt64 { gate.generation }

  /// The environment, for reading at once.
  var table: EnvironmentTable { values.table }

  /// The environment as it is now, safe from later changes.
  func snapshot() -> EnvironmentTable { values.take() }

  /// Puts a box into the environment of the generation.
  func insert(_ box: AnyObject, at slot: EnvironmentSlot) {
    values.insert(box, at: slot)
    isPublished = false
  }

  /// Takes a value out of the environment, so that its key holds the default instance again.
  func withdraw(_ slot: EnvironmentSlot) {
    values.remove(slot)
    isPublished = false
  }

  /// The environment as others may see it from now on; nothing if they see it already.
  func publish() -> EnvironmentTable? {
    guard !isPublished else { return nil }
    isPublished = true
    return values.take()
  }

  /// Moves the environment onto another table below.
  func rebase(onto parent: EnvironmentTable) {
    values.rebase(onto: parent)
    isPublished = false
  }

  /// Takes the boxes out, where the generation is over and nobody else holds on to it.
  func takeBoxes() -> [AnyObject?] {
    defer { boxes = [] }
    return boxes
  }
}
