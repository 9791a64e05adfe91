/// A recorder that learns which slot a key path leads to, by following it once.
///
/// The subscripts of ``AppEnvironmentValues`` report to it.
final class EnvironmentProbe {
  private(set) var slot: EnvironmentSlot?
  private(set) var valueType: (any Any.Type)?
  private(set) var readCount = 0

  func recordRead<Key: AppEnvironmentKey>(_ key: Key.Type, index: AnyHashable?) {
    readCount += 1
    slot = EnvironmentSlot(key, index: index)
    valueType = Key.Value.self
  }
}
