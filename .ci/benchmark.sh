#!/usr/bin/env bash
# Measures what the library costs beside what the same costs without it, and fails where that has
# become more than it may be.
#
# usage: .ci/benchmark.sh
#
# What is compared is a ratio of two things measured in turn in one process, or a count; never a time.
# A ratio fails above TOLERANCE (1.6) times what it usually is, which `usual` below says, or times its
# bar where it is not listed there. So a busy machine, on which the median of seven rounds is off by a
# third now and then, passes, and what makes anything twice as slow does not. What fails is measured
# again, at most twice: a defect stays, noise does not. About 10 s, and the build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec < /dev/null

swift build -c release --product appgraph-benchmark
program=$(swift build -c release --show-bin-path)/appgraph-benchmark
TOLERANCE=${TOLERANCE:-1.6} python3 - "$program" <<'PYTHON'
import json
import os
import subprocess
import sys

program = sys.argv[1]
tolerance = float(os.environ["TOLERANCE"])
# What each row costs as a multiple of its baseline on a quiet machine; never above the bar.
usual = {
    ("read", "stored property"): 1.35,
    ("read", "lock, unchecked cast"): 0.27,
    ("read-app", "stored property"): 1.6,
    ("read-state", "stored property"): 1.35,
    ("read-main-actor", "stored property"): 1.45,
    ("default", "stored property"): 3.9,
    ("ambient", "stored property"): 1.1,
    ("switch", "bare construction"): 15,
    ("switch-observed", "bare construction"): 19,
    ("k-of-n", "20 of 100"): 1.05,
    ("plan", "dictionary of 10,000"): 10,
}
# Times, which depend on the machine: shown by the program, not judged here.
timed = {"slow-making", "machine"}


def measure(rows):
    arguments = [argument for row in rows for argument in ("--row", row)]
    result = subprocess.run(
        [program, "--quick", "--json", *arguments], capture_output=True, text=True, timeout=60
    )
    if result.returncode not in (0, 1):
        sys.exit(f"{program} ended with status {result.returncode}: {result.stderr}")
    return json.loads(result.stdout)["findings"]


def regressions(findings):
    """What is above its limit, as pairs of a row and a sentence."""
    for finding in findings:
        row, subject = finding["row"], finding["subject"]
        allocations, most = finding.get("allocations"), finding.get("allocation_bar")
        if allocations is not None and most is not None and allocations > most + 0.5:
            yield row, f"{row}, {subject}: {allocations:.1f} allocations, at most {most:.0f}"
        if finding.get("bar") is None or row in timed:
            continue
        if finding["bar_kind"] == "value":
            # A count, bytes, or virtual time: the same in every run.
            if finding["median"] > finding["bar"]:
                yield row, (
                    f"{row}, {subject}: {finding['median']:.1f} {finding['unit']}, "
                    f"bar {finding['bar']:.1f}"
                )
            continue
        expected = usual.get((row, finding["baseline"]), finding["bar"])
        # The heap after many switches is no measurement of time.
        limit = finding["bar"] if row == "endurance" else expected * tolerance
        if finding["ratio"] > limit:
            yield row, (
                f"{row}, {subject}: {finding['ratio']:.2f} times {finding['baseline']} "
                f"({finding['median']:.0f} beside {finding['baseline_median']:.0f} "
                f"{finding['unit']}), limit {limit:.2f}, bar {finding['bar']:.2f}"
            )


findings = measure([])
judged = sum(finding.get("bar") is not None and finding["row"] not in timed for finding in findings)
found = list(regressions(findings))
for _ in range(2):
    if not found:
        break
    rows = sorted({row for row, _ in found})
    print(f"measuring again: {', '.join(rows)}")
    found = list(regressions(measure(rows)))
for _, sentence in found:
    print(f"error: {sentence}")
if found:
    sys.exit(1)
print(f"{judged} figures are within their limits")
PYTHON
