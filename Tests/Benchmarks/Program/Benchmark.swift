import Foundation

/// The program: measures what the arguments name, prints it, and ends with a status.
@main
struct Benchmark {
  @MainActor
  static func main() async {
    do {
      let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
      if arguments.isHelp { return print(Help.text) }
      Heap.keepMemory()
      let findings = try await measure(try rows(arguments.rows), Effort(isQuick: arguments.isQuick))
      if arguments.isJSON {
        print(try Report(findings, isQuick: arguments.isQuick).text())
      } else {
        for line in Table(findings: findings).lines { print(line) }
      }
      exit(findings.contains { $0.verdict == .over } ? 1 : 0)
    } catch let error as UsageError {
      report("appgraph-benchmark: \(error)\nTry 'appgraph-benchmark --help'.")
      exit(2)
    } catch {
      report("appgraph-benchmark: \(error)")
      exit(3)
    }
  }

  private static func rows(_ names: [String]) throws(UsageError) -> [Row] {
    guard !names.isEmpty else { return Row.all }
    var rows: [Row] = []
    for name in names {
      guard let row = Row.all.first(where: { $0.name == name }) else {
        throw UsageError("there is no row '\(name)'")
      }
      rows.append(row)
    }
    return rows
  }

  @MainActor
  private static func measure(_ rows: [Row], _ effort: Effort) async throws -> [Finding] {
    var findings: [Finding] = []
    for row in rows {
      // Standard output holds nothing but the result.
      report("measuring \(row.name) …")
      findings += try await row.measure(effort)
    }
    return findings
  }

  private static func report(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
  }
}
