/// How a start or stop of a case behaves, for each account and call.
struct Behaviour: Decodable, Sendable {
  /// The fields of one call; those that are missing are inherited.
  struct Fields: Decodable, Sendable {
    var ms: Int?
    var result: String?
    var hang: Bool?
    var honoursCancel: Bool?

    func overridden(by other: Fields) -> Fields {
      Fields(
        ms: other.ms ?? ms,
        result: other.result ?? result,
        hang: other.hang ?? hang,
        honoursCancel: other.honoursCancel ?? honoursCancel
      )
    }
  }

  private enum Overrides: Decodable, Sendable {
    case all(Fields)
    case each([Fields])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let list = try? container.decode([Fields].self) {
        self = .each(list)
      } else {
        self = .all(try container.decode(Fields.self))
      }
    }
  }

  private enum CodingKeys: String, CodingKey {
    case per
  }

  private let common: Fields
  private let per: [String: Overrides]

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let ms = try? container.decode(Int.self) {
      common = Fields(ms: ms)
      per = [:]
    } else {
      common = try container.decode(Fields.self)
      let keyed = try decoder.container(keyedBy: CodingKeys.self)
      per = try keyed.decodeIfPresent([String: Overrides].self, forKey: .per) ?? [:]
    }
  }

  /// The fields of one call.
  ///
  /// - Parameters:
  ///   - account: The account for which it is called.
  ///   - call: How often it has been called for that account before.
  /// - Returns: The fields.
  func fields(account: String, call: Int) -> Fields {
    switch per[account] {
    case nil: common
    case .all(let fields): common.overridden(by: fields)
    case .each(let list):
      list.isEmpty ? common : common.overridden(by: list[min(call, list.count - 1)])
    }
  }
}
