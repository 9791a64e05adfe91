import Testing

@testable import AppGraphStorage

/// What a file is taken for, from its bytes.
@Suite struct EnvelopeTests {
  private let body = Array(#""entries":[\#n{"name":"n","value":1}\#n]"#.utf8)

  @Test func `A sealed body is read as it was`() {
    #expect(Envelope.read(Envelope.seal(body)) == .body(body[...]))
    #expect(Envelope.read(Envelope.seal([])) == .body([]))
  }

  @Test func `No flipped bit goes unnoticed`() {
    let bytes = Envelope.seal(body)
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        if case .body = Envelope.read(damaged) { Issue.record("bit \(bit) of byte \(index)") }
      }
    }
  }

  @Test func `No file that breaks off or goes on is taken for whole`() {
    let bytes = Envelope.seal(body)
    for count in bytes.indices {
      guard case .damaged = Envelope.read(Array(bytes.prefix(count))) else {
        Issue.record("a file of \(count) bytes")
        continue
      }
    }
    guard case .damaged = Envelope.read(bytes + bytes) else {
      Issue.record("a file twice")
      return
    }
  }

  @Test(arguments: [
    (#"{"format":2,"checksum":"?"}"#, Envelope.Reading.newer(version: 2)),
    (#"{"format":10,"#, .newer(version: 10)),
    ("", .damaged("it is empty")),
    ("[]", .damaged("it does not begin as it should")),
    (#"{"format":0,"#, .damaged("it does not name its format")),
    (#"{"format":"#, .damaged("it does not name its format")),
    (#"{"format":99999999999999999999,"#, .damaged("it does not name its format")),
    (#"{"format":1,"checksum":"00000000","#, .damaged("it breaks off")),
    (#"{"format":1,"checksum":"00000000","a":1}"# + "\n", .damaged("its checksum is wrong")),
  ])
  func `A file says of which format it is`(text: String, reading: Envelope.Reading) {
    #expect(Envelope.read(Array(text.utf8)) == reading)
  }

  @Test func `The checksum is the one of the standard`() {
    var checksum = Checksum()
    #expect(checksum.text == "00000000")
    checksum.add(Array("12345".utf8))
    checksum.add(Array("6789".utf8))
    #expect(checksum.text == "e3069283")
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1000),
      "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
    ),
  ])
  func `The digest is the one of the standard`(text: String, digest: String) {
    #expect(Digest(of: Array(text.utf8)).text == digest)
  }
}
