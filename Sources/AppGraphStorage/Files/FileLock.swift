import AppGraph

/// An exclusive claim on a file, given up by `release` or with the last reference.
package final class FileLock: Sendable {
  private let pending: Lock<(@Sendable () -> Void)?>

  /// Holds a claim that a closure gives up.
  package init(release: @escaping @Sendable () -> Void) {
    pending = Lock(release)
  }

  deinit { release() }

  /// Gives the claim up; again it has no effect.
  package func release() {
    let action = pending.withLock { pending in
      defer { pending = nil }
      return pending
    }
    action?()
  }
}
