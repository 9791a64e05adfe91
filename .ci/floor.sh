#!/usr/bin/env bash
# Type-checks the library against the oldest systems it promises to run on.
#
# usage: .ci/floor.sh [PLATFORM VERSION]...      default: the floor of every platform
#
# Two platforms are checked at a time, or JOBS. Compiling the interfaces takes most of a minute for
# each platform, once; they are kept in .build/floor.
#
# The SDK is made of the toolchain's own interfaces (Tests/AppleStubs/Facts/apple-interfaces.sh), which
# carry Apple's availability, and a stand-in for Darwin. Foundation, Dispatch and `os` do not exist
# there. What it proves: no declaration is used that an old system lacks. Nothing is linked or run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Relative, so that the flags are words whatever the name of the checkout.
out=.build/floor
if [[ $# -eq 0 ]]; then set -- ios 16.0 macos 13.0 tvos 16.0 watchos 9.0; fi

# The features of the manifest, so that the two cannot drift apart.
mapfile -t features < <(swift package dump-package | python3 -c '
import json, sys
for target in json.load(sys.stdin)["targets"]:
  if target["name"] == "AppGraph":
    for setting in target["settings"]:
      name = setting["kind"].get("enableUpcomingFeature")
      if name: print("-enable-upcoming-feature", name["_0"], sep="\n")')
if [[ ${#features[@]} -eq 0 ]]; then
  echo "error: the manifest was not read" >&2
  exit 1
fi

# Compiles a module into the folder of a platform. The compiler warns that the SDK has no
# SDKSettings.json, which is so by design; everything else that it says is shown.
module() {
  local name=$1 log=$into/$1.log status=0
  shift
  # Whole modules: a declaration that is refused must not hide the body that would be.
  swiftc -emit-module -emit-module-path "$into/$name.swiftmodule" -module-name "$name" \
    -whole-module-optimization -parse-as-library $flags -I "$into" "$@" 2> "$log" || status=$?
  grep -v SDKSettings "$log" >&2 || true
  if [[ $status -ne 0 ]]; then
    echo "error: $name does not compile for $platform $version" >&2
    return 1
  fi
}

check() {
  local platform=$1 version=$2 into=$out/$1-$2 flags name sources
  # A module of an earlier run must not stand in for one that no longer compiles.
  rm -rf "$into"
  mkdir -p "$into"
  flags=$(Tests/AppleStubs/Facts/apple-interfaces.sh "$out/$platform" "$platform" "$version")
  module Darwin -swift-version 5 Tests/AppleStubs/Darwin/Darwin.swift
  for name in AppGraph AppGraphTesting; do
    mapfile -d '' -t sources < <(find "Sources/$name" -name '*.swift' -print0 | sort -z)
      module "$name" -swift-version 6 -package-name appgraph -warnings-as-errors \
      "${features[@]}" "${sources[@]}"
  done
  touch "$into/passed"
  echo "$platform $version: type-checked"
}

checked=()
while [[ $# -gt 0 ]]; do
  # How a check ended is read from its folder, below.
  if [[ $(jobs -rp | wc -l) -ge ${JOBS:-2} ]]; then wait -n || true; fi
  check "$1" "$2" &
  checked+=("$out/$1-$2/passed")
  shift 2
done
wait
for passed in "${checked[@]}"; do [[ -e $passed ]]; done
