import Observation

/// What views observe of one part of the graph: a single property that stands for all of it.
///
/// Where the system has no Observation nobody is told; views use sequences there.
@MainActor
final class ObservationSignal {
  // Closures around the registrar, whose type old systems lack: a cast at each call would cost more than it.
  private let read: (@MainActor (ObservationSignal) -> Void)?
  private let change: (@MainActor (ObservationSignal) -> Void)?
  /// Stands for what is observed; its value means nothing.
  private let subject = 0
  /// Learns of every announcement, where Observation is not wanted or not there.
  var announced: @MainActor () -> Void = {}

  init() {
    if #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *) {
      let registrar = ObservationRegistrar()
      let path = \ObservationSignal.subject
      read = { registrar.access($0, keyPath: path) }
      change = { registrar.withMutation(of: $0, keyPath: path) {} }
    } else {
      read = nil
      change = nil
    }
  }

  /// Notes that the part is read.
  func access() {
    read?(self)
  }

  /// Tells whoever has read the part that it has changed.
  func announce() {
    change?(self)
    announced()
  }
}

// MARK: - Observable

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
extension ObservationSignal: Observable {}
