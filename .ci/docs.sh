#!/usr/bin/env bash
# Builds the documentation site with the toolchain alone. Fails when a public symbol is not documented
# or a link leads nowhere.
#
# usage: .ci/docs.sh [OUTPUT [MODULE...]]      modules in dependency order
#        HOSTING_BASE_PATH=/name .ci/docs.sh   for a site that is not served from the root
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

output=${1:-.build/documentation}
shift $(($# > 0))
if [[ $# -eq 0 ]]; then set -- AppGraph AppGraphTesting AppGraphStorage; fi
package=$(swift package describe --type json | python3 -c 'import json, sys; print(json.load(sys.stdin)["name"])')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
shopt -s nullglob

# 1. One symbol graph a module, read from the built modules. Unlike `-emit-symbol-graph`, the
#    extractor gives a member that meets a requirement the requirement's comment.
swift build --quiet
modules=$(swift build --show-bin-path)/Modules
triple=$(swift -print-target-info | python3 -c 'import json, sys; print(json.load(sys.stdin)["target"]["unversionedTriple"])')
mkdir -p "$work/graphs"
for module in "$@"; do
  swift symbolgraph-extract -module-name "$module" -I "$modules" -target "$triple" \
    -minimum-access-level public -skip-synthesized-members -emit-extension-block-symbols \
    -output-dir "$work/graphs"
done

# 2. Every public symbol must say what it is.
python3 .ci/doc_coverage.py --require 100 "$work/graphs"/*.symbols.json

# 3. One archive a module; later modules may link to earlier ones as ``/Module/Symbol``.
archives=() dependencies=()
for module in "$@"; do
  input=$work/input/$module
  mkdir -p "$input"
  cp "$work/graphs/$module".symbols.json "$input/"
  for extended in "$work/graphs/$module"@*.symbols.json; do cp "$extended" "$input/"; done
  if [[ -d Examples/Snippets ]]; then
    python3 .ci/snippets.py "$package" Examples/Snippets "$input/$package-snippets.symbols.json"
  fi
  archive=$work/$module.doccarchive
  # A module without a catalog gets the page that its symbols make.
  catalog=()
  if [[ -d Sources/$module/$module.docc ]]; then catalog=("Sources/$module/$module.docc"); fi
  docc convert "${catalog[@]}" \
    --additional-symbol-graph-dir "$input" \
    --output-path "$archive" \
    --fallback-display-name "$module" \
    --fallback-bundle-identifier "$package.$module" \
    --fallback-default-module-kind Library \
    --enable-experimental-external-link-support \
    "${dependencies[@]}" \
    --warnings-as-errors
  archives+=("$archive")
  dependencies+=(--dependency "$archive")
done

# 4. One site.
rm -rf "$output"
docc merge "${archives[@]}" --synthesized-landing-page-name "$package" --output-path "$work/site"
if [[ -n ${HOSTING_BASE_PATH:-} ]]; then
  docc process-archive transform-for-static-hosting "$work/site" \
    --hosting-base-path "$HOSTING_BASE_PATH" --output-path "$output"
else
  cp -R "$work/site" "$output"
fi
printf '<meta http-equiv="refresh" content="0; url=documentation/">\n' > "$output/index.html"
echo "documentation: $output/documentation/index.html"
