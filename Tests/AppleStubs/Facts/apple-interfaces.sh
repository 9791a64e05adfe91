#!/bin/bash
# apple-interfaces.sh OUT PLATFORM VERSION
# Lays out, for type-checking only, a folder that swiftc takes as the SDK of an Apple platform, and prints
# the flags to use it with. What it holds is the toolchain's own textual interfaces of the open-source
# standard library, whose @available attributes name Apple's versions; the few lines that only Linux has
# are changed on the way. No code can be made from it, and nothing in it is Apple's.
set -eu
out=$1 platform=$2 version=$3
lib=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift/linux
case $platform in
  ios)     stem=x86_64-apple-ios     tail=-simulator lowest=16.0 file=x86_64-apple-ios-simulator ;;
  tvos)    stem=x86_64-apple-tvos    tail=-simulator lowest=16.0 file=x86_64-apple-tvos-simulator ;;
  watchos) stem=x86_64-apple-watchos tail=-simulator lowest=9.0  file=x86_64-apple-watchos-simulator ;;
  macos)   stem=x86_64-apple-macosx  tail=           lowest=13.0 file=x86_64-apple-macos ;;
esac
# With Objective-C at hand the compiler converts `&value` and strings to pointers only where this type
# is, and Linux's standard library lacks it.
objective_c='@frozen public struct AutoreleasingUnsafeMutablePointer<Pointee> : Swift._Pointer {
  public let _rawValue: Builtin.RawPointer
  public init(_ _rawValue: Builtin.RawPointer)
}'
for module in Swift _Concurrency Observation Synchronization SwiftOnoneSupport; do
  target=$out/usr/lib/swift/$module.swiftmodule/$file.swiftinterface
  mkdir -p "$(dirname "$target")"
  sed -E -e "s/-target x86_64-unknown-linux-gnu/-target $stem$lowest$tail -disable-availability-checking/" \
      -e '/^(@_exported )?import Glibc$/d' \
      -e 's/_swift_stdlib_gettid\(\)/UInt32(0)/g' \
      -e 's/@backDeployed\(before:[^)]*\)//' \
      "$lib/$module.swiftmodule/x86_64-unknown-linux-gnu.swiftinterface" > "$target.new"
  if [[ $module == Swift ]]; then printf '%s\n' "$objective_c" >> "$target.new"; fi
  # an unchanged file keeps its date, so that its compiled form in the cache stays good
  if cmp -s "$target.new" "$target"; then rm "$target.new"; else mv "$target.new" "$target"; fi
done
echo "-target $stem$version$tail -sdk $out -module-cache-path $out/cache -Xfrontend -disable-implicit-string-processing-module-import"
