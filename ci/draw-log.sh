#!/usr/bin/env bash
# Draws the text of a log as an SVG, as a CI system shows it: long lines folded, bad news red. Usage: ci/draw-log.sh TITLE <LOG >SVG
# docs/img/red-build.svg is the log of a real gate:
#   ./ci/demo.sh --inject slow | grep -v '^demo:' | ci/draw-log.sh "perf-gate / gate" >docs/img/red-build.svg
set -euo pipefail

readonly width=156
sed 's/\x1b\[[0-9;]*m//g' | LC_ALL=C tr -d '\000-\010\013-\037\177' | LC_ALL=C.UTF-8 awk -v title="${1:-log}" -v columns="$width" '
  function escaped(text) {
    gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text)
    return text
  }
  function colour(text) {
    if (text ~ /^::error|^verdict: (regressed|missing|invalid|incomparable)/ || text ~ / (regressed|missing) +[a-z(]/) return "#ff7b72"
    if (text ~ /^::warning|^note: |^verdict: (inconclusive|new)/) return "#d29922"
    if (text ~ /^verdict: (pass|improved)/) return "#3fb950"
    return "#c9d1d9"
  }
  function add(text, fill) { lines[++n] = text; fills[n] = fill }
  {
    fill = colour($0)
    rest = $0
    while (length(rest) > columns) {
      for (cut = columns; cut > 0 && substr(rest, cut, 1) != " "; --cut) {}
      if (cut == 0) cut = columns
      add(substr(rest, 1, cut), fill)
      rest = substr(rest, cut + 1)
    }
    add(rest, fill)
  }
  END {
    high = 18
    w = columns * 7.25 + 32
    h = (n + 3) * high + 12
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n", w, h, w, h
    printf "<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" rx=\"6\" fill=\"#0d1117\"/>\n", escaped(title)
    printf "<text x=\"16\" y=\"26\" font-family=\"sans-serif\" font-size=\"14\" font-weight=\"bold\" fill=\"#c9d1d9\">%s</text>\n", escaped(title)
    print "<g font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"12\" xml:space=\"preserve\">"
    for (i = 1; i <= n; ++i) {
      printf "<text x=\"16\" y=\"%d\" fill=\"%s\">%s</text>\n", (i + 2) * high + 4, fills[i], escaped(lines[i])
    }
    print "</g>\n</svg>"
  }'
