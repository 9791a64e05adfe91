#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A lock that a thread can wait on until another thread has changed what it guards.
///
/// Only making default instances needs it: whoever reads a key while another thread makes its default
/// waits for that one instance, as for a global constant.
final class Monitor: @unchecked Sendable {  // Safe: holds nothing but the system's own primitives.
  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// A number that tells the calling thread from every other living one.
  static var currentThread: UInt {
    #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
  }

  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }
  func wait() { pthread_cond_wait(condition, mutex) }
  func wakeAll() { pthread_cond_broadcast(condition) }
  #else
  static var currentThread: UInt { 0 }
  func lock() {}
  func unlock() {}
  func wait() {}
  func wakeAll() {}
  #endif
}
