import Foundation
import Testing

/// What the compiler says about code that uses the library.
@Suite struct DependencyGraphBuilderDiagnosticsTests {
  /// The folder of the built modules, beside the running test bundle or above it.
  private static let modules: URL? = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let modules = folder.appendingPathComponent("Modules")
      let module = modules.appendingPathComponent("AppGraph.swiftmodule")
      if FileManager.default.fileExists(atPath: module.path) { return modules }
    }
    return nil
  }()

  private static let preamble = """
    import AppGraph
    import Observation

    @Observable final class Model: @unchecked Sendable { var text = "" }
    final class Plain: Sendable {}
    enum ModelKey: AppEnvironmentKey { static let defaultValue = Model() }
    enum PlainKey: AppEnvironmentKey { static let defaultValue = Plain() }
    extension AppEnvironmentValues {
      var model: Model {
        get { self[ModelKey.self] }
        set { self[ModelKey.self] = newValue }
      }
      var plain: Plain {
        get { self[PlainKey.self] }
        set { self[PlainKey.self] = newValue }
      }
    }

    """

  /// Type-checks a snippet, and returns what the compiler says about it, line by line.
  private func diagnostics(of snippet: String, language: String = "6") throws -> [String] {
    let modules = try #require(Self.modules, "The built modules must stand beside the tests")
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("AppGraphDiagnostics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Snippet.swift")
    try (Self.preamble + snippet).write(to: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-typecheck", "-swift-version", language, "-I", modules.path,
      "-module-cache-path", folder.appendingPathComponent("cache").path,
      "-diagnostic-style=llvm", "-parse-as-library", file.path,
    ]
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self).components(separatedBy: "\n")
      .filter { $0.contains("Snippet.swift") && !$0.contains(": note: ") }
  }

  @Test(arguments: ["5", "6"]) func `An observable type as a service warns with the remedy`(
    language: String
  ) throws {
    let snippet = """
      @MainActor let graph = DependencyGraph {
        Service(\\.plain) { Plain() }
        Service(\\.model) { Model() }
      }
      """
    let said = try diagnostics(of: snippet, language: language)
    #expect(said.count == 1, "\(said)")
    #expect(
      said.first?.contains(
        "Snippet.swift:20:3: warning: 'buildExpression' is deprecated: An observable type is a "
          + "state, not a service. Write SharedState(Type.self) { … } with a policy, and read it "
          + "from the state registry."
      ) == true,
      "\(said)"
    )
  }

  @Test(arguments: ["5", "6"]) func `An actor as a state warns with the remedy`(
    language: String
  ) throws {
    let snippet = """
      actor Feed {}
      @MainActor func graph() -> DependencyGraph<NoAccount> {
        DependencyGraph { SharedState(Feed.self) { Feed() }.keptAcrossAccounts() }
      }
      """
    let found = try diagnostics(of: snippet, language: language)
    #expect(found.count { $0.contains("warning: ") } == 1, "\(found)")
    #expect(found.contains { $0.contains("An actor is a service, not a state.") }, "\(found)")
  }

  @Test func `Plain services, states and every other line do not warn`() throws {
    let snippet = """
      @MainActor let graph = DependencyGraph {
        Service(\\.plain) { Plain() }.onStart { _, _ in }.optional()
        SharedState(Model.self) { Model() }
        LifecycleTask(id: { $0[Model.self].text }, from: \\.plain) { _, _, _ in }
        if Bool.random() { TeardownHook(from: \\.plain) { _, _ in } }
        DependencyGraph {}
      }
      """
    let said = try diagnostics(of: snippet)
    #expect(said == [])
  }

  @Test(arguments: [
    #"Service(\.plain, from: \.model) { Plain() }"#,
    #"Service(\.plain) { (model: Model) in Plain() }"#,
    #"Service(\.plain) { Model() }"#,
    #"SharedState(Int.self) { 1 }"#,
    #"3"#,
  ]) func `A factory that does not fit its keys does not compile`(line: String) throws {
    let said = try diagnostics(of: "@MainActor let graph = DependencyGraph { \(line) }")
    #expect(said.contains { $0.contains(": error: ") }, "\(said)")
  }
}
