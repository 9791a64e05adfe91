// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, TypeNamesShouldBeCapitalized

// A stand-in for the module `Darwin`, for type-checking only: what a lock, a waiting cell and a line on
// the standard error need, with the signatures that Swift sees on Apple's systems. Bodies are never
// run. `.ci/floor.sh` compiles it; no package names it.

// MARK: - os_unfair_lock

public struct os_unfair_lock_s: BitwiseCopyable, Sendable {
  public var _os_unfair_lock_opaque: UInt32

  public init() { _os_unfair_lock_opaque = 0 }
  public init(_os_unfair_lock_opaque: UInt32) {
    self._os_unfair_lock_opaque = _os_unfair_lock_opaque
  }
}

public typealias os_unfair_lock = os_unfair_lock_s
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

@available(*, noasync)
public func os_unfair_lock_lock(_ lock: UnsafeMutablePointer<os_unfair_lock_s>) {}
@available(*, noasync)
public func os_unfair_lock_unlock(_ lock: UnsafeMutablePointer<os_unfair_lock_s>) {}
@available(*, noasync)
public func os_unfair_lock_trylock(_ lock: UnsafeMutablePointer<os_unfair_lock_s>) -> Bool { true }
public func os_unfair_lock_assert_owner(_ lock: UnsafePointer<os_unfair_lock_s>) {}
public func os_unfair_lock_assert_not_owner(_ lock: UnsafePointer<os_unfair_lock_s>) {}

// MARK: - pthread_mutex_t

public struct _opaque_pthread_mutex_t {
  public var __sig: Int = 0

  public init() {}
}

public struct _opaque_pthread_mutexattr_t {
  public var __sig: Int = 0

  public init() {}
}

public typealias pthread_mutex_t = _opaque_pthread_mutex_t
public typealias pthread_mutexattr_t = _opaque_pthread_mutexattr_t

@discardableResult
public func pthread_mutex_init(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
  _ attributes: UnsafePointer<pthread_mutexattr_t>?
) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_destroy(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_trylock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }

// MARK: - pthread_cond_t

public struct _opaque_pthread_cond_t {
  public var __sig: Int = 0

  public init() {}
}

public struct _opaque_pthread_condattr_t {
  public var __sig: Int = 0

  public init() {}
}

public typealias pthread_cond_t = _opaque_pthread_cond_t
public typealias pthread_condattr_t = _opaque_pthread_condattr_t

@discardableResult
public func pthread_cond_init(
  _ condition: UnsafeMutablePointer<pthread_cond_t>,
  _ attributes: UnsafePointer<pthread_condattr_t>?
) -> Int32 { 0 }
@discardableResult
public func pthread_cond_destroy(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> Int32 { 0 }
@discardableResult
public func pthread_cond_wait(
  _ condition: UnsafeMutablePointer<pthread_cond_t>,
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 { 0 }
@discardableResult
public func pthread_cond_signal(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> Int32 { 0 }
@discardableResult
public func pthread_cond_broadcast(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> Int32 { 0 }

// MARK: - pthread_t

public struct _opaque_pthread_t {
  public var __sig: Int = 0

  public init() {}
}

public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>

public func pthread_self() -> pthread_t { preconditionFailure("never run") }
public func pthread_equal(_ first: pthread_t?, _ second: pthread_t?) -> Int32 { 0 }

// MARK: - FILE

public struct __sFILE {
  public init() {}
}

public typealias FILE = __sFILE

public var stderr: UnsafeMutablePointer<FILE> {
  get { preconditionFailure("never run") }
  set {}
}

@discardableResult
public func fputs(_ text: UnsafePointer<CChar>, _ file: UnsafeMutablePointer<FILE>) -> Int32 { 0 }
@discardableResult
public func fflush(_ file: UnsafeMutablePointer<FILE>?) -> Int32 { 0 }
