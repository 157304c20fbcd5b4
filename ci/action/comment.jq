# verdict.json to the Markdown of a comment. Texts go into code spans, where Markdown has no other syntax: no links, no
# mentions, no HTML. Numbers are formatted here, and words come from the closed list.
def words: ["pass", "regressed", "improved", "inconclusive", "incomparable", "invalid", "missing", "new"];
def word: if (type == "string") and (. as $w | words | index($w)) then . else "unknown" end;
def span($limit):
  (if type == "string" then . else "" end)
  | gsub("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]"; " ") | gsub("`"; "'") | gsub("\\|"; "/") | .[0:$limit]
  | if test("[^ ]") then "`" + . + "`" else "" end;
def digits: if . == 0 then 3 else ([0, 3 - ((fabs | log10 | floor))] | max) end;
def rounded($places): ([1, 10, 100, 1000, 10000, 100000, 1000000][[$places, 6] | min]) as $scale | (. * $scale | round) / $scale;
def number: if type == "number" then rounded(digits) | tostring else "" end;
def sign: if . >= 0 then "+" else "" end;
def change($relative):
  if type != "number" then ""
  elif $relative then sign + ((. * 100 | rounded(1)) | tostring) + " %"
  else sign + number end;
def value($unit): if type == "number" then number + " " + $unit else "" end;
def list: if type == "array" then . else [] end;

def row:
  (.relative == true) as $relative
  | ((.unit | if type == "string" then . else "" end) | gsub("[^a-zA-Z0-9/% ]"; "") | .[0:20]) as $unit
  | "| " + ([(.scenario | span(64)), (.metric | span(64)), (.base | value($unit)), (.candidate | value($unit)),
     (.change.value? | change($relative)),
     (if .change then (.change.lo? | change($relative)) + " to " + (.change.hi? | change($relative)) else "" end),
     (.word | word)] | join(" | ")) + " |";
def shown: .role == "gate" or .word == "missing" or (.role == "equal" and .word != "pass" and .word != "new");
def rows: [.scenarios | list[] | .name as $name | .metrics | list[] | select(shown) | . + {scenario: $name}];
def rank: {"missing": 0, "regressed": 1, "invalid": 2, "inconclusive": 4, "improved": 5, "pass": 6}[.word | word] // 3;

if (type != "object") or .schema != "inferproof.verdict/1" then error("no verdict") else . end
| "### inferproof: " + (.word | word) + (if .exit_code == 0 then "" else ", exit code " + (.exit_code | if type == "number" then floor | tostring else "unknown" end) end),
  "",
  (.headline | span(600)),
  "",
  (rows | sort_by(rank) as $rows
   | if ($rows | length) == 0 then empty else
       "| scenario | metric | base | candidate | change | interval | verdict |", "|---|---|--:|--:|--:|---|---|",
       ($rows[0:40][] | row),
       (if ($rows | length) > 40 then "", "and \(($rows | length) - 40) more in the report" else empty end)
     end),
  "",
  "Quality: " + (.quality.word? | word) + " " + (.quality.summary? | span(300)),
  ([.quality.cases? | list[] | select(.word != "pass" and .word != "new")][0:20][]
   | "- case " + (.id | span(80)) + ": " + (.word | word) + " " + (.reason | span(300))),
  (.differences | list[0:20][] | "- differs: " + (.field | span(64)) + " base " + (.base | span(120)) + " candidate " + (.candidate | span(120))),
  (.caveats | list[0:10][] | "- note: " + span(300)),
  (if (.repeat_command | span(600)) != "" then "", "Repeat: " + (.repeat_command | span(600)) else empty end)
