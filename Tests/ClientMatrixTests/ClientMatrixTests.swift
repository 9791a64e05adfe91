import ClientMainActor
import ClientSwift5
import ClientSwift6
import ClientUpcoming
import Testing

@Suite struct ClientMatrixTests {
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test @MainActor func `One client sees the same in every kind of module`() async throws {
    let expected = try await ClientSwift6.runClient()
    let upcoming = try await ClientUpcoming.runClient()
    let mainActor = try await ClientMainActor.runClient()
    let swift5 = try await ClientSwift5.runClient()
    #expect(!expected.isEmpty)
    #expect(upcoming == expected)
    #expect(mainActor == expected)
    #expect(swift5 == expected)
  }
}
