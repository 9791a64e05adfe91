import AppGraphStorage
import Dispatch
import Testing
import storage_writer

/// A program that writes and is killed, again and again, on one directory.
@Suite struct FileAccountStoreKillTests {
  /// What was found after the kills.
  private struct Findings {
    var rounds = 0
    var withinWrite = 0
    var lastConfirmed = 0
    var violations: [String] = []
  }

  @Test func `A killed writer leaves one whole batch and nothing that it had confirmed is lost`()
    async throws
  {
    let folder = try TemporaryFolder()
    let findings = try await withCheckedThrowingContinuation { continuation in
      // It waits for processes, which is nothing for a thread of the cooperative pool.
      DispatchQueue.global().async {
        continuation.resume(with: Result { try killing(120, in: folder) })
      }
    }
    #expect(findings.violations == [])
    #expect(findings.rounds == 120)
    #expect(findings.withinWrite > 60)
    #expect(findings.lastConfirmed > 120)
  }

  private func killing(_ rounds: Int, in folder: TemporaryFolder) throws -> Findings {
    var findings = Findings()
    var generator = SystemRandomNumberGenerator()
    for round in 0..<rounds {
      let writer = try WriterProcess(folder.path)
      // Up to the beginning of each step in turn, then a moment more.
      writer.read(lines: 6 + round % 40)
      var spins = Int.random(in: 0..<20_000, using: &generator)
      while spins > 0 { spins -= 1 }
      writer.kill()
      for line in writer.lines {
        if line.hasPrefix("synced "), let number = Int(line.dropFirst("synced ".count)) {
          findings.lastConfirmed = max(findings.lastConfirmed, number)
        }
        if line.hasPrefix("incident") { findings.violations.append("round \(round): \(line)") }
      }
      if let last = writer.lines.last, last.hasPrefix("step") { findings.withinWrite += 1 }
      check(folder, round, &findings)
      findings.rounds += 1
    }
    return findings
  }

  private func check(_ folder: TemporaryFolder, _ round: Int, _ findings: inout Findings) {
    do {
      let reports = Collector<FileAccountStoreIncident>()
      let number = try SwitchBatch.number(in: open(folder, reports: reports)) ?? 0
      if number < findings.lastConfirmed {
        findings.violations.append(
          "round \(round): \(number) is less than \(findings.lastConfirmed)"
        )
      }
      findings.violations += reports.all.map { "round \(round): \($0)" }
    } catch {
      findings.violations.append("round \(round): \(error)")
    }
  }
}
