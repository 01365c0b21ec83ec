#!/bin/sh
# What the code costs those who compile it: time and memory of the release, of a rebuild after one header has
# changed, and of users' programs. Called by ./dev weigh; builds from scratch in build/weigh, without ccache.
set -eu
LC_ALL=C
CCACHE_DISABLE=1
export LC_ALL CCACHE_DISABLE

CDPATH='' cd -- "$(dirname -- "$0")/../.."
build=$PWD/build/weigh
compiled=$build/compiled.txt  # one line for each run of the compiler; see launcher
jobs=2
header=include/credence/family/gamma_poisson.hpp

fail() {
  printf 'weigh: %s\n' "$*" >&2
  exit 1
}

# GNU time in front of the compiler: seconds, processor seconds (user, system), peak kB, command.
launcher="/usr/bin/time;--append;--output=$compiled;--format=%e,%U,%S,%M,%C"

seconds_now() {
  date +%s
}

# Runs a command quietly; what it said is shown if it fails.
quietly() {
  "$@" >"$build/log.txt" 2>&1 || {
    tail -n 50 "$build/log.txt" >&2
    fail "'$*' failed; the end of its messages is above"
  }
}

# Awk functions: the source file that a line of compiled.txt is about, below the project's folder, and
# its object, below that of the build.
# shellcheck disable=SC2016
names='
function object_name(line,   words, n, i) {
  n = split(line, words, " ")
  for (i = 1; i < n; i++)
    if (words[i] == "-o") return words[i + 1]
  return "?"
}
function source_name(line,   words, n, i) {
  n = split(line, words, " ")
  for (i = 1; i < n; i++)
    if (words[i] == "-c")
      return substr(words[i + 1], index(words[i + 1], root "/") == 1 ? length(root) + 2 : 1)
  return "?"
}'

build_release() {
  rm -rf "$build"
  mkdir -p "$build"
  quietly cmake --preset release -B "$build" -DCREDENCE_USE_CCACHE=OFF \
    "-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher"
  begin=$(seconds_now)
  quietly cmake --build "$build" --parallel $jobs
  elapsed=$(($(seconds_now) - begin))
}

# How long ninja waited for each object, and what the processor did for it.
show_folders() {
  printf 'Release from scratch, %d jobs: %d s elapsed\n\n' "$jobs" "$elapsed"
  printf '%-14s %8s %12s %14s\n' folder objects 'seconds' 'processor s'
  awk -F '\t' -v root="$PWD" "$names"'
    # A target whose files are compiled several at a time stands as one: learners, studies, tool.
    function folder_of(file) {
      if (file ~ /\/CMakeFiles\/credence_[a-z]+\.dir\//) {
        sub(/.*\/CMakeFiles\/credence_/, "", file)
        sub(/\.dir\/.*/, "", file)
        return file
      }
      if (sub(/^src\/CMakeFiles\/credence\.dir\//, "", file)) {
        sub(/\/.*/, "", file)
        return "src/" file
      }
      return "other"
    }
    FILENAME ~ /compiled\.txt$/ {
      split($0, part, ",")
      folder = folder_of(object_name($0))
      processor[folder] += part[2] + part[3]
      next
    }
    /^#/ { next }
    $4 ~ /\.(o|gch|a)$|^bin\// { wall[$4] = ($2 - $1) / 1000 }  # a later line of the same output counts
    END {
      for (object in wall) {
        folder = folder_of(object)
        seconds[folder] += wall[object]
        if (object ~ /\.o$/) objects[folder]++
      }
      for (folder in seconds) {
        printf "%-14s %8d %12.1f %14.1f\n", folder, objects[folder], seconds[folder], processor[folder]
        all += seconds[folder]; all_objects += objects[folder]; all_processor += processor[folder]
      }
      printf "~all %18d %12.1f %14.1f\n", all_objects, all, all_processor
    }' "$build/.ninja_log" "$compiled" | sort | sed 's/^~all /all  /'
}

# The dearest runs of the compiler in compiled.txt.
show_dearest() {
  printf '\n%-44s %12s %10s\n' "$1" 'processor s' 'peak MB'
  awk -F , -v root="$PWD" "$names"'
    { printf "%-44s %12.1f %10.0f\n", source_name($0), $2 + $3, $4 / 1024 }' "$compiled" |
    sort -k 2,2 -nr | head -n "$2"
}

# Objects that are compiled anew when the header of one family has changed.
show_rebuild() {
  [ -f "$header" ] || fail "there is no $header"
  : >"$compiled"
  touch "$header"
  begin=$(seconds_now)
  quietly cmake --build "$build" --parallel $jobs
  awk -F , -v header="$header" -v elapsed=$(($(seconds_now) - begin)) '
    { processor += $2 + $3 }
    END {
      printf "\nAfter touch %s: %d objects, %.1f processor s, %d s elapsed\n",
        header, NR, processor, elapsed
    }' "$compiled"
}

# Code is every executable section of every object in the static library. A section in a group (flag
# G: an inline function or an instance of a template) is kept once by the linker; each further section
# of the same name is a duplicate.
show_duplicates() {
  find "$build/src/CMakeFiles" -name '*.o' -exec readelf -S -W {} + | awk '
    function number(hex,   value, i) {
      value = 0
      for (i = 1; i <= length(hex); i++)
        value = 16 * value + index("0123456789abcdef", substr(hex, i, 1)) - 1
      return value
    }
    # [ 5] name PROGBITS address offset size entry flags ...
    sub(/^ *\[ *[0-9]+\] /, "") && $2 == "PROGBITS" && $7 ~ /X/ {
      size = number($5)
      all += size
      if ($7 ~ /G/ && seen[$1]++) duplicate += size
    }
    END {
      printf "\nCode in the objects of the library: %.1f MB, of which the linker throws away %.1f MB as duplicate (%.0f %%)\n",
        all / 1e6, duplicate / 1e6, 100 * duplicate / all
    }'
}

show_headers() {
  find include/credence -name '*.hpp' ! -path '*/detail/*' -exec awk '
    FNR == 1 { ++headers }
    END { printf "Public headers: %d of %d lines, folders named detail left out\n", headers, NR }' {} +
}

# What a user waits for: programs of README and examples, against the installed package.
show_users() {
  quietly cmake --install "$build" --prefix "$build/installed"
  quietly cmake -S tests/weigh -B "$build/users" -G Ninja "-DCMAKE_PREFIX_PATH=$build/installed" \
    -DCMAKE_CXX_FLAGS=-O2 "-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher"
  : >"$compiled"
  quietly cmake --build "$build/users" --parallel 1
  show_dearest "users' programs, -O2" 5
}

[ -x /usr/bin/time ] || fail "needs GNU time (Debian package time)"
build_release
show_folders
show_dearest 'dearest translation units' 5
show_rebuild
show_duplicates
show_headers
show_users
