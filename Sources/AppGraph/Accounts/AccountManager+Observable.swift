public import Observation

// MARK: - Observable

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
extension AccountManager: Observable {}
