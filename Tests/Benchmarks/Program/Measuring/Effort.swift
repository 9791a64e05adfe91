/// How much is measured: all of it, or what fits into half a minute.
struct Effort: Sendable {
  let isQuick: Bool

  /// How many rounds are measured.
  var rounds: Int { isQuick ? 7 : 21 }
  /// How many reads a round has.
  var reads: Int { isQuick ? 200_000 : 1_000_000 }
  /// How many switches a round has.
  var switches: Int { isQuick ? 100 : 500 }
  /// How many switches memory is watched over.
  var endurance: Int { isQuick ? 10_000 : 100_000 }
}
