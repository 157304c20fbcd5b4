#include "tests/support/hostile_report.h"

#include <gtest/gtest.h>

#include <iterator>
#include <string>

#include "harness/base/random.h"
#include "tests/support/report_checks.h"

namespace inferproof {
namespace {

// Strings of the pieces that mean something to a reader, seeded.
std::string HostileText(Random& random) {
  static const std::string kPieces[] = {"::",
                                        ":",
                                        "##[",
                                        "#",
                                        "##vso[task.complete result=",
                                        "::error",
                                        "##teamcity[",
                                        "error",
                                        "]",
                                        "[",
                                        "|",
                                        "'",
                                        "\n",
                                        "\r",
                                        "\r\n",
                                        "\x1b[2J",
                                        "\u202E",
                                        "\u2066",
                                        "\xFF",
                                        "\xC3",
                                        "a=b,",
                                        "%0A",
                                        "%25",
                                        "%AZP25",
                                        "%3B",
                                        ";",
                                        "<",
                                        ">",
                                        "&",
                                        "&amp;",
                                        "\"",
                                        "]]>",
                                        "<!--",
                                        "\uFFFE",
                                        std::string(1, '\0'),
                                        "`",
                                        "```",
                                        "|0x41",
                                        "\u00E9",
                                        "\U0001F600",
                                        " ",
                                        "--- ",
                                        "section_start:0:x",
                                        "\x08",
                                        "x"};
  std::string text;
  for (std::uint64_t i = random.Below(10); i > 0; --i) text += kPieces[random.Below(std::size(kPieces))];
  if (random.Below(50) == 0) text += std::string(5000, '%');
  return text;
}

TEST(HostileReport, GivesEachReaderItsOwnCommandsAndNoOther) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Report report = HostileReport([&] { return HostileText(random); });
    ASSERT_EQ(CheckReport(report), "") << "seed " << seed;
  }
}

TEST(HostileReport, AnErrorIsOneCommandWhateverItSays) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Random random(seed);
    FailureReport failure;
    failure.error = MakeError(ErrorCode::kUnreachable, HostileText(random), HostileText(random), HostileText(random));
    failure.suite = HostileText(random);
    failure.files = {HostileText(random)};
    failure.command_line = {HostileText(random)};
    const std::vector<Finding> findings = FindingsOf(failure);
    for (const std::string& problem : {CheckGithub("", findings), CheckAzure("", findings), CheckTeamcity("", findings),
                                       CheckPlain("", findings), CheckJunit(RenderJunit(failure))}) {
      ASSERT_EQ(problem, "") << "seed " << seed;
    }
    const std::string markdown = RenderMarkdown(failure) + RenderJobSummary(failure);
    ASSERT_TRUE(IsPlainText(markdown) && !HoldsCommands(markdown)) << "seed " << seed;
  }
}

TEST(GithubOutputs, NoValueEndsItsBlock) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const std::string value = HostileText(random) + "\nend_0\nverdict=pass\n" + HostileText(random);
    const std::string text = RenderGithubOutputs({{"report", value}});
    const std::string head = text.substr(0, text.find('\n'));
    const std::string delimiter = head.substr(head.find("<<") + 2);
    EXPECT_EQ(text, "report<<" + delimiter + "\n" + value + "\n" + delimiter + "\n");
    EXPECT_EQ(value.find(delimiter), std::string::npos);
  }
}

}  // namespace
}  // namespace inferproof
