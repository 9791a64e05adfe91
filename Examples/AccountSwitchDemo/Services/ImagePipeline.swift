/// The loader of avatars: pictures are the same for every account, so it lives as long as the app.
@MainActor
final class ImagePipeline {
  private let cache: Cache

  nonisolated init(cache: Cache) {
    self.cache = cache
  }

  /// Fetches the avatars of a timeline that are not in the cache yet.
  ///
  /// - Returns: How many were fetched.
  func prefetch(_ timeline: [MastodonStatus]) -> Int {
    cache.insert(pictures: Set(timeline.map(\.account.url)))
  }
}
