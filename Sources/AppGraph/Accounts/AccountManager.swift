/// The accounts of a running graph: the list, who is active, and who comes and goes.
///
/// Found as ``AppDependencyGraph/accounts``, and as a state of the graph by its type, so that views
/// observe it and a ``LifecycleTask`` can derive its id from all accounts:
///
///     LifecycleTask(id: { $0[AccountManager<Account>.self].list.map(\.pushToken) }, from: \.push) {
///       tokens, lease, push in await push.register(tokens)
///     }
///
/// An account is what its `id` says, never a name. What is made from the active account, a client say, is
/// a service of the graph.
@MainActor
public final class AccountManager<Account: GraphAccount> {
  /// The identity of an account.
  public typealias ID = Account.ID
  /// What an account proves itself with.
  public typealias Credential = Account.Credential

  /// The credentials of all accounts.
  public let credentials: AccountCredentials<Account>

  // The graph holds this as a state, so this must not hold the graph.
  private(set) weak var runtime: GraphRuntime?
  let signal = ObservationSignal()
  let persistence: AccountPersistence<Account>?
  /// What is left to do of accounts that were removed.
  var leftovers: AccountLeftovers<ID>
  /// The numbers under which the machine knows accounts, also those that were removed.
  private var numbers: [ID: TransitionMachine.Account] = [:]
  /// Whether newer data can be told from the same; asked once, because asking costs more than comparing.
  private let isComparable = Account.self is any Equatable.Type
  var isListStored = true
  /// Whether the list has changed and nobody was told yet.
  private var hasListChanged = false

  init(
    _ runtime: GraphRuntime,
    credentials: AccountCredentials<Account>,
    start: AccountsAtStart<Account>
  ) {
    self.runtime = runtime
    self.credentials = credentials
    persistence = start.persistence
    leftovers = start.list.leftovers
    for account in start.list.accounts {
      _ = store(account, known: number(of: account.id), in: runtime)
    }
    if let anonymous = start.anonymous {
      let known = number(of: anonymous.id)
      let number = known ?? store(anonymous, known: nil, in: runtime).number
      runtime.engine.machine.roster.anonymous = number
    }
    isListStored = start.isStored
    hasListChanged = false
    // What an earlier process has not come to delete.
    for id in leftovers.purges { deleteValues(of: id, in: runtime) }
    runtime.engine.machine.roster.selection = start.selection.flatMap {
      number(of: $0)
    }
    runtime.accountKeeper = self
    runtime.states.add(state)
    credentials.attach(to: self)
  }

