#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A value that several threads share, reachable only while the lock is held.
///
/// Not recursive, and no closure of a user runs under it.
package final class Lock<State>: @unchecked Sendable {
  // Safe: `state` is touched under the lock only, so that no two accesses can meet.
  @exclusivity(unchecked) private var state: State

  #if canImport(Darwin)
  private let raw: UnsafeMutablePointer<os_unfair_lock_s>
  #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
  private let raw: UnsafeMutablePointer<pthread_mutex_t>
  #endif

  package init(_ state: State) {
    self.state = state
    #if canImport(Darwin)
    raw = .allocate(capacity: 1)
    raw.initialize(to: os_unfair_lock_s())
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
    raw = .allocate(capacity: 1)
    raw.initialize(to: pthread_mutex_t())
    pthread_mutex_init(raw, nil)
    #endif
  }

  deinit {
    #if canImport(Darwin)
    raw.deallocate()
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
    pthread_mutex_destroy(raw)
    raw.deallocate()
    #endif
  }

  /// Runs a short closure of ours with the state, alone.
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if canImport(Darwin)
    os_unfair_lock_lock(raw)
    defer { os_unfair_lock_unlock(raw) }
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
    pthread_mutex_lock(raw)
    defer { pthread_mutex_unlock(raw) }
    #endif
    return try body(&state)
  }
}
