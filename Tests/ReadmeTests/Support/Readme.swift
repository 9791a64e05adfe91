import Foundation

/// The README, read as a list of its Swift blocks.
struct Readme {
  /// A fenced block of Swift code.
  struct Block {
    /// The line that the fence opens on, counted from 1.
    var line: Int
    /// The HTML comment on the line before the fence, without its brackets.
    var mark: String?
    /// The lines between the fences.
    var code: [String]

    /// The file that the block shows, relative to the package, and the slice of it.
    var example: (path: String, slice: String?)? {
      guard let target = mark?.removingPrefix("example: ") else { return nil }
      let parts = target.split(separator: "#", maxSplits: 1).map(String.init)
      return (parts[0], parts.count > 1 ? parts[1] : nil)
    }

    /// The reason why the block is not compiled.
    var excerpt: String? { mark?.removingPrefix("excerpt: ") }
  }

  let blocks: [Block]

  init(_ text: String) {
    var blocks: [Block] = []
    var open: Block?
    var isInOtherFence = false
    var previous = ""
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if var block = open {
        if line == "```" {
          blocks.append(block)
          open = nil
        } else {
          block.code.append(line)
          open = block
        }
      } else if line == "```swift", !isInOtherFence {
        open = Block(line: index + 1, mark: Self.mark(in: previous), code: [])
      } else if line.hasPrefix("```") {
        isInOtherFence.toggle()
      }
      previous = line
    }
    self.blocks = blocks
  }

  private static func mark(in line: String) -> String? {
    guard line.hasPrefix("<!-- "), line.hasSuffix(" -->") else { return nil }
    return String(line.dropFirst(5).dropLast(4))
  }
}

extension String {
  /// Returns what follows a prefix.
  ///
  /// - Parameter prefix: How the string must begin.
  /// - Returns: The rest of the string; `nil` if it begins otherwise.
  func removingPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
