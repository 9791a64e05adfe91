// swift-tools-version: 6.2
import PackageDescription

/// What every module of ours is compiled with.
///
/// `NonisolatedNonsendingByDefault` is left out on purpose: a closure type of the public API spells
/// its isolation, so that it means the same in a client that has the feature and in one that has not.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// One module of the client matrix; all of them compile the same file, each through a link.
func client(_ name: String, _ settings: [SwiftSetting] = []) -> Target {
  .target(
    name: name,
    dependencies: ["AppGraph"],
    path: "Tests/ClientMatrix/\(name)",
    swiftSettings: settings + [.treatAllWarnings(as: .error)]
  )
}

let package = Package(
  name: "AppGraph",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "AppGraph", targets: ["AppGraph"]),
    .library(name: "AppGraphTesting", targets: ["AppGraphTesting"]),
    .library(name: "AppGraphStorage", targets: ["AppGraphStorage"]),
    .executable(name: "account-switch-demo", targets: ["account-switch-demo"]),
  ],
  targets: [
    .target(name: "AppGraph", swiftSettings: strict),
    .target(name: "AppGraphTesting", dependencies: ["AppGraph"], swiftSettings: strict),
    .target(name: "AppGraphStorage", dependencies: ["AppGraph"], swiftSettings: strict),

    // Examples
    .executableTarget(
      name: "account-switch-demo",
      dependencies: ["AppGraph", "AppGraphStorage"],
      path: "Examples/AccountSwitchDemo",
      exclude: ["SampleData"],
      swiftSettings: strict + [
        // Where there is Observation; the library itself runs on older systems too.
        .enableExperimentalFeature(
          "AvailabilityMacro=Observing:iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0"
        )
      ]
    ),
    .executableTarget(
      name: "AppGraphSnippets",
      dependencies: ["AppGraph"],
      path: "Examples/Snippets",
      swiftSettings: strict
    ),

    // Tests
    .testTarget(
      name: "AppGraphTests",
      dependencies: ["AppGraph", "AppGraphTesting"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "AppGraphTestingTests",
      dependencies: ["AppGraph", "AppGraphTesting"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ScenarioTests",
      dependencies: ["AppGraph", "AppGraphTesting"],
      exclude: ["Cases"],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "storage-writer",
      dependencies: ["AppGraph", "AppGraphStorage"],
      path: "Tests/AppGraphStorageTests/Writer",
      swiftSettings: strict
    ),
    .testTarget(
      name: "AppGraphStorageTests",
      dependencies: ["AppGraph", "AppGraphStorage", "storage-writer"],
      exclude: ["Writer"],
      swiftSettings: strict
    ),
    .testTarget(name: "ReadmeTests", swiftSettings: strict),
    .testTarget(
      name: "DemoTests",
      dependencies: ["AppGraphStorage", "account-switch-demo"],
      swiftSettings: strict
    ),

    // Benchmarks: `swift run -c release appgraph-benchmark`. What reads, and what it is compared with,
    // are modules of their own, so that the cost of crossing a module is real.
    .target(name: "BenchmarkAllocations", path: "Tests/Benchmarks/Allocations"),
    .target(
      name: "BenchmarkBaselines",
      path: "Tests/Benchmarks/Baselines",
      swiftSettings: strict
    ),
    .target(
      name: "BenchmarkClient",
      dependencies: ["AppGraph", "BenchmarkBaselines"],
      path: "Tests/Benchmarks/Client",
      swiftSettings: strict
    ),
    .target(
      name: "BenchmarkClientMainActor",
      dependencies: ["AppGraph", "BenchmarkBaselines"],
      path: "Tests/Benchmarks/ClientMainActor",
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]
    ),
    .executableTarget(
      name: "appgraph-benchmark",
      dependencies: [
        "AppGraph",
        "AppGraphTesting",
        "BenchmarkAllocations",
        "BenchmarkBaselines",
        "BenchmarkClient",
        "BenchmarkClientMainActor",
      ],
      path: "Tests/Benchmarks/Program",
      swiftSettings: strict
    ),

    // The kinds of module that use the library. `.ci/features.sh` keeps the list of upcoming
    // features equal to what the compiler knows.
    client("ClientSwift6"),
    client(
      "ClientUpcoming",
      [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]
    ),
    client("ClientMainActor", [.defaultIsolation(MainActor.self)]),
    client("ClientSwift5", [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "ClientMatrixTests",
      dependencies: ["ClientSwift6", "ClientUpcoming", "ClientMainActor", "ClientSwift5"],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)
