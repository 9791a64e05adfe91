import Foundation

/// One case: what is set up, what happens, and the exact log that must come of it.
struct Scenario: Decodable, Sendable {
  struct File: Decodable {
    let scenarios: [Scenario]
  }

  struct Account: Decodable, Sendable {
    let id: String
    let auth: Bool
    let token: String?
  }

  struct Service: Decodable, Sendable {
    let key: String
    let from: [String]?
    let requiresAuth: Bool?
    let start: Behaviour?
    let stop: Behaviour?
  }

  struct State: Decodable, Sendable {
    enum Policy: String, Decodable, Sendable {
      case reset, perAccount, keep
    }

    let key: String
    let policy: Policy
    let `default`: String
  }

  struct Config: Decodable, Sendable {
    let startTimeout: Int?
    let stopTimeout: Int?
    let anonymous: String?
  }

  struct Setup: Decodable, Sendable {
    let accounts: [Account]
    let services: [Service]
    let states: [State]?
    let stashed: [String: [String: String]]?
    let persisted: String?
    let config: Config?
  }

  struct Event: Decodable, Sendable {
    let t: Int
    let op: String
    let account: String?
    let auth: Bool?
    let req: String?
    let id: String?
    let state: String?
    let states: [String]?
    let ticket: String?
    let value: String?
    let key: String?
    let token: String?
    let ms: Int?
    let remoteLogout: String?
  }

  struct Final: Decodable, Sendable {
    let phase: String?
    let active: String?
    let generation: Int?
    let persistedSelection: String?
    let states: [String: String]?
    let running: [String]?
    let outbox: [String]?
    let tokens: [String: String]?
  }

  struct Required: Decodable, Sendable {
    let log: [String]
    let requestResults: [String: String]?
    let final: Final?

    enum CodingKeys: String, CodingKey {
      case log
      case requestResults = "request_results"
      case final
    }
  }

  let id: String
  let title: String
  let setup: Setup
  let events: [Event]
  let required: Required
}
