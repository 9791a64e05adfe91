/// The home timeline of an account; the public one for somebody who is anonymous.
struct FeedService: Sendable {
  let client: Client
  let cache: Cache

  /// Loads the timeline.
  @MainActor
  func timeline() async throws -> [MastodonStatus] {
    let timeline = try await client.timeline()
    cache.store(timeline, of: client.account)
    return timeline
  }

  /// What the cache holds of the timeline, at once.
  @MainActor
  var cachedTimeline: [MastodonStatus]? { cache.timeline(of: client.account) }
}
