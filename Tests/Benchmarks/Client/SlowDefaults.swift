public import AppGraph
import BenchmarkBaselines

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A key whose default instance is made slowly.
enum SlowKey: AppEnvironmentKey {
  static var defaultValue: Part {
    usleep(200_000)
    return Part(-2)
  }
}

/// A key whose default instance is first read while the slow one is being made.
enum FirstReadKey: AppEnvironmentKey {
  static let defaultValue = Part(-3)
}

/// What is read while something else is being made slowly.
public enum SlowDefaults {
  /// How long the slow default instance takes.
  public static let duration = Duration.milliseconds(200)

  /// Reads the key whose default instance is made slowly.
  public static func readSlowly() {
    consume(AppEnvironmentValues()[SlowKey.self])
  }

  /// Reads, for the first time, a key without a registration.
  public static func readDefault() {
    consume(AppEnvironmentValues()[FirstReadKey.self])
  }

  /// Reads a registered key.
  public static func readRegistered(_ values: AppEnvironmentValues) {
    consume(values.read)
  }
}
