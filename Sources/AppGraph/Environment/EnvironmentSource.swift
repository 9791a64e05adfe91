/// The present environment of one running graph, readable from any thread.
final class EnvironmentSource: Sendable {
  private static let installedSource = Lock<EnvironmentSource?>(nil)

  private let present: Lock<AppEnvironmentValues>
  /// The states of the graph.
  @MainActor weak var states: StateRegistry?
  /// Reads the values where they are still being made.
  private let reading: (@Sendable () -> AppEnvironmentValues)?

  init(_ values: AppEnvironmentValues = AppEnvironmentValues()) {
    present = Lock(values)
    reading = nil
  }

  init(reading: @escaping @Sendable () -> AppEnvironmentValues) {
    present = Lock(AppEnvironmentValues())
    self.reading = reading
  }

  var values: AppEnvironmentValues {
    get { reading?() ?? present.withLock { $0 } }
    set { present.withLock { $0 = newValue } }
  }

  /// The source that ambient reads fall back to, where no graph's own code is running.
  static var installed: EnvironmentSource? {
    installedSource.withLock { $0 }
  }

  /// Makes this the installed source, unless another one is.
  func install() -> Bool {
    Self.installedSource.withLock {
      guard $0 == nil || $0 === self else { return false }
      $0 = self
      return true
    }
  }

  func uninstall() {
    Self.installedSource.withLock {
      if $0 === self { $0 = nil }
    }
  }
}
