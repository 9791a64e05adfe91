#!/usr/bin/env bash
# Compares the features of the target ClientUpcoming with the upcoming ones that the compiler knows
# and that Swift 6 does not have on already.
#
# usage: .ci/features.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

manifest=$(swift package dump-package)
compiler=$(swiftc -print-supported-features)
MANIFEST=$manifest COMPILER=$compiler python3 -c '
import json, os, sys
known = {
  feature["name"]
  for feature in json.loads(os.environ["COMPILER"])["features"]["upcoming"]
  if feature.get("enabled_in") not in ("5", "6")
}
for target in json.loads(os.environ["MANIFEST"])["targets"]:
  if target["name"] == "ClientUpcoming":
    kinds = [setting["kind"] for setting in target["settings"]]
    used = {kind["enableUpcomingFeature"]["_0"] for kind in kinds if "enableUpcomingFeature" in kind}
if used != known:
  missing, unknown = sorted(known - used), sorted(used - known)
  sys.exit(f"error: ClientUpcoming: missing {missing}, unknown to the compiler {unknown}")
print("ClientUpcoming has all of", ", ".join(sorted(known)))'
