import Testing

@testable import AppGraphStorage

/// File names for names of any kind.
@Suite struct CredentialFileNameTests {
  @Test(arguments: [
    ("alice", "alice.credential"),
    ("Alice", "%41lice.credential"),
    ("", ".credential"),
    ("..", "%2e%2e.credential"),
    ("a/b\\c", "a%2fb%5cc.credential"),
    ("50%", "50%25.credential"),
    ("a\0\n", "a%00%0a.credential"),
    ("caf\u{e9}", "caf%c3%a9.credential"),
    ("cafe\u{301}", "caf%c3%a9.credential"),
    ("😀", "%f0%9f%98%80.credential"),
  ])
  func `A file name is plain letters`(name: String, file: String) {
    #expect(CredentialFileName.text(name) == file)
  }

  @Test func `Two names never share a file, also where case is ignored`() {
    // All words of up to four letters of an alphabet that holds what is special in a file name.
    let letters = ["a", "A", "%", "2", "e", ".", "/", "~", "\u{e4}", "\u{c4}"]
    var names = [""]
    var layer = [""]
    for _ in 0..<4 {
      layer = layer.flatMap { word in letters.map { word + $0 } }
      names += layer
    }
    let files = Set(names.map { CredentialFileName.text($0).lowercased() })
    #expect(names.count == 11_111)
    #expect(files.count == names.count)
  }

  @Test func `A long name keeps its beginning and gets a digest, within the limit`() {
    let names =
      (170...400).map { String(repeating: "a", count: $0) }
      + (50...100).map { String(repeating: "/", count: $0) }
      + [String(repeating: "a", count: 399) + "b"]
    let files = names.map { CredentialFileName.text($0) }
    #expect(Set(files).count == names.count)
    #expect(files.allSatisfy { $0.utf8.count <= 200 })
    #expect(files[10] == String(repeating: "a", count: 180) + ".credential")
    #expect(files[11].hasPrefix(String(repeating: "a", count: 90) + "~"))
  }
}
