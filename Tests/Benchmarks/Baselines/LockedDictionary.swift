#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The core of a common container: a lock around a dictionary from types to values of any type.
public final class LockedDictionary: @unchecked Sendable {
  // Safe: `values` and `objects` are touched under the lock only.
  private var values: [ObjectIdentifier: Any] = [:]
  private var objects: [ObjectIdentifier: AnyObject] = [:]
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  /// Makes an empty container.
  public init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Puts a service under a type.
  public func insert(_ part: Part, for key: any Any.Type) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    values[ObjectIdentifier(key)] = part
    objects[ObjectIdentifier(key)] = part
  }

  /// Finds a service and checks its type.
  public func checked(for key: any Any.Type) -> Part? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return values[ObjectIdentifier(key)] as? Part
  }

  /// Finds a service without checking its type.
  public func unchecked(for key: any Any.Type) -> Part? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    // Safe: only parts are inserted.
    return objects[ObjectIdentifier(key)].map { unsafeDowncast($0, to: Part.self) }
  }
}
