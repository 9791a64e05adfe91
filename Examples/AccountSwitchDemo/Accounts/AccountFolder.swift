import Foundation

/// A folder of accounts in JSON files: one folder an account, named as the account is called.
struct AccountFolder {
  /// The path as the user wrote it.
  let path: String

  /// A file of an account's folder.
  private enum File: String, CaseIterable {
    case instance, statuses, account, preferences, notifications

    var name: String { "\(rawValue).json" }
    /// Whether only an account that is signed in has the file.
    var isOfMember: Bool {
      switch self {
      case .instance, .statuses: false
      case .account, .preferences, .notifications: true
      }
    }
    var expectation: String {
      switch self {
      case .instance: "what GET /api/v2/instance answers"
      case .statuses: "an array of statuses, newest first"
      case .account: "what GET /api/v1/accounts/verify_credentials answers"
      case .preferences: "what GET /api/v1/preferences answers"
      case .notifications: "an array of notifications, newest first"
      }
    }
  }

  /// Reads all accounts.
  ///
  /// - Returns: The accounts, by name.
  /// - Throws: ``DataError`` with everything that is wrong in the folder.
  func accounts() throws(DataError) -> [AccountContent] {
    var accounts: [AccountContent] = []
    var errors: [DataError] = []
    for name in try names() {
      do throws(DataError) {
        accounts.append(try account(name))
      } catch {
        errors.append(error)
      }
    }
    errors += duplicates(in: accounts)
    guard errors.isEmpty else { throw DataError(joining: errors) }
    return accounts
  }

  private func names() throws(DataError) -> [String] {
    let expected = "a folder with one folder for each account (see --help)"
    guard FileManager.default.fileExists(atPath: path) else {
      throw DataError(path, "no such folder; expected \(expected)")
    }
    guard isFolder(path) else { throw DataError(path, "is a file; expected \(expected)") }
    guard let entries = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw DataError(path, "cannot be read; is reading permitted?")
    }
    let names = entries.filter { !$0.hasPrefix(".") && isFolder("\(path)/\($0)") }.sorted()
    guard !names.isEmpty else { throw DataError(path, "holds no account; expected \(expected)") }
    return names
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private func account(_ name: String) throws(DataError) -> AccountContent {
    let present = File.allCases.filter {
      FileManager.default.fileExists(atPath: filePath($0, of: name))
    }
    let content = AccountContent(
      name: name,
      instance: try decode(.instance, of: name),
      statuses: try decode(.statuses, of: name),
      member: present.contains(where: \.isOfMember) ? try member(name) : nil
    )
    guard !content.instance.domain.isEmpty else {
      throw error(.instance, of: name, at: "domain", "expected a name, found an empty string")
    }
    return content
  }

  private func member(_ name: String) throws(DataError) -> AccountContent.Member {
    let profile: MastodonAccount = try decode(.account, of: name)
    for (field, value) in [("id", profile.id), ("username", profile.username)] where value.isEmpty {
      throw error(.account, of: name, at: field, "expected a value, found an empty string")
    }
    return AccountContent.Member(
      profile: profile,
      preferences: try decode(.preferences, of: name),
      notifications: try decode(.notifications, of: name)
    )
  }

  private func decode<Value: Decodable>(
    _ file: File,
    of name: String
  ) throws(DataError) -> Value {
    let only = file.isOfMember ? " (an anonymous account has instance and statuses alone)" : ""
    return try JSONFile.decode(
      Value.self,
      from: filePath(file, of: name),
      expected: file.expectation + only
    )
  }

  private func filePath(_ file: File, of name: String) -> String {
    path + (path.hasSuffix("/") ? "" : "/") + "\(name)/\(file.name)"
  }

  /// Accounts that are one and the same: same number or same name on one server.
  private func duplicates(in accounts: [AccountContent]) -> [DataError] {
    var owners: [[String]: String] = [:]
    return accounts.compactMap { content in
      guard let profile = content.member?.profile else { return nil }
      let host = content.instance.domain.lowercased()
      let marks = [["id", profile.id, host], ["username", profile.username.lowercased(), host]]
      let taken = marks.first { owners[$0] != nil }
      for mark in marks where owners[mark] == nil { owners[mark] = content.name }
      guard let taken, let owner = owners[taken] else { return nil }
      let expected = "expected one that no other account on \(Quoted(host)) has"
      return error(
        .account,
        of: content.name,
        at: taken[0],
        "\(expected), found \(Quoted(taken[1])), which is \(Quoted(owner)) already"
      )
    }
  }

  private func error(
    _ file: File,
    of name: String,
    at field: String,
    _ text: String
  ) -> DataError {
    let path = filePath(file, of: name)
    return DataError(path, line: JSONFile.line(of: [field], in: path), "\(field): \(text)")
  }
}
