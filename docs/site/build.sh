#!/bin/sh
# Builds the docs site from a clone: build.sh [FOLDER], by default build/docs. No network is used, and
# any warning ends the build. What is missing is said: exit status 77.
set -eu

CDPATH='' cd -- "$(dirname -- "$0")/../.."
folder=${1:-build/docs}

for program in sphinx-build doxygen python3; do
  command -v "$program" >/dev/null 2>&1 || { echo "skipped: $program is not installed"; exit 77; }
done
/usr/bin/python3 -c 'import furo, myst_parser' 2>/dev/null ||
  { echo 'skipped: python3-myst-parser or furo is not installed'; exit 77; }
[ -d /usr/share/javascript/katex ] || { echo 'skipped: libjs-katex is not installed'; exit 77; }

mkdir -p "$folder"
sphinx-build -q -E -W --keep-going -c docs/site -d "$folder/.doctrees" -b html . "$folder"
rm -rf "$folder/api"
mkdir -p "$folder/api"
CREDENCE_COMMENTED=$folder/.commented  # for docs/site/commented.sh
export CREDENCE_COMMENTED
python3 docs/site/doc_comments.py include/credence "$CREDENCE_COMMENTED"
{ cat docs/site/Doxyfile; printf 'OUTPUT_DIRECTORY = "%s/api"\n' "$folder"; } | doxygen - 2>"$folder/doxygen.log" || :
if [ -s "$folder/doxygen.log" ]; then
  cat "$folder/doxygen.log" >&2
  exit 1
fi
rm -rf "$folder/.doctrees" "$folder/.commented" "$folder/doxygen.log"
python3 docs/site/check_links.py "$folder"
cat >"$folder/index.html" <<'END'
<!DOCTYPE html>
<meta charset="utf-8">
<title>credence</title>
<meta http-equiv="refresh" content="0; url=docs/index.html">
<a href="docs/index.html">credence</a>
END
