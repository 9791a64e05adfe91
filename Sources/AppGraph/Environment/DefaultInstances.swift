/// The default instances of this process, each made once on first need.
///
/// No lock is held while one is made. Whoever needs an instance that another thread is making waits
/// for that one only; a default that needs itself, on however many threads, traps by name.
final class DefaultInstances: @unchecked Sendable {  // Safe: guarded by `monitor`.
  static let shared = DefaultInstances()

  private enum Cell {
    case making(thread: UInt)
    case made(AnyObject)
  }

  private let monitor = Monitor()
  private var cells: [ObjectIdentifier: Cell] = [:]
  /// Per thread: the keys whose defaults it is making, outermost first.
  private var making: [UInt: [any Any.Type]] = [:]
  /// Per waiting thread: the key it waits for.
  private var awaited: [UInt: any Any.Type] = [:]

  /// Finds or makes the box of a key's default instance.
  func box<Key: AppEnvironmentKey>(for key: Key.Type) -> AnyObject {
    let id = ObjectIdentifier(key)
    let thread = Monitor.currentThread
    monitor.lock()
    while let cell = cells[id] {
      switch cell {
      case .made(let box):
        monitor.unlock()
        return box
      case .making(let maker):
        trapIfCircular(key, thread: thread, maker: maker)
        awaited[thread] = key
        monitor.wait()
        awaited[thread] = nil
      }
    }
    cells[id] = .making(thread: thread)
    making[thread, default: []].append(key)
    monitor.unlock()
    let box = ValueBox(Key.defaultValue)
    monitor.lock()
    cells[id] = .made(box)
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
      guard let next = awaited[maker], case .making(let nextMaker)? = cells[ObjectIdentifier(next)]
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
