/// A series of measurements in short: its middle, and how far it spreads.
struct Summary: Hashable, Sendable {
  /// The middle of the sorted series.
  let median: Double
  /// What a quarter of the series lies below.
  let lowerQuartile: Double
  /// What a quarter of the series lies above.
  let upperQuartile: Double

  init(_ series: [Double]) {
    precondition(!series.isEmpty, "Summary.series must not be empty")
    let sorted = series.sorted()
    func quantile(_ part: Double) -> Double {
      let place = part * Double(sorted.count - 1)
      let below = Int(place)
      let above = min(below + 1, sorted.count - 1)
      return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }
    median = quantile(0.5)
    lowerQuartile = quantile(0.25)
    upperQuartile = quantile(0.75)
  }

  /// A value that was found once and does not vary.
  init(exactly value: Double) {
    self.init([value])
  }

  /// Half the distance of the quartiles, as a part of the median.
  var spread: Double {
    median == 0 ? 0 : (upperQuartile - lowerQuartile) / 2 / median
  }

  /// The ratios of two series that were measured round by round.
  static func ratio(_ series: [Double], to baseline: [Double]) -> Summary {
    Summary(zip(series, baseline).map { $0 / $1 })
  }
}
