import Foundation

/// The files of cases: those kept beside the tests, and what `APPGRAPH_SCENARIOS` names.
enum ScenarioFiles {
  static func all() throws -> [URL] {
    let kept = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Cases")
    var files = try files(in: kept)
    if let extra = ProcessInfo.processInfo.environment["APPGRAPH_SCENARIOS"], !extra.isEmpty {
      files += try self.files(in: URL(filePath: extra))
    }
    return files
  }

  private static func files(in place: URL) throws -> [URL] {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: place.path, isDirectory: &isDirectory) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: place.path])
    }
    guard isDirectory.boolValue else { return [place] }
    return try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}
