/// The comparison of what came of a run with what the case requires.
enum ScenarioComparison {
  /// Says how an outcome differs; nothing if it does not.
  static func differences(
    _ outcome: ScenarioRunner.Outcome,
    _ required: Scenario.Required
  ) -> [String] {
    var differences = logDifference(outcome.log, required.log)
    for (name, result) in (required.requestResults ?? [:]).sorted(by: { $0.key < $1.key })
    where outcome.results[name] != result {
      differences.append("  \(name): \(outcome.results[name] ?? "no result"), required \(result)")
    }
    for (name, value) in expected(required.final).sorted(by: { $0.key < $1.key })
    where outcome.final[name] != value {
      differences.append("  final \(name): \(outcome.final[name] ?? "none"), required \(value)")
    }
    if let tokens = required.final?.tokens {
      for name in outcome.final.keys.sorted() where name.hasPrefix("token ") {
        if tokens[String(name.dropFirst("token ".count))] == nil {
          differences.append("  final \(name): \(outcome.final[name] ?? ""), required none")
        }
      }
    }
    return differences
  }

  /// The first line that differs, with its neighbours.
  private static func logDifference(_ log: [String], _ required: [String]) -> [String] {
    guard log != required else { return [] }
    let index = zip(log, required).prefix { $0 == $1 }.count
    func line(_ lines: [String], _ index: Int) -> String {
      lines.indices.contains(index) ? lines[index] : "(end)"
    }
    var text = ["  first difference at line \(index + 1):"]
    for neighbour in max(0, index - 2)..<index { text.append("      \(log[neighbour])") }
    text.append("    - \(line(required, index))")
    text.append("    + \(line(log, index))")
    for neighbour in index + 1...index + 2 {
      text.append("      - \(line(required, neighbour))   + \(line(log, neighbour))")
    }
    return text
  }

  private static func expected(_ final: Scenario.Final?) -> [String: String] {
    guard let final else { return [:] }
    var expected = [
      "active": final.active ?? "-", "persistedSelection": final.persistedSelection ?? "-",
    ]
    expected["phase"] = final.phase
    expected["generation"] = final.generation.map { "\($0)" }
    expected["running"] = final.running?.joined(separator: " ")
    expected["outbox"] = final.outbox?.joined(separator: " ")
    for (key, value) in final.states ?? [:] { expected["state \(key)"] = value }
    for (account, token) in final.tokens ?? [:] { expected["token \(account)"] = token }
    return expected
  }
}
