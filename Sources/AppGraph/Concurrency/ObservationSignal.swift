public import Observation

/// The registrar of Observation, where the system has it; else nothing.
@MainActor
final class ObservationSignal {
  private let registrar: (any Sendable)?

  init() {
    if #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *) {
      registrar = ObservationRegistrar()
    } else {
      registrar = nil
    }
  }

  /// Notes that a property is read.
  func access<Account, Member>(
    _ subject: AppDependencyGraph<Account>,
    _ keyPath: KeyPath<AppDependencyGraph<Account>, Member>
  ) {
    if #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *) {
      (registrar as? ObservationRegistrar)?.access(subject, keyPath: keyPath)
    }
  }

  /// Tells whoever has read a property that it has changed.
  func announce<Account, Member>(
    _ subject: AppDependencyGraph<Account>,
    _ keyPath: KeyPath<AppDependencyGraph<Account>, Member>
  ) {
    if #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *) {
      (registrar as? ObservationRegistrar)?.withMutation(of: subject, keyPath: keyPath) {}
    }
  }
}

// MARK: - Observable

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
extension AppDependencyGraph: Observable {}
