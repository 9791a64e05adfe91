/// What a measured value must not exceed.
enum Bar: Hashable, Sendable {
  /// A multiple of the baseline.
  case ratio(Double)
  /// The value itself, in its unit.
  case value(Double)

  var limit: Double {
    switch self {
    case .ratio(let limit), .value(let limit): limit
    }
  }
}

/// What a finding says about its bar.
enum Verdict: String, Hashable, Sendable {
  case ok
  case over
  /// There is no bar.
  case shown
}
