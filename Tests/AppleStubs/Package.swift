// swift-tools-version: 6.2
import PackageDescription

// Tests the library on Linux together with stand-ins for Combine and Security, which exist on Apple's
// systems only.
// Nobody depends on this package, and the one that apps use never names it. Its library sources are
// links to that package's.

#if !os(Linux)
#error("On Apple's systems use the real frameworks, and the package two folders up.")
#endif

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "AppleStubs",
  targets: [
    .target(name: "Combine", path: "Combine", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(name: "Security", path: "Security", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(name: "AppGraph", path: "Library/AppGraph", swiftSettings: strict),
    .target(
      name: "AppGraphTesting",
      dependencies: ["AppGraph"],
      path: "Library/AppGraphTesting",
      swiftSettings: strict
    ),
    .target(
      name: "AppGraphStorage",
      dependencies: ["AppGraph", "Security"],
      path: "Library/AppGraphStorage",
      swiftSettings: strict
    ),
    .testTarget(
      name: "SecurityTests",
      dependencies: ["AppGraph", "AppGraphStorage", "Security"],
      path: "Tests/SecurityTests",
      swiftSettings: strict
    ),
    .testTarget(
      name: "CombineTests",
      dependencies: ["AppGraph", "AppGraphTesting", "Combine"],
      path: "Tests/CombineTests",
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)
