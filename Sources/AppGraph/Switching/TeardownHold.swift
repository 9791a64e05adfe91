/// A claim of an observer that holds back the teardown of the present generation until it lets go.
///
/// A user interface takes one while it shows an account. At the fence it learns from the status that the
/// generation is over, lets go of what it shows, and releases the hold; then the first service stops. A
/// hold that is not released within its limit is ignored and reported.
@MainActor
public final class TeardownHold {
  /// The number of the generation that is held.
  public let generation: UInt64
  let limit: LimitSetting
  let place: SourcePlace
  /// What releasing has to end, once the teardown waits for it.
  var once: Once?
  private(set) var isReleased = false

  init(generation: UInt64, limit: LimitSetting, place: SourcePlace) {
    self.generation = generation
    self.limit = limit
    self.place = place
  }

  /// Lets go; releasing twice is releasing once.
  public func release() {
    isReleased = true
    once?.finish()
  }
}
