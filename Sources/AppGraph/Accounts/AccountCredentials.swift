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
  /// The accounts whose present credential the medium has not taken.
  private var unstored: Set<ID> = []
  private var refused: Set<ID> = []
  var refreshes: [ID: CredentialRefresh<Credential>] = [:]
  private var observers: [WeakCredentialObservation<Account>] = []
  /// Observed without being `Observable`, because this stands under a key, as a service does.
  private lazy var signal = ObservationSignal()
  /// The accounts of the graph that these are the credentials of.
  private(set) weak var accounts: AccountManager<Account>?
  private var isAttached = false

  /// Opens the credentials that a medium holds.
  ///
  /// - Parameter store: The medium; in memory if left out.
  public nonisolated init(in store: any CredentialStore = MemoryCredentialStore()) {
    medium = store
  }

  func attach(to accounts: AccountManager<Account>) {
    precondition(
      self.accounts?.isOver != false,
      "AccountCredentials belong to one graph at a time; close the other graph first"
    )
    self.accounts = accounts
    isAttached = true
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

  /// The credential as the medium has it now, which another process may have rotated.
  func rereadCredential(for id: ID) throws -> Credential? {
    if !unstored.contains(id) { present[id] = nil }
    return try credential(for: id)
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
  /// - Throws: ``CredentialError/unknownAccount(_:)`` if the account is not in the list of the graph, so
  ///   that no late answer brings a removed one back; ``CredentialError/closed`` if the graph has closed;
  ///   else what the medium throws, and then the one before still counts.
  public func store(_ credential: Credential, for id: ID) throws {
    try check(id)
    try write(credential, for: id)
  }

  /// Notes that a server has refused the credential of an account for good.
  ///
  /// The account stays in the list with all that is kept for it, and nothing of it is stopped.
  ///
  /// - Parameter id: The account.
  public func noteRefusal(of id: ID) {
    guard (try? check(id)) != nil, refused.insert(id).inserted else { return }
    signal.announce()
  }

  func check(_ id: ID) throws(CredentialError) {
    guard isAttached else { return }
    guard let accounts, !accounts.isOver else { throw .closed }
    guard accounts.isKnown(id) else { throw .unknownAccount(String(describing: id)) }
  }

  /// Stores a credential whoever the account is.
  func write(_ credential: Credential, for id: ID) throws {
    try medium.store(credential, named: Self.name(of: id))
    unstored.remove(id)
    take(credential, for: id)
  }

  /// Takes a credential that is worth more than the one before, also if the medium does not.
  func keep(_ credential: Credential, for id: ID) {
    do {
      try write(credential, for: id)
    } catch {
      unstored.insert(id)
      take(credential, for: id)
      accounts?.runtime?.reportStorage(.notStored, "credentials", error)
    }
  }

  private func take(_ credential: Credential, for id: ID) {
    present[id] = credential
    refused.remove(id)
    for observer in observers {
      // An observer may have stored another one: then that has been told, and this is old news.
      guard present[id] == credential else { break }
      if let observation = observer.observation, observation.id == id {
        observation.changed(credential)
      }
    }
    signal.announce()
  }

  func purge(_ id: ID) throws {
    present[id] = nil
    unstored.remove(id)
    refused.remove(id)
    signal.announce()
    try medium.removeCredential(named: Self.name(of: id))
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

  // MARK: Sign-outs that are left for later

  /// Lays the credential of an account aside, so that it outlives the account.
  func layAside(_ id: ID, for signOut: Int) throws {
    guard let credential = try credential(for: id) else { return try forget(signOut: signOut) }
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
