/// A limit of one service: the graph's, or one of its own.
enum LimitSetting: Sendable {
  case inherited
  /// `nil` waits without limit.
  case own(Duration?)

  func resolved(_ inherited: Duration?) -> Duration? {
    switch self {
    case .inherited: inherited
    case .own(let limit): limit
    }
  }
}
