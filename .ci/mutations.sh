#!/usr/bin/env bash
# Breaks the library on purpose, one defect at a time, and shows which test notices each.
#
# usage: .ci/mutations.sh [--check] [NAME...]      default: every patch of Tests/Mutations
#
# The defects are applied to a copy in .build/mutants; the checkout itself stays as it is. Each is
# built on top of the build before, and the quick tests run until the first of them fails, or for
# LIMIT seconds (60): a suite that does not end has noticed something too. What each build and run
# has printed is kept in .build/mutants/logs. All of it takes about ten minutes.
#
# --check only checks that every patch still applies.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec < /dev/null

patches=$PWD/Tests/Mutations
out=$PWD/.build/mutants
copy=$out/checkout
logs=$out/logs
limit=${LIMIT:-60}
# Left out: an exhaustive search, and what starts compilers or processes or measures large graphs.
slow='No order of five events|DependencyGraphBuilderDiagnosticsTests|traps by name|trap with the'
slow+='|[Tt]en thousand|of thousands|A killed writer'
# Tried when no rule by name has noticed anything.
random='No random course|Long random scripts|When requests stop|[Rr]andom graphs'

only_check=false
if [[ ${1:-} == --check ]]; then
  only_check=true
  shift
fi
if [[ $# -eq 0 ]]; then
  mapfile -t names < <(cd "$patches" && printf '%s\n' *.patch | sed 's/\.patch$//')
else
  names=("$@")
fi

passed=0 failed=0
finish() {
  printf '%d passed, %d failed\n' "$passed" "$failed"
  [[ $failed -eq 0 ]]
}

# One line for one defect: its name, and what became of it.
tell() {
  printf '%-32s %s\n' "$1" "$2"
}

if $only_check; then
  for name in "${names[@]}"; do
    if git apply --check "$patches/$name.patch"; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      tell "$name" "error: does not apply"
    fi
  done
  finish
  exit
fi

# Brings the copy up to date; a file that is equal keeps its date, so that it is not built again.
refresh() {
  local file
  mkdir -p "$copy" "$logs"
  while IFS= read -r -d '' file; do
    if [[ ! -e $file ]]; then rm "$copy/$file"; fi
  done < <(cd "$copy" && find . -path ./.build -prune -o -type f ! -name Package.swift -print0)
  while IFS= read -r -d '' file; do
    if ! cmp -s "$file" "$copy/$file"; then
      mkdir -p "$(dirname "$copy/$file")"
      cp "$file" "$copy/$file"
    fi
  done < <(find Sources/AppGraph Sources/AppGraphTesting Sources/AppGraphStorage \
    Tests/AppGraphTests Tests/AppGraphStorageTests Tests/ScenarioTests -type f -print0)
  # The library and its tests alone: a defect may warn, and nothing else has to be built with it.
  manifest > "$out/Package.swift"
  if ! cmp -s "$out/Package.swift" "$copy/Package.swift"; then
    cp "$out/Package.swift" "$copy/Package.swift"
  fi
}

manifest() {
  cat << 'END'
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "AppGraph",
  targets: [
    .target(name: "AppGraph"),
    .target(name: "AppGraphTesting", dependencies: ["AppGraph"]),
    .target(name: "AppGraphStorage", dependencies: ["AppGraph"]),
    .testTarget(name: "AppGraphTests", dependencies: ["AppGraph", "AppGraphTesting"]),
    .executableTarget(
      name: "storage-writer",
      dependencies: ["AppGraph", "AppGraphStorage"],
      path: "Tests/AppGraphStorageTests/Writer",
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]
    ),
    .testTarget(
      name: "AppGraphStorageTests",
      dependencies: ["AppGraph", "AppGraphStorage", "storage-writer"],
      exclude: ["Writer"]
    ),
    .testTarget(
      name: "ScenarioTests",
      dependencies: ["AppGraph", "AppGraphTesting"],
      exclude: ["Cases"]
    ),
  ],
  swiftLanguageModes: [.v6]
)
END
}

build() {
  swift build --package-path "$copy" --build-tests -debug-info-format none > "$1" 2>&1
}

# Applies a patch to the copy, which is no repository of its own but lies within one.
patch_copy() {
  (cd "$copy" && GIT_CEILING_DIRECTORIES=$out git apply "$@")
}

# Runs tests until the first failure; says what failed, and nothing if all passed.
first_failure() {
  local log=$1 run status=0 issue='recorded an issue|Fatal error|error: Exited'
  shift
  : > "$log"
  # Line by line, so that a suite that hangs has told what it hangs in.
  timeout --kill-after=10 "$limit" stdbuf -oL swift test --package-path "$copy" --skip-build \
    -debug-info-format none --disable-xctest "$@" > "$log" 2>&1 &
  run=$!
  while kill -0 "$run" 2> /dev/null && ! grep -qE "$issue" "$log"; do sleep 0.2; done
  kill "$run" 2> /dev/null || true
  wait "$run" 2> /dev/null || status=$?
  if grep -qE "$issue" "$log"; then
    describe "$(grep -m1 -A1 -E "$issue" "$log")"
  elif [[ $status -eq 124 ]]; then
    echo "$(still_running "$log") (no end within $limit s)"
  elif [[ $status -ne 0 ]]; then
    echo "exit status $status"
  fi
}

# Of an issue: the name of the test, the arguments and the place; of a case also its number.
describe() {
  local issue=${1%%$'\n'*} case='↳ ([A-Z]+-?[0-9]+)'
  local test='Test "([^"]*)" recorded an issue( with [^:]*)? at ([^ :]+:[0-9]+)'
  if [[ $issue =~ $test ]]; then
    printf '%s%s (%s)' "${BASH_REMATCH[@]:1:3}"
    if [[ ${1#*$'\n'} =~ $case ]]; then printf ' %s' "${BASH_REMATCH[1]}"; fi
  else
    printf '%s' "$issue"
  fi
}

# The first test that has begun and not ended.
still_running() {
  local test
  while IFS= read -r test; do
    if ! grep -F "Test \"$test\" " "$1" | grep -q ' passed after '; then
      printf '%s' "$test"
      return
    fi
  done < <(sed -nE 's/^.*Test "(.*)" started\.$/\1/p' "$1")
}

# The rules first, then the random tests.
notice() {
  local found
  found=$(first_failure "$logs/$1.test" --skip "$slow|$random")
  if [[ -z $found ]]; then found=$(first_failure "$logs/$1.random" --filter "$random"); fi
  printf '%s' "$found"
}

refresh
build "$logs/none.build" || {
  cat "$logs/none.build"
  echo "error: the copy does not build" >&2
  exit 1
}
found=$(notice none)
if [[ -n $found ]]; then
  echo "error: the suite fails without any defect: $found" >&2
  exit 1
fi

for name in "${names[@]}"; do
  verdict=
  if ! patch_copy "$patches/$name.patch"; then
    verdict="error: does not apply"
  elif ! build "$logs/$name.build"; then
    verdict="error: does not compile"
  else
    found=$(notice "$name")
    if [[ -z $found ]]; then verdict=SURVIVED; fi
  fi
  if [[ -z $verdict ]]; then
    passed=$((passed + 1))
    tell "$name" "noticed by: $found"
  else
    failed=$((failed + 1))
    tell "$name" "$verdict"
  fi
  if [[ $verdict != "error: does not apply" ]]; then
    patch_copy --reverse "$patches/$name.patch"
  fi
done
finish
