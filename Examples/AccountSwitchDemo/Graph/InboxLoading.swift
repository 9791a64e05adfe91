import AppGraph

/// The filling of the notifications on the screen, over an interface that cannot be cancelled.
///
/// After a quick switch its answer comes too late; the lease refuses it, and the journal says so.
@available(Observing, *)
@MainActor
struct InboxLoading {
  let badges: BadgeCounter
  let journal: Journal

  /// Fills the state under the lease of a generation.
  func fill(_ state: Inbox, _ lease: Lease) async throws {
    let notifications = await badges.notifications.all()
    do {
      try lease.commit {
        state.notifications = notifications
        state.badge = badges.count(notifications)
      }
    } catch {
      let owner = badges.notifications.client.account.name
      let reason = "generation \(lease.generation) is over"
      journal.note("inbox", "late answer for \(owner) refused: \(reason)")
      throw error
    }
  }
}
