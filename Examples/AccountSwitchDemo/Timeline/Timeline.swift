import Foundation

/// The record of a session: stamps each event with time and generation, and prints it.
@MainActor
final class Timeline {
  private let clock: PacedClock
  private let isJSON: Bool
  private let write: @MainActor (String) -> Void
  private let encoder = JSONEncoder()
  /// The generation of the newest event of the graph.
  private var generation: UInt64 = 0

  /// Opens a timeline.
  ///
  /// - Parameters:
  ///   - clock: The clock of the session.
  ///   - isJSON: Whether each event is one JSON object.
  ///   - write: Takes one line.
  init(clock: PacedClock, isJSON: Bool, write: @escaping @MainActor (String) -> Void) {
    self.clock = clock
    self.isJSON = isJSON
    self.write = write
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// Prints an event.
  ///
  /// - Parameters:
  ///   - kind: What kind of event it is.
  ///   - generation: Its generation; the present one if left out.
  ///   - fill: Sets the fields that the kind has.
  func add(
    _ kind: TimelineRecord.Kind,
    generation: UInt64? = nil,
    fill: (inout TimelineRecord) -> Void = { _ in }
  ) {
    self.generation = generation ?? self.generation
    var record = TimelineRecord(kind)
    record.milliseconds = clock.now.offset.milliseconds
    record.generation = self.generation
    fill(&record)
    for line in isJSON ? [json(record)] : TimelineText(record).lines {
      write(isJSON ? line : Quoted.plain(line))
    }
  }

  private func json(_ record: TimelineRecord) -> String {
    guard let data = try? encoder.encode(record) else {
      preconditionFailure("A record holds text and whole numbers only, which always encode")
    }
    return String(decoding: data, as: UTF8.self)
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded down.
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
