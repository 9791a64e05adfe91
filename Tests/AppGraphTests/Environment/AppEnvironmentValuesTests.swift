import AppGraph
import Testing

private enum NumberKey: AppEnvironmentKey {
  static let defaultValue = 1
}

@Suite struct AppEnvironmentValuesTests {
  @Test func `A write is seen in the copy only`() {
    let original = AppEnvironmentValues()
    var copy = original
    copy[NumberKey.self] = 2
    #expect(original[NumberKey.self] == 1)
    #expect(copy[NumberKey.self] == 2)
  }
}
