@testable import AppGraphStorage

/// The bytes of a file with a body that no store would write.
func sealed(_ body: String) -> [UInt8] { Envelope.seal(Array(body.utf8)) }
