/// One event of the timeline, with the fields that its kind has.
struct TimelineRecord: Encodable, Equatable {
  /// What kind of event it is.
  enum Kind: String, Encodable {
    case accounts, command, requested, refused, fence, service, hook, activated, idle, closed
    case roster, route, job, observed, note, outcome, incident, status, end, summary, key
    case planNote = "plan_note"
  }

  var event: Kind
  /// The time since the start, in milliseconds.
  var milliseconds: Int64 = 0
  var generation: UInt64 = 0
  var account: String?
  /// The command as it stands in the session, and its line there, counted from 1.
  var command: String?
  var line: Int?
  var service: String?
  var step: String?
  /// How long a start, a stop or a command took, in milliseconds.
  var took: Int64?
  var observer: String?
  var text: String?
  var reason: String?
  var result: String?
  var phase: String?
  var active: String?
  var states: [String: String]?
  var lifetime: String?
  var path: [String]?
  var refusedWrites: Int?
  var leaks: Int?

  init(_ event: Kind) {
    self.event = event
  }

  private enum CodingKeys: String, CodingKey {
    case event, generation, account, command, line, service, step, observer, text, reason, result
    case phase, active, states, lifetime, path, leaks
    case milliseconds = "at_ms"
    case took = "took_ms"
    case refusedWrites = "refused_writes"
  }
}
