/// A claim of an observer that holds back the teardown of the present generation until it lets go.
///
/// A user interface takes one while it shows an account. At the fence it learns from the status that the
/// generation is over, lets go of what it shows, and releases the hold; then the first service stops. A
/// hold that is dropped is released; one that is kept longer than its limit is ignored and reported.
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

  deinit {
    guard let once else { return }
    Task { @MainActor in once.finish() }
  }

  /// Lets go; releasing twice is releasing once.
  public func release() {
    isReleased = true
    once?.finish()
  }
}

/// A hold as the engine knows it: dropping it is up to its owner.
struct WeakTeardownHold {
  weak var hold: TeardownHold?

  /// The hold, if its owner has not let go of it.
  @MainActor var held: TeardownHold? {
    hold.flatMap { $0.isReleased ? nil : $0 }
  }
}
