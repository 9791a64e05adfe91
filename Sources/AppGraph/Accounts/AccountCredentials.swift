/// The credentials of all accounts, active or not: stored, rotated, and refreshed once for all who ask.
///
/// Make one beside the graph, register it under a key so that clients can be made from it, and give it
/// to the graph, which then refuses what is stored for a removed account:
///
///     let credentials = AccountCredentials<Account>(in: store)
///     let graph = DependencyGraph(rewiredBy: \.account) {
///       Service(\.credentials) { credentials }
///       Service(\.client, from: \.account, \.credentials) { Client(account: $0, credentials: $1) }
///     }
///     let app = try await AppDependencyGraph(graph, credentials: credentials)
///
/// Everything is keyed by account: a refresh under way goes on when another account becomes active, and
/// what it brings is stored for its own account.
@MainActor
public final class AccountCredentials<Account: GraphAccount> {
  /// The identity of an account.
  public typealias ID = Account.ID
  /// What an account proves itself with.
  public typealias Credential = Account.Credential

  private let medium: any CredentialStore
  /// What was read or written already, so that a medium that is slow is asked once.
  private var present: [ID: Credential] = [:]
  private var refused: Set<ID> = []
  private var refreshes: [ID: CredentialRefresh<Credential>] = [:]
  private var observers: [WeakCredentialObservation<Account>] = []
  /// Observed without being `Observable`, because this stands under a key, as a service does.
  private lazy var signal = ObservationSignal()
  /// The accounts of the graph that these are the credentials of.
  private(set) weak var accounts: AccountManager<Account>?

  /// Opens the credentials that a medium holds.
  ///
  /// - Parameter store: The medium; in memory if left out.
  public nonisolated init(in store: any CredentialStore = MemoryCredentialStore()) {
    medium = store
  }

  func attach(to accounts: AccountManager<Account>) {
    precondition(
      self.accounts == nil,
      "AccountCredentials belong to one graph at a time; close and release the other graph first"
    )
    self.accounts = accounts
    signal.announced = { [weak accounts] in accounts?.credentialsChanged() }
  }

  // MARK: Reading

  /// The credential of an account.
  ///
  /// - Parameter id: The account.
  /// - Returns: The credential; none if none is stored.
  /// - Throws: What the medium throws if it cannot be read.
  public func credential(for id: ID) throws -> Credential? {
    signal.access()
    if let credential = present[id] { return credential }
    let credential = try medium.credential(Credential.self, named: Self.name(of: id))
    present[id] = credential
    return credential
  }

  /// The accounts that have to sign in again, because a server has refused their credential for good.
  ///
  /// Storing a new credential takes an account out. Not kept across launches: the first refusal tells.
  public var needingReauthentication: Set<ID> {
    signal.access()
    return refused
  }

  // MARK: Changing

  /// Stores the credential of an account, active or not.
  ///
  /// Nothing restarts: whoever reads the credential of the account from now on gets this one.
  ///
  /// - Parameters:
  ///   - credential: The credential; replaces the one before.
  ///   - id: The account.
  /// - Throws: ``AccountRecordError/unknownAccount(_:)`` if the account is not in the list, so that no
  ///   late answer brings a removed one back; else what the medium throws.
  public func store(_ credential: Credential, for id: ID) throws {
    try check(id)
    try medium.store(credential, named: Self.name(of: id))
    present[id] = credential
    refused.remove(id)
    tell(id, credential)
  }

  /// Notes that a server has refused the credential of an account for good.
  ///
  /// The account stays in the list with all that is kept for it, and nothing of it is stopped.
  ///
  /// - Parameter id: The account.
  public func noteRefusal(of id: ID) {
    guard isKnown(id), refused.insert(id).inserted else { return }
    signal.announce()
  }

  private func check(_ id: ID) throws(AccountRecordError) {
    guard isKnown(id) else { throw .unknownAccount(String(describing: id)) }
  }

  private func isKnown(_ id: ID) -> Bool {
    accounts.map { $0.isKnown(id) } ?? true
  }

  func purge(_ id: ID) throws {
    present[id] = nil
    refused.remove(id)
    signal.announce()
    try medium.removeCredential(named: Self.name(of: id))
  }

