import Foundation

/// The findings as a table for people.
struct Table {
  private static let heading = [
    "row", "measured", "median", "spread", "allocs", "baseline", "median", "ratio", "bar", "",
  ]

  let findings: [Finding]

  /// The lines of the table; numbers stand to the right.
  var lines: [String] {
    let rows = [Self.heading] + findings.map(cells)
    let widths = Self.heading.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let table = rows.map { cells in
      cells.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - cells[column].count)
        return [2, 3, 4, 6, 7, 8].contains(column)
          ? padding + cells[column] : cells[column] + padding
      }
      .joined(separator: "  ")
    }
    let notes = findings.compactMap { finding in
      finding.note.map { "\(finding.row), \(finding.subject): \($0)" }
    }
    return table + (notes.isEmpty ? [] : [""] + notes) + ["", summary]
  }

  private var summary: String {
    let over = findings.filter { $0.verdict == .over }
    let barred = findings.filter { $0.verdict != .shown }
    return over.isEmpty
      ? "All \(barred.count) bars are met."
      : "\(over.count) of \(barred.count) bars are not met: "
        + over.map { "\($0.row) (\($0.subject))" }.joined(separator: ", ")
  }

  private func cells(_ finding: Finding) -> [String] {
    [
      finding.row,
      finding.subject,
      "\(Self.number(finding.value.median)) \(finding.unit)",
      "±\(Self.number(finding.value.spread * 100)) %",
      finding.allocations.map { Self.number($0) } ?? "",
      finding.baseline?.name ?? "",
      finding.baseline.map { "\(Self.number($0.value.median)) \(finding.unit)" } ?? "",
      finding.baseline.map { Self.number($0.ratio.median) + " x" } ?? "",
      bar(of: finding),
      finding.verdict == .shown ? "" : finding.verdict.rawValue,
    ]
  }

  private func bar(of finding: Finding) -> String {
    switch finding.bar {
    case .ratio(let limit): Self.number(limit) + " x"
    case .value(let limit): "\(Self.number(limit)) \(finding.unit)"
    case nil: finding.allocationLimit.map { "\(Self.number($0)) allocs" } ?? ""
    }
  }

  /// Three digits that count, without an exponent.
  static func number(_ value: Double) -> String {
    let size = abs(value)
    let digits = size >= 100 || size == size.rounded() ? 0 : size >= 10 ? 1 : 2
    return String(format: "%.\(digits)f", value)
  }
}