  /// The registration under which the graph's states include the accounts.
  private var state: StateRegistration {
    var state = StateRegistration(
      type: AccountManager.self,
      label: nil,
      place: SourcePlace(fileID: #fileID, line: #line),
      make: { [unowned self] in self }
    )
    state.policy = .kept
    return state
  }

  // MARK: Reading

  /// The known accounts, in list order; each identity once.
  public var list: [Account] {
    signal.access()
    return runtime?.machine.roster.list.compactMap { account($0) } ?? []
  }

  /// The known account of an identity.
  ///
  /// - Parameter id: The identity.
  public subscript(id: ID) -> Account? {
    signal.access()
    guard let runtime, let number = number(of: id),
      runtime.machine.roster.isKnown(number)
    else { return nil }
    return account(number)
  }

  /// The account that is active with all its services, with its newest data.
  public var active: Account? {
    runtime?.statusSignal.access()
    signal.access()
    return runtime?.machine.active.flatMap { account($0) }
  }

  /// The account that a restart opens: the last one that was completely active and is still known.
  ///
  /// Nothing activates it by itself.
  public var selected: Account? {
    runtime?.statusSignal.access()
    signal.access()
    return runtime?.machine.roster.selection.flatMap { account($0) }
  }

  // MARK: Adding

  /// Adds an account to the end of the list, or takes newer data of one that is listed.
  ///
  /// Adding is what makes a removed account known again; nothing of its earlier time comes back. The
  /// newer data of an active account stand under the account key from its next activation on: nothing
  /// restarts.
  ///
  /// - Parameter account: The account.
  /// - Returns: Whether the account is new to the list; a closed graph takes none.
  @discardableResult
  public func add(_ account: Account) -> Bool {
    guard let runtime, !runtime.isClosing else { return false }
    let known = number(of: account.id)
    let isNew = store(account, known: known, in: runtime).isNew
    let name = String(describing: account.id)
    runtime.emit(
      isNew ? .accountAdded(account: name) : .accountMerged(account: name),
      generation: runtime.machine.generation
    )
    tellChange()
    return isNew
  }

  /// Adds an account, or takes newer data of one that is listed, together with its credential.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - credential: The credential; replaces the one before.
  /// - Returns: Whether the account is new to the list; a closed graph takes none.
  /// - Throws: What the credential store throws if it cannot store the credential; then the list is as it
  ///   was.
  @discardableResult
  public func add(_ account: Account, credential: Credential) throws -> Bool {
    guard let runtime, !runtime.isClosing else { return false }
    forgetEarlierTime(of: account.id, in: runtime)
    try credentials.write(credential, for: account.id)
    return add(account)
  }

  // MARK: For the graph

  /// Whether the graph has closed, or is gone.
  var isOver: Bool { runtime?.isClosed ?? true }

  /// The number of an account that is, or was, in the list.
  func number(of id: ID) -> TransitionMachine.Account? {
    numbers[id]
  }

  func isKnown(_ id: ID) -> Bool {
    guard let runtime, !runtime.isClosed else { return false }
    return number(of: id).map { runtime.machine.roster.isKnown($0) } ?? false
  }

  func account(_ number: TransitionMachine.Account) -> Account? {
    // Safe: the directory of this graph holds only accounts of its type.
    runtime?.directory[number].box.map { unsafeDowncast($0, to: ValueBox<Account>.self).value }
  }

  func id(_ number: TransitionMachine.Account) -> ID? {
    runtime?.directory[number].id as? ID
  }

  /// Takes in an account whose number, if it has one, has been looked up.
  private func store(
    _ account: Account,
    known: TransitionMachine.Account?,
    in runtime: GraphRuntime
  ) -> (number: TransitionMachine.Account, isNew: Bool) {
    let old = known.flatMap { runtime.directory[$0].box }
    let number = runtime.directory.store(account, known: known)
    if known == nil { numbers[account.id] = number }
    forgetEarlierTime(of: account.id, in: runtime)
    let isNew = runtime.engine.machine.add(number, isAuthenticated: account.isAuthenticated)
    // An activation passes the same data on nearly always, and the list may be long.
    if isNew || !isSame(old, runtime.directory[number].box) { noteListChange() }
    return (number, isNew)
  }

  private func isSame(_ old: AnyObject?, _ new: AnyObject?) -> Bool {
    guard isComparable, let old, let new else { return false }
    return ValueBox<Account>.areEqual(old, new)
  }

  /// Deletes what is still kept of an account that was removed, because its services have not stopped or
  /// the list without it is not stored: nothing of it comes back when the account is added again.
  private func forgetEarlierTime(of id: ID, in runtime: GraphRuntime) {
    guard leftovers.takeBack(id) else { return }
    attempt { try credentials.purge(id) }
    deleteValues(of: id, in: runtime)
  }

  private func deleteValues(of id: ID, in runtime: GraphRuntime) {
    runtime.changes.append(.deleteAll(account: String(describing: id)))
  }

  /// The number of an account, adding it where the list is open.
  func number(for account: Account) -> TransitionMachine.Account? {
    guard let runtime else { return nil }
    let known = number(of: account.id)
    if let known, runtime.machine.roster.isRemoved(known) { return nil }
    let isListed = known.map { runtime.machine.roster.isKnown($0) } ?? false
    guard isListed || runtime.directory.isOpen else { return nil }
    let number = store(account, known: known, in: runtime).number
    tellChange()
    return number
  }

  /// Notes that the list is about to change, so that the turn that changes it stores it too.
  func noteListChange() {
    hasListChanged = true
    isListStored = false
  }

  /// Tells of a change of the list that was noted, within a turn of the engine or outside.
  func tellChange() {
    guard hasListChanged else { return }
    hasListChanged = false
    signal.announce()
    runtime?.listChanged()
  }

  /// A credential has changed: whoever derives something from all accounts may read credentials too.
  func credentialsChanged() {
    runtime?.states.changed()
  }
}
