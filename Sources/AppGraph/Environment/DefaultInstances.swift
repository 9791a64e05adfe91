/// The default instances of this process, each made once on first need.
///
/// No lock is held while one is made. Whoever needs an instance that another thread is making waits
/// for that one only; a default that needs itself, on however many threads, traps by name.
final class DefaultInstances: @unchecked Sendable {  // Safe: guarded by `monitor`.
  static let shared = DefaultInstances()

  private let monitor = Monitor()
  /// The instances that have been made, by key; they are never dropped.
  private var made = EnvironmentTable(capacity: 64, parent: nil)
  /// Per key whose instance is being made: the thread that does.
  private var makers: [ObjectIdentifier: UInt] = [:]
  /// Per thread: the keys whose defaults it is making, outermost first.
  private var making: [UInt: [any Any.Type]] = [:]
  /// Per waiting thread: the key it waits for.
  private var awaited: [UInt: any Any.Type] = [:]

  /// Finds the box of a key's default instance, if that has been made.
  func madeBox(forKey key: UInt) -> Unmanaged<AnyObject>? {
    monitor.lock()
    defer { monitor.unlock() }
    return made.box(forKey: key)
  }

  /// Finds or makes the box of a key's default instance.
  func box<Key: AppEnvironmentKey>(for key: Key.Type) -> AnyObject {
    let slot = EnvironmentSlot(key)
    let id = ObjectIdentifier(key)
    let thread = Monitor.currentThread
    monitor.lock()
    while true {
      if let box = made.box(for: slot) {
        monitor.unlock()
        return box
      }
      guard let maker = makers[id] else { break }
      trapIfCircular(key, thread: thread, maker: maker)
      awaited[thread] = key
      monitor.wait()
      awaited[thread] = nil
    }
    makers[id] = thread
    making[thread, default: []].append(key)
    monitor.unlock()
    let box = ValueBox(Key.defaultValue)
    monitor.lock()
    if made.isFull { made = made.grown() }
    made.insert(box, at: slot)
    makers[id] = nil
    making[thread]?.removeLast()
    if making[thread]?.isEmpty == true { making[thread] = nil }
    monitor.wakeAll()
    monitor.unlock()
    return box
  }

  /// Follows who waits for whom, and traps if that leads back to the calling thread.
  private func trapIfCircular(_ key: any Any.Type, thread: UInt, maker: UInt) {
    var circle = [key]
    var (key, maker) = (key, maker)
    while true {
      // What a thread is making for a key stands behind it in the list of that thread.
      circle += (making[maker] ?? []).drop { $0 != key }.dropFirst()
      guard maker != thread else { break }
      guard let next = awaited[maker], let nextMaker = makers[ObjectIdentifier(next)]
      else { return }
      circle.append(next)
      (key, maker) = (next, nextMaker)
    }
    let names = (circle + circle.prefix(1)).map { String(describing: $0) }
    monitor.unlock()
    fatalError(
      "The default instance of '\(names[0])' needs itself: \(names.joined(separator: " -> ")). "
        + "Make one of these defaults without reading the environment."
    )
  }
}

extension EnvironmentSlot {
  /// The box of the default instance of a key to which a key path has been followed.
  var defaultBox: AnyObject {
    let key = UInt(bitPattern: ObjectIdentifier(keyType))
    guard let box = DefaultInstances.shared.madeBox(forKey: key) else {
      preconditionFailure("Following a key path makes the default instance of its key")
    }
    return box.takeUnretainedValue()
  }
}
