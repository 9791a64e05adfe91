import AppGraph

/// The filling of the timeline on the screen: the cached one at once, then what the server has.
@available(Observing, *)
@MainActor
struct FeedLoading {
  let feed: FeedService
  let images: ImagePipeline
  let search: SearchIndex

  /// Fills the state under the lease of a generation.
  func fill(_ state: Feed, _ lease: Lease) async throws {
    if let cached = feed.cachedTimeline { try lease.commit { state.posts = cached } }
    let timeline = try await feed.timeline()
    try lease.commit {
      state.posts = timeline
      search.insert(timeline)
      _ = images.prefetch(timeline)
    }
  }
}
