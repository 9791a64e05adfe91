import AppGraph
import Foundation
import Testing

private enum DirectKey: AppEnvironmentKey {
  static var defaultValue: Int { AppEnvironmentValues()[DirectKey.self] + 1 }
}

private enum AmbientKey: AppEnvironmentKey {
  static var defaultValue: Int { AppEnvironmentValues.current[AmbientKey.self] + 1 }
}

private enum FamilyKey: AppEnvironmentKey {
  static var defaultValue: Int { AppEnvironmentValues()[FamilyKey.self, at: "b"] + 1 }
}

private enum ChickenKey: AppEnvironmentKey {
  static var defaultValue: Int { AppEnvironmentValues()[EggKey.self] + 1 }
}

private enum EggKey: AppEnvironmentKey {
  static var defaultValue: Int { AppEnvironmentValues()[ChickenKey.self] + 1 }
}

private enum OutsideKey: AppEnvironmentKey {
  static var defaultValue: Int { AppEnvironmentValues()[ChickenKey.self] + 1 }
}

/// Two threads make one of these each, and then need the other's.
private enum LeftKey: AppEnvironmentKey {
  static let began = DispatchSemaphore(value: 0)
  static var defaultValue: Int {
    began.signal()
    RightKey.began.wait()
    return AppEnvironmentValues()[RightKey.self] + 1
  }
}

private enum RightKey: AppEnvironmentKey {
  static let began = DispatchSemaphore(value: 0)
  static var defaultValue: Int {
    began.signal()
    LeftKey.began.wait()
    return AppEnvironmentValues()[RightInnerKey.self] + 1
  }
}

private enum RightInnerKey: AppEnvironmentKey {
  static var defaultValue: Int { AppEnvironmentValues()[LeftKey.self] + 1 }
}

@Suite struct DefaultInstancesCirclesTests {
  private static let remedy = "Make one of these defaults without reading the environment."

  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func `A default that needs itself traps by name`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = AppEnvironmentValues()[DirectKey.self]
    }
    let expected = "The default instance of 'DirectKey' needs itself: DirectKey -> DirectKey. "
    #expect(text(result).contains(expected + Self.remedy))
  }

  @Test func `A default that needs itself through an ambient read traps by name`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = AppEnvironmentValues()[AmbientKey.self]
    }
    #expect(text(result).contains("'AmbientKey' needs itself: AmbientKey -> AmbientKey. "))
  }

  @Test func `A family whose default needs another member traps by name`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = AppEnvironmentValues()[FamilyKey.self, at: "a"]
    }
    #expect(text(result).contains("'FamilyKey' needs itself: FamilyKey -> FamilyKey. "))
  }

  @Test func `Two defaults that need each other trap with the whole circle`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = AppEnvironmentValues()[ChickenKey.self]
    }
    #expect(
      text(result).contains("'ChickenKey' needs itself: ChickenKey -> EggKey -> ChickenKey. ")
    )
  }

  @Test func `A default outside of the circle is not named in it`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = AppEnvironmentValues()[OutsideKey.self]
    }
    #expect(text(result).contains("needs itself: ChickenKey -> EggKey -> ChickenKey. "))
    #expect(!text(result).contains("OutsideKey"))
  }

  @Test func `Two threads whose defaults need each other trap with the circle in order`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let done = DispatchSemaphore(value: 0)
      Thread {
        _ = AppEnvironmentValues()[LeftKey.self]
        done.signal()
      }.start()
      Thread {
        _ = AppEnvironmentValues()[RightKey.self]
        done.signal()
      }.start()
      while done.wait(timeout: .now() + 60) == .success {}
    }
    // Which of the two threads comes second is left to chance.
    let circles = [
      "'LeftKey' needs itself: LeftKey -> RightKey -> RightInnerKey -> LeftKey. ",
      "'RightKey' needs itself: RightKey -> RightInnerKey -> LeftKey -> RightKey. ",
    ]
    #expect(circles.contains { text(result).contains($0) }, "\(text(result))")
  }
}
