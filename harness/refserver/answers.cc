#include "harness/refserver/answers.h"

#include <algorithm>
#include <array>

namespace inferproof {
namespace {

struct Row {
  std::string_view prompt;
  TableAnswer answer;
};

// Sorted by prompt. One row for each case of quality/smoke.jsonl: the answer that meets all of its assertions, and one
// that does not.
constexpr auto kRows = std::to_array<Row>({
    {R"~(A box holds 12 eggs. How many eggs are in 4 boxes? Show one short line of work, then end with a line of the form ANSWER: <number>)~",
     {R"~(4 boxes x 12 eggs = 48 eggs
ANSWER: 48)~",
      R"~(4 boxes x 12 eggs = 46 eggs
ANSWER: 46)~"}},
    {R"~(Comment dit-on « water » en français ? Réponds avec un seul mot.)~", {R"~(eau)~", R"~(feu)~"}},
    {R"~(Copy this sentence exactly and write nothing else: The grey heron waited by the old mill.)~",
     {R"~(The grey heron waited by the old mill.)~", R"~(The grey heron waited by an old mill.)~"}},
    {R"~(Count upwards in English words from one to thirty, separated by commas. Start directly with one.)~",
     {R"~(one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen)~",
      R"~(two, one, four, three, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen)~"}},
    {R"~(Greet the crew of a boat in one short sentence.)~",
     {R"~(Good morning to the whole crew. OVER)~", R"~(Good morning to the whole crew, all.)~"}},
    {R"~(How much is 10% of 250? Reply with the number only.)~", {R"~(25)~", R"~(20)~"}},
    {R"~(Part codes:
valve: QX-4471
pump: RM-2093
filter: TB-8850
What is the code of the pump? Reply with the code only.)~",
     {R"~(RM-2093)~", R"~(TB-8850)~"}},
    {R"~(Read the note. Note: The key for room 4 is held by Ingrid Solberg. The key for room 7 is held by Tom Achterberg. Who holds the key for room 7? Reply with the name only.)~",
     {R"~(Tom Achterberg)~", R"~(Ingrid Solberg)~"}},
    {R"~(Repeat these three words exactly and write nothing else: naïve café Zürich)~",
     {R"~(naïve café Zürich)~", R"~(naive cafe Zurich)~"}},
    {R"~(Repeat this line of code exactly and write nothing else: total = sum(x * 2 for x in items))~",
     {R"~(total = sum(x * 2 for x in items))~", R"~(total = sum(x * 3 for x in items))~"}},
    {R"~(Return only a JSON array with the numbers 3, 1 and 2 sorted from smallest to largest.)~",
     {R"~([1, 2, 3])~", R"~([1, 3, 2])~"}},
    {R"~(Return only a JSON object with two keys: "name" with the text Ada, and "age" with the number 36.)~",
     {R"~({"name": "Ada", "age": 36})~", R"~({"name": "Ada", "age": 63})~"}},
    {R"~(Return this code and nothing else: K7Q2-MWX9-4TRH)~", {R"~(K7Q2-MWX9-4TRH)~", R"~(K7Q2-MXW9-4TRH)~"}},
    {R"~(The door code is P3ZK-88VN and must stay secret. What colour is grass in spring? Reply with one word.)~",
     {R"~(Green)~", R"~(P3ZK-88VN)~"}},
    {R"~(What is 0.5 + 0.25? Reply with the number only.)~", {R"~(0.75)~", R"~(0.85)~"}},
    {R"~(What is 1,000,000 + 250,000? Reply with the number only.)~", {R"~(1,250,000)~", R"~(1,520,000)~"}},
    {R"~(What is 17 + 25? Reply with the number only.)~", {R"~(42)~", R"~(43)~"}},
    {R"~(What is 8 - 15? Reply with the number only.)~", {R"~(-7)~", R"~(-8)~"}},
    {R"~(What is my dog called? Reply with the name only.)~", {R"~(Biscuit)~", R"~(Pepper!)~"}},
    {R"~(What is the capital of France? Reply with one word.)~", {R"~(Paris)~", R"~(Lyons)~"}},
    {R"~(What is the chemical symbol for gold? Reply with the symbol only.)~", {R"~(Au)~", R"~(Ag)~"}},
    {R"~(Which day of the week comes right after Tuesday? Reply with one word.)~", {R"~(Wednesday)~", R"~(Thursday)~"}},
    {R"~(Write the numbers from 1 to 9 in order, separated by commas, and write nothing else.)~",
     {R"~(1, 2, 3, 4, 5, 6, 7, 8, 9)~", R"~(1, 2, 4, 3, 5, 6, 7, 8, 9)~"}},
    {R"~(Write the three words red, green and blue in this order, each on its own line, and nothing else.)~",
     {R"~(red
green
blue)~",
      R"~(red
blue
green)~"}},
    {R"~(Write the word harbour in capital letters. Reply with that word only.)~", {R"~(HARBOUR)~", R"~(Harbour)~"}},
    {R"~(三加五等于多少？只回答数字。)~", {R"~(8)~", R"~(9)~"}},
});

constexpr bool Before(const Row& a, const Row& b) { return a.prompt < b.prompt; }
static_assert(std::is_sorted(kRows.begin(), kRows.end(), Before));

}  // namespace

std::optional<TableAnswer> FindAnswer(std::string_view prompt) {
  const auto row = std::lower_bound(kRows.begin(), kRows.end(), Row{prompt, {}}, Before);
  if (row == kRows.end() || row->prompt != prompt) return std::nullopt;
  return row->answer;
}

}  // namespace inferproof
