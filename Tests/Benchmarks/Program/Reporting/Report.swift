import Foundation

/// The findings as one JSON object for programs.
struct Report: Encodable {
  /// One finding; names are stable, times are in the unit that the finding names.
  struct Line: Encodable {
    let row: String
    let subject: String
    let unit: String
    let median: Double
    let spread: Double
    let allocations: Double?
    let baseline: String?
    let baselineMedian: Double?
    let ratio: Double?
    let ratioSpread: Double?
    let barKind: String?
    let bar: Double?
    let allocationBar: Double?
    let verdict: String
    let note: String?
  }

  let isQuick: Bool
  let findings: [Line]

  init(_ findings: [Finding], isQuick: Bool) {
    self.isQuick = isQuick
    self.findings = findings.map(Line.init)
  }

  /// The report as text.
  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

extension Report.Line {
  init(_ finding: Finding) {
    row = finding.row
    subject = finding.subject
    unit = finding.unit
    median = finding.value.median
    spread = finding.value.spread
    allocations = finding.allocations
    baseline = finding.baseline?.name
    baselineMedian = finding.baseline?.value.median
    ratio = finding.baseline?.ratio.median
    ratioSpread = finding.baseline?.ratio.spread
    barKind =
      switch finding.bar {
      case .ratio: "ratio"
      case .value: "value"
      case nil: nil
      }
    bar = finding.bar?.limit
    allocationBar = finding.allocationLimit
    verdict = finding.verdict.rawValue
    note = finding.note
  }
}
