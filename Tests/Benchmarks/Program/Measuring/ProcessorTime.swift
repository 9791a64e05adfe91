import Foundation

/// The time that all threads of the process have spent on a processor.
///
/// On a machine that does other things too it varies much less than the time on the wall.
enum ProcessorTime {
  /// The time so far, in nanoseconds.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Measures a closure.
  ///
  /// - Returns: The nanoseconds it took.
  static func measure(_ run: () -> Void) -> Double {
    let began = now
    run()
    return now - began
  }
}

extension Duration {
  /// The duration in nanoseconds.
  var nanoseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
  }
}
