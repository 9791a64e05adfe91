#!/usr/bin/env bash
# Builds packages of somebody else that depend on this one. By path, our warnings are errors there too;
# by version, what counts is what git would hand out, and the package that asks is of an older kind.
#
# Since Swift 6.2 the package manager lets unsafe flags of a dependency pass, so the manifest is asked.
#
# usage: .ci/dependent.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if swift package dump-package | grep -q '"unsafeFlags"'; then
  echo "error: the manifest uses unsafe flags" >&2
  exit 1
fi

package=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Writes a package, builds it and runs its test.
dependent() {
  local name=$1 tools=$2 dependency=$3 folder=$work/$1
  mkdir -p "$folder/Sources/$name" "$folder/Tests/${name}Tests"
  cat > "$folder/Package.swift" <<EOF
// swift-tools-version: $tools
import PackageDescription

let package = Package(
  name: "$name",
  platforms: [.iOS(.v16), .macOS(.v13)],
  dependencies: [$dependency],
  targets: [
    .target(name: "$name", dependencies: [.product(name: "AppGraph", package: "AppGraph")]),
    .testTarget(
      name: "${name}Tests",
      dependencies: ["$name", .product(name: "AppGraphTesting", package: "AppGraph")]),
  ]
)
EOF
  cat > "$folder/Sources/$name/Number.swift" <<EOF
import AppGraph

enum NumberKey: AppEnvironmentKey {
  static let defaultValue = 1
}

extension AppEnvironmentValues {
  public var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}
EOF
  cat > "$folder/Tests/${name}Tests/NumberTests.swift" <<EOF
import AppGraph
import AppGraphTesting
import Testing
import $name

@Test func number() {
  var environment = AppEnvironmentValues()
  environment.number += 1
  #expect(environment.number == 2)
}
EOF
  swift test --package-path "$folder" --disable-xctest --disable-dependency-cache --quiet
  echo "$name (tools $tools): builds, its test passes"
}

# A copy of what stands here, committed or not, under the name that a clone has.
mkdir "$work/AppGraph"
tar -C "$package" --exclude ./.build --exclude ./.git -cf - . | tar -C "$work/AppGraph" -xf -
dependent ByPath 6.2 '.package(path: "../AppGraph")'

git -C "$work/AppGraph" init --quiet
git -C "$work/AppGraph" add --all
git -C "$work/AppGraph" -c user.name=CI -c user.email=ci@localhost -c commit.gpgsign=false \
  commit --quiet --no-verify --message "As it stands"
git -C "$work/AppGraph" tag 1.0.0
dependent ByVersion 5.9 ".package(url: \"file://$work/AppGraph\", from: \"1.0.0\")"
