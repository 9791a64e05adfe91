/// The present environment of one running graph, readable from any thread.
final class EnvironmentSource: Sendable {
  private static let installedSource = Lock<EnvironmentSource?>(nil)

  private enum Origin {
    case present(Lock<AppEnvironmentValues>)
    /// The values are still being made.
    case underWay(TableUnderWay)
  }

  private let origin: Origin
  /// The states of the graph.
  @MainActor weak var states: StateRegistry?

  init(_ values: AppEnvironmentValues = AppEnvironmentValues()) {
    origin = .present(Lock(values))
  }

  init(_ table: TableUnderWay) {
    origin = .underWay(table)
  }

  var values: AppEnvironmentValues {
    switch origin {
    case .present(let values): values.withLock { $0 }
    case .underWay(let table): AppEnvironmentValues(table: table.take())
    }
  }

  /// Replaces the values of a running graph.
  func replace(_ values: AppEnvironmentValues) {
    guard case .present(let present) = origin else {
      preconditionFailure("What is being made is changed in its table")
    }
    present.withLock { $0 = values }
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
