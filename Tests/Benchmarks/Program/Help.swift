/// The text of `--help`.
enum Help {
  static let text = """
    appgraph-benchmark: what AppGraph costs, beside what the same costs without it.

    USAGE
      swift run -c release appgraph-benchmark [--quick] [--json] [--row NAME]...

    OPTIONS
      --quick     Measure fewer rounds; ends within half a minute. Rows that do less say so.
      --json      Print one JSON object instead of the table.
      --row NAME  Measure one row only; can be given several times.
      -h, --help  Print this text.

    ROWS
    \(rows)

    A row and its baselines are measured in one process, round by round in turn, in processor time. The
    table shows the median over the rounds, half the distance of the quartiles as a part of it, and the median of the
    ratios of each round. Allocations are counted by a malloc of the program's own (on Linux with
    glibc); bytes are what the heap has in use.

    EXIT STATUS
      0  Every bar is met.
      1  A bar is not met; the last line names it.
      2  The command line cannot be understood.
      3  A row could not be measured.
    """

  private static var rows: String {
    let width = Row.all.map(\.name.count).max() ?? 0
    return Row.all.map { row in
      "  \(row.name)\(String(repeating: " ", count: width - row.name.count))  \(row.summary)"
    }
    .joined(separator: "\n")
  }
}
