import Foundation
import Testing

@Suite struct ReadmeTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(of path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  @Test func `Every Swift block names its file, or why it has none`() throws {
    for block in Readme(try Self.text(of: "README.md")).blocks {
      #expect(
        block.example != nil || block.excerpt != nil,
        "README.md:\(block.line): put `<!-- example: PATH -->` on the line before the block"
      )
    }
  }

  @Test func `Every example is what its file shows, to the byte`() throws {
    for block in Readme(try Self.text(of: "README.md")).blocks {
      guard let (path, slice) = block.example else { continue }
      let snippet = Snippet(try Self.text(of: path))
      let expected = slice.map { snippet.slices[$0] ?? [] } ?? snippet.shown
      #expect(block.code == expected, "README.md:\(block.line): not what \(path) shows")
    }
  }

  @Test func `The complete example stands in the README`() throws {
    let examples = Readme(try Self.text(of: "README.md")).blocks.compactMap(\.example)
    #expect(examples.contains { $0.path == "Examples/Snippets/Readme.swift" && $0.slice == nil })
  }
}
