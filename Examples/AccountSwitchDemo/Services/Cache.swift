/// The cache of the app on disk, shared by all accounts; what it holds is kept apart by account.
@MainActor
final class Cache {
  private let clock: PacedClock
  private var timelines: [String: [MastodonStatus]] = [:]
  private var pictures: Set<String> = []

  nonisolated init(clock: PacedClock) {
    self.clock = clock
  }

  func open() async throws {
    try await clock.pause(for: .milliseconds(5))
  }

  func flush() async throws {
    try await clock.pause(for: .milliseconds(5))
  }

  func store(_ timeline: [MastodonStatus], of account: DemoAccount) {
    timelines[account.id] = timeline
  }

  func timeline(of account: DemoAccount) -> [MastodonStatus]? { timelines[account.id] }

  /// Notes pictures, which are the same for every account.
  ///
  /// - Returns: How many were not here yet.
  func insert(pictures: Set<String>) -> Int {
    let new = pictures.subtracting(self.pictures)
    self.pictures.formUnion(new)
    return new.count
  }

  func forget(_ account: DemoAccount) {
    timelines[account.id] = nil
  }
}
