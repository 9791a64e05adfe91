/// The lines that a person reads for one event; none where an event says nothing new to a person.
struct TimelineText {
  private let record: TimelineRecord

  init(_ record: TimelineRecord) {
    self.record = record
  }

  var lines: [String] {
    switch record.event {
    case .accounts: ["accounts: \(text)"]
    case .command: ["", "> \(record.command ?? "")"]
    case .end: ["", "> end of the session"]
    case .key: [keyLine]
    case .planNote: ["\(padded("note", to: 8)) \(text)"]
    case .status: statusLines
    default: eventText.map { [timed($0.label, $0.text)] } ?? []
    }
  }

  private var text: String { record.text ?? "" }
  private var account: String { record.account ?? "nobody" }

  private var eventText: (label: String, text: String)? {
    switch record.event {
    case .requested: ("request", account)
    case .refused: ("refused", "\(account): \(record.reason ?? "")")
    case .fence: ("fence", text)
    case .service: service
    case .hook: record.step == "ended" ? ("hook", "before the first stop: done") : nil
    case .activated: ("active", account)
    case .idle: ("idle", "no account is active")
    case .closed: ("closed", "all services of the app have stopped")
    case .roster: ("accounts", text)
    case .route: ("route", text)
    case .job: ("job", text)
    case .observed: ("sees", "\(padded(record.observer ?? "", to: 9)) \(text)")
    case .note: ("note", "\(padded(record.observer ?? "", to: 9)) \(text)")
    case .incident: ("incident", text)
    case .outcome: ("outcome", text)
    case .summary: ("summary", text)
    case .accounts, .command, .status, .end, .key, .planNote: nil
    }
  }

  /// The end of a start or stop; its beginning is left to the JSON form.
  private var service: (label: String, text: String)? {
    let owner = record.account.map { " of \($0)" } ?? " of the app"
    let name = "\(record.service ?? "")\(owner)"
    let took = record.took.map { ", \($0) ms" } ?? ""
    let reason = record.reason.map { ": \($0)" } ?? ""
    return switch record.step {
    case "started": ("start", "\(name)\(took)")
    case "stopped": ("stop", "\(name)\(took)")
    case "gated": ("skip", "\(name): needs somebody who is signed in")
    case "degraded": ("degraded", "\(name)\(reason)")
    case "startCancelled": ("cancel", "\(name)\(took)")
    case "startFailed": ("failed", "start of \(name)\(took)\(reason)")
    case "startTimedOut": ("failed", "start of \(name)\(took): it took too long")
    case "stopFailed": ("failed", "stop of \(name)\(took)\(reason)")
    case "stopTimedOut": ("failed", "stop of \(name)\(took): it took too long")
    case "startedLate", "startedAfterLimit": ("late", "start of \(name)")
    default: nil
    }
  }

  private var statusLines: [String] {
    let active = record.active ?? "nobody"
    let head = "phase \(record.phase ?? ""), active \(active), generation \(record.generation)"
    let states = (record.states ?? [:]).sorted { $0.key < $1.key }
    let lines = states.map { timed("", "\(padded($0.key, to: 16)) \($0.value)") }
    return [timed("status", head)] + lines
  }

  private var keyLine: String {
    "\(padded(record.lifetime ?? "", to: 8)) \(padded(record.service ?? "", to: 17)) \(text)"
  }

  private func timed(_ label: String, _ text: String) -> String {
    let time = String(record.milliseconds)
    let space = String(repeating: " ", count: max(0, 5 - time.count))
    let generation = padded("g\(record.generation)", to: 5)
    return "\(space)\(time) ms  \(generation)\(padded(label, to: 9)) \(text)"
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
