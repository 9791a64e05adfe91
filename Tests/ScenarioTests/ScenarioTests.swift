import Foundation
import Testing

/// The cases that define what a switch means, run against the library.
@Suite @MainActor
struct ScenarioTests {
  @Test func `Every case gives the required log, results and end state`() async throws {
    for file in try ScenarioFiles.all() {
      let scenarios = try JSONDecoder().decode(Scenario.File.self, from: Data(contentsOf: file))
        .scenarios
      try #require(!scenarios.isEmpty)
      var failed = 0
      for scenario in scenarios {
        let outcome = try await ScenarioRunner(scenario).run()
        let differences = ScenarioComparison.differences(outcome, scenario.required)
        if !differences.isEmpty { failed += 1 }
        #expect(
          differences.isEmpty,
          "\(scenario.id) \(scenario.title)\n\(differences.joined(separator: "\n"))"
        )
      }
      print("\(file.lastPathComponent): \(scenarios.count - failed) passed, \(failed) failed")
    }
  }
}
