import Observation

/// A state of the tests: one text, observable.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
@Observable @MainActor
final class ObservedText {
  var text = ""
}

/// A second type of state.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
@Observable @MainActor
final class ObservedCount {
  var count = 0
}

/// A state that tells of its changes by a closure, as one without Observation does.
@MainActor
final class PlainTokens {
  var tokens: [String] = [] {
    willSet { willChange() }
  }
  var willChange: @MainActor () -> Void = {}
}
