/// An observation of the credential of one account, which ends when it is released.
@MainActor
public final class CredentialObservation<Account: GraphAccount> {
  let id: Account.ID
  let changed: @MainActor (Account.Credential) -> Void

  init(id: Account.ID, changed: @escaping @MainActor (Account.Credential) -> Void) {
    self.id = id
    self.changed = changed
  }
}

/// An observation as the credentials know it: its holder alone keeps it.
struct WeakCredentialObservation<Account: GraphAccount> {
  weak var observation: CredentialObservation<Account>?
}
