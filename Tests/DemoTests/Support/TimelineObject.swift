import Foundation

/// One object of the JSON form of the timeline, as far as tests look at it.
struct TimelineObject: Decodable {
  let event: String
  let generation: Int
  let milliseconds: Int
  let account: String?
  let service: String?
  let step: String?
  let took: Int?
  let observer: String?
  let text: String?
  let result: String?
  let reason: String?
  let active: String?
  let states: [String: String]?
  let lifetime: String?
  let path: [String]?
  let leaks: Int?
  let refusedWrites: Int?

  private enum CodingKeys: String, CodingKey {
    case event, generation, account, service, step, observer, text, result, reason, active
    case states, lifetime, path, leaks
    case milliseconds = "at_ms"
    case took = "took_ms"
    case refusedWrites = "refused_writes"
  }
}

extension DemoProcess {
  /// Decodes every line of standard output.
  func objects() throws -> [TimelineObject] {
    try output.split(separator: "\n").map {
      try JSONDecoder().decode(TimelineObject.self, from: Data($0.utf8))
    }
  }

  /// Plays a session given as text, and decodes its timeline.
  static func play(_ session: String, arguments: [String] = []) async throws -> [TimelineObject] {
    let process = try await run(["--json", "--session", "-"] + arguments, input: session)
    guard process.status == 0 else { throw SessionFailure(text: process.errors) }
    return try process.objects()
  }
}

extension [TimelineObject] {
  /// How the commands ended.
  var outcomes: [String] { filter { $0.event == "outcome" }.compactMap(\.result) }

  /// What services and the app noted.
  func notes(of observer: String) -> [String] {
    filter { $0.event == "note" && $0.observer == observer }.compactMap(\.text)
  }
}

/// The error of a session that the program refused.
struct SessionFailure: Error {
  let text: String
}
