import Observation

/// What views observe of one part of the graph: a single property that stands for all of it.
///
/// Where the system has no Observation nobody is told; views use sequences there.
@MainActor
final class ObservationSignal {
  private let registrar: (any Sendable)?
  /// Made once: each mention of a key path makes a new one.
  private let path: KeyPath<ObservationSignal, Int>
  /// Stands for what is observed; its value means nothing.
  private let subject = 0
  /// Learns of every announcement, where Observation is not wanted or not there.
  var announced: @MainActor () -> Void = {}

  init() {
    path = \.subject
    if #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *) {
      registrar = ObservationRegistrar()
    } else {
      registrar = nil
    }
  }

  /// Notes that the part is read.
  func access() {
    if #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *) {
      (registrar as? ObservationRegistrar)?.access(self, keyPath: path)
    }
  }

  /// Tells whoever has read the part that it has changed.
  func announce() {
    if #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *) {
      (registrar as? ObservationRegistrar)?.withMutation(of: self, keyPath: path) {}
    }
    announced()
  }
}

// MARK: - Observable

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
extension ObservationSignal: Observable {}
