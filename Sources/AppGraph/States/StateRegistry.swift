/// The observable states of a running graph, by type.
///
/// A state is made when it is first read (or at assembly, if it says so) and keeps its identity for the
/// life of the graph: whoever has taken a reference sees the next account's content through it.
@MainActor
public final class StateRegistry {
  private final class Record {
    let registration: StateRegistration
    var object: AnyObject?
    /// What keeps the subscription to the object's changes alive.
    var subscription: Any?

    init(_ registration: StateRegistration) {
      self.registration = registration
    }
  }

  private var records: [StateID: Record] = [:]
  private var order: [Record] = []
  /// The objects that have been made and have no name, for reading without a hash of the name.
  @usableFromInline let made: EnvironmentTable
  /// What was saved of stashed states, per account.
  private var stash: [TransitionMachine.Account: [StateID: any Sendable]] = [:]
  /// The account whose content the states hold.
  private var account: TransitionMachine.Account?

  /// Learns that a state that says how it is observed has changed, or is about to.
  var changed: @MainActor () -> Void = {}
  /// Keeps what is saved of a state for an account beyond the life of the process.
  var keep: @MainActor (TransitionMachine.Account, StateRegistration, any Sendable) -> Void =
    { _, _, _ in }
  /// Finds what an earlier process has kept of a state for an account.
  var keptContent: @MainActor (TransitionMachine.Account, StateRegistration) -> (any Sendable)? = {
    _,
    _ in nil
  }
  /// Looks at every object when it has been made.
  var checkMade: @MainActor (AnyObject, StateRegistration) -> Void = { _, _ in }

  init(_ registrations: [StateRegistration]) {
    // One more, for the accounts of the graph.
    made = EnvironmentTable(capacity: registrations.count + 1, parent: nil)
    for registration in registrations { add(registration) }
  }

  /// Takes in a state that the graph itself has, unless the app has registered one in its place.
  func add(_ registration: StateRegistration) {
    guard records[registration.id] == nil else { return }
    let record = Record(registration)
    records[registration.id] = record
    order.append(record)
  }

  /// The state of a type.
  ///
  /// - Parameter type: The type under which the state was registered, without a name.
  /// - Precondition: Such a state is registered. Where that is not known, use ``find(_:named:)``.
  /// - Complexity: O(1).
  @inlinable
  public subscript<Object: AnyObject>(_ type: Object.Type) -> Object {
    if let object = made.box(forKey: UInt(bitPattern: ObjectIdentifier(type))) {
      // Safe: the registration of a type makes objects of that type; the registry keeps them.
      return unsafeDowncast(object.takeUnretainedValue(), to: Object.self)
    }
    return required(type, named: nil)
  }

  /// The state of a type and a name.
  ///
  /// - Parameters:
  ///   - type: The type under which the state was registered.
  ///   - name: The name under which it was registered.
  /// - Precondition: Such a state is registered. Where that is not known, use ``find(_:named:)``.
  public subscript<Object: AnyObject>(_ type: Object.Type, named name: String) -> Object {
    required(type, named: name)
  }

  /// Finds a state, or traps and says what to register.
  @usableFromInline
  func required<Object: AnyObject>(_ type: Object.Type, named name: String?) -> Object {
    if let object = find(type, named: name) { return object }
    let name = String(describing: type) + (name.map { "[\($0)]" } ?? "")
    let suggestion = NearMiss.nearest(to: name, among: order.map(\.registration.name))
    let hint = suggestion.map { " Did you mean '\($0)'?" } ?? ""
    fatalError(
      "No state '\(name)' is registered. Add a SharedState of this type and name to the graph.\(hint)"
    )
  }

  /// Finds the state of a type, if one is registered.
  ///
  /// - Parameters:
  ///   - type: The type under which the state was registered.
  ///   - name: The name under which it was registered, if it has one.
  /// - Returns: The state; the same object for the life of the graph.
  public func find<Object: AnyObject>(_ type: Object.Type, named name: String? = nil) -> Object? {
    let id = StateID(type: ObjectIdentifier(type), label: name)
    guard let record = records[id] else { return nil }
    // Safe: the registration of a type makes objects of that type.
    return unsafeDowncast(object(of: record), to: Object.self)
  }

  private func object(of record: Record) -> AnyObject {
    if let object = record.object { return object }
    let object = record.registration.make()
    record.object = object
    if record.registration.label == nil {
      made.insert(object, at: EnvironmentSlot(record.registration.type))
    }
    checkMade(object, record.registration)
    record.subscription = record.registration.subscribe?(object) { [weak self] in self?.changed() }
    restore(record)
    return object
  }

  func makeEager() {
    for record in order where record.registration.isEager { _ = object(of: record) }
  }

  // MARK: Switching

  /// Saves, resets or keeps every state, in the fence.
  func leave(saving saved: TransitionMachine.Account?) {
    account = nil
    for record in order {
      guard let object = record.object else { continue }
      switch record.registration.policy {
      case .kept, nil: break
      case .reset(let reset): reset(object)
      case .stashed(let stashing):
        if let saved { save(record, object, stashing, for: saved) }
        stashing.reset(object)
      }
    }
  }

  /// Saves the stashed states for the account whose content they hold, and leaves them as they are.
  func saveAll() {
    guard let account else { return }
    for record in order {
      guard let object = record.object, case .stashed(let stashing) = record.registration.policy
      else { continue }
      save(record, object, stashing, for: account)
    }
  }

  private func save(
    _ record: Record,
    _ object: AnyObject,
    _ stashing: Stashing,
    for account: TransitionMachine.Account
  ) {
    let content = stashing.save(object)
    stash[account, default: [:]][record.registration.id] = content
    keep(account, record.registration, content)
  }

  /// Restores what was saved for an account, before its first service starts.
  func enter(_ account: TransitionMachine.Account) {
    self.account = account
    for record in order where record.object != nil { restore(record) }
  }

  private func restore(_ record: Record) {
    guard case .stashed(let stashing) = record.registration.policy, let object = record.object,
      let account,
      let content = stash[account]?[record.registration.id]
        ?? keptContent(account, record.registration)
    else { return }
    stashing.restore(object, content)
  }

  /// Takes in what earlier runs have saved of a state for an account.
  func preload(_ content: any Sendable, of id: StateID, for account: TransitionMachine.Account) {
    stash[account, default: [:]][id] = content
  }

  /// Deletes what was saved for an account.
  func purge(_ account: TransitionMachine.Account) {
    stash[account] = nil
  }

  /// The fills of all states.
  var fills: [PlannedFill] {
    order.flatMap { record in
      record.registration.fills.map { fill in
        PlannedFill(name: record.registration.name, fill: fill) { self.object(of: record) }
      }
    }
  }
}

/// A fill, with the name of its state and a way to the object.
struct PlannedFill {
  let name: String
  let fill: StateFill
  let object: @MainActor () -> AnyObject
}