  // MARK: Refreshing

  /// Exchanges a credential that a server has refused, once for all who ask at the same time.
  ///
  /// Call it with the credential that the refused request carried, and send the request again with what
  /// it returns. If that credential has been replaced meanwhile, the present one is returned and nothing
  /// is exchanged. The exchange belongs to its account: a switch does not end it, a removal does.
  ///
  /// - Parameters:
  ///   - refused: The credential of the request that was refused.
  ///   - id: The account.
  ///   - exchange: Gets a new credential from the server. Throws ``CredentialRefusal`` if the server
  ///     refuses for good; then the account needs re-authentication, and is not asked again before it.
  /// - Returns: The credential to go on with; it is stored.
  /// - Throws: ``AccountRecordError/unknownAccount(_:)`` if the account is not, or no longer, in the
  ///   list; `CancellationError` if the caller is cancelled, which does not end the exchange for others;
  ///   else what `exchange` throws, to every caller.
  public func refresh(
    _ refused: Credential,
    of id: ID,
    by exchange: @escaping @MainActor (Credential) async throws -> Credential
  ) async throws -> Credential {
    try check(id)
    if let present = try credential(for: id), present != refused { return present }
    if self.refused.contains(id) { throw CredentialRefusal() }
    let refresh = refreshes[id] ?? begin(refused, id, exchange)
    return try await refresh.value(accounts?.runtime?.spawner)
  }

  private func begin(
    _ refused: Credential,
    _ id: ID,
    _ exchange: @escaping @MainActor (Credential) async throws -> Credential
  ) -> CredentialRefresh<Credential> {
    let refresh = CredentialRefresh<Credential>()
    refreshes[id] = refresh
    let work: @MainActor () async throws -> Void = {
      let credential = try await exchange(refused)
      // A removal has cancelled it: the account may have been added anew since.
      try Task.checkCancellation()
      try self.store(credential, for: id)
      refresh.end(.success(credential))
    }
    let end: @MainActor (JobOutcome) -> Void = { outcome in
      self.refreshes[id] = nil
      switch outcome {
      case .failed(let error):
        if error is CredentialRefusal { self.noteRefusal(of: id) }
        refresh.end(.failure(error))
      case .cancelled where !self.isKnown(id):
        refresh.end(.failure(AccountRecordError.unknownAccount(String(describing: id))))
      case .done, .cancelled, .unknownAccount: refresh.end(.failure(CancellationError()))
      }
    }
    if let accounts {
      accounts.begin("refresh credential", for: id, work: work, end: end)
    } else {
      Task { end(await JobOutcome(of: work)) }
    }
    return refresh
  }

  // MARK: Following

  /// Calls a closure with every credential that is stored for an account from now on.
  ///
  /// - Parameters:
  ///   - id: The account.
  ///   - changed: Gets the credential, in the turn in which it is stored.
  /// - Returns: The observation; it ends when this is released.
  public func observe(
    _ id: ID,
    changed: @escaping @MainActor (Credential) -> Void
  ) -> CredentialObservation<Account> {
    let observation = CredentialObservation<Account>(id: id, changed: changed)
    observers.removeAll { $0.observation == nil }
    observers.append(WeakCredentialObservation(observation: observation))
    return observation
  }

  private func tell(_ id: ID, _ credential: Credential) {
    for observer in observers {
      if let observation = observer.observation, observation.id == id {
        observation.changed(credential)
      }
    }
    signal.announce()
  }

  // MARK: Sign-outs that are left for later

  /// Lays the credential of an account aside, so that it outlives the account.
  func layAside(_ id: ID, for signOut: Int) throws {
    guard let credential = try credential(for: id) else { return }
    try medium.store(credential, named: Self.name(ofSignOut: signOut))
  }

  func laidAside(for signOut: Int) throws -> Credential? {
    try medium.credential(Credential.self, named: Self.name(ofSignOut: signOut))
  }

  func forget(signOut: Int) throws {
    try medium.removeCredential(named: Self.name(ofSignOut: signOut))
  }

  private static func name(of id: ID) -> String { "account \(id)" }
  private static func name(ofSignOut number: Int) -> String { "sign-out \(number)" }
}
