import AppGraphStorage
import Testing
import storage_writer

/// What is left when a store is stopped at any step: exhaustive, on a disk in memory.
@Suite struct FileAccountStoreCrashTests {
  private static let path = "/accounts"

  private func open(_ disk: SimulatedDisk) throws(StorageError) -> FileAccountStore {
    try FileAccountStore(directory: Self.path, files: disk, reporter: { _ in })
  }

  /// The number of the batch that is left, zero for none; throws if there is a mixture.
  private func number(left files: SimulatedDisk.Files) throws -> Int {
    try SwitchBatch.number(in: open(SimulatedDisk(files))) ?? 0
  }

  /// Writes some batches to a disk until it stops.
  private func fill(_ disk: SimulatedDisk) async -> (confirmed: Int, begun: Int) {
    guard let store = try? open(disk) else { return (0, 0) }
    var confirmed = 0
    for number in 1...5 {
      store.apply(SwitchBatch(number).changes)
      do {
        try await store.sync()
      } catch {
        return (confirmed, number)
      }
      confirmed = number
    }
    return (confirmed, confirmed)
  }

  @Test
  func `Whatever step is the last, one whole batch is left and none that was confirmed is lost`()
    async throws
  {
    var steps = 0
    var outcomes = 0
    while true {
      let disk = SimulatedDisk(steps: steps)
      let (confirmed, begun) = await fill(disk)
      for files in [disk.visible] + disk.survivors {
        outcomes += 1
        let left = try number(left: files)
        #expect((confirmed...begun).contains(left), "after \(steps) steps")
      }
      if !disk.hasStopped { break }
      steps += 1
    }
    #expect(steps > 40)
    #expect(outcomes > 150)
  }

  @Test func `A store that goes on after a failed write stays whole at each step`() async throws {
    for failing in 0..<50 {
      // The first disk stops; what it shows is what a store that goes on finds.
      let first = SimulatedDisk(steps: failing)
      let (confirmed, _) = await fill(first)
      for steps in 0..<10 {
        let second = SimulatedDisk(first.visible, steps: steps)
        if let store = try? open(second) {
          store.apply(SwitchBatch(6).changes)
          try? await store.sync()
        }
        for files in [second.visible] + second.survivors {
          let left = try number(left: files)
          #expect(left >= confirmed, "after \(failing) and \(steps) steps")
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `Whatever step of an opening is the last, no damaged file is lost`(
    isPreviousDamaged: Bool
  )
    async throws
  {
    let whole = SimulatedDisk()
    #expect(await fill(whole).confirmed == 5)
    var files = whole.visible
    files["\(Self.path)/accounts.json"] = Array("damaged".utf8)
    if isPreviousDamaged { files["\(Self.path)/accounts.previous.json"] = Array("broken".utf8) }
    for steps in 0..<8 {
      let disk = SimulatedDisk(files, steps: steps)
      _ = try? open(disk)
      for left in [disk.visible] + disk.survivors {
        #expect(left.values.contains(Array("damaged".utf8)))
        #expect(left.values.contains(Array("broken".utf8)) == isPreviousDamaged)
        let number = try number(left: left)
        #expect(number == (isPreviousDamaged ? 0 : 4))
      }
    }
  }
}
