#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "harness/json/document.h"
#include "tests/support/azure_commands.h"
#include "tests/support/cli_process.h"
#include "tests/support/teamcity_messages.h"
#include "tests/support/tiny_http_server.h"
#include "tests/support/workflow_commands.h"
#include "tests/support/xml_reader.h"

namespace inferproof {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using Variables = std::map<std::string, std::string>;

// The variables of a GitHub runner, with its two files.
Variables GithubRunner(const GateDirectory& directory) {
  directory.Write("summary.md", "");
  directory.Write("outputs.txt", "");
  return {{"CI", "true"},
          {"GITHUB_ACTIONS", "true"},
          {"GITHUB_STEP_SUMMARY", directory.At("summary.md")},
          {"GITHUB_OUTPUT", directory.At("outputs.txt")},
          {"GITHUB_WORKSPACE", directory.At(".")}};
}

// GITHUB_OUTPUT as the runner reads it: "name<<delimiter", lines, the delimiter.
Variables StepOutputs(const GateDirectory& directory) {
  Variables outputs;
  const std::vector<std::string> lines = Split(directory.Text("outputs.txt"), '\n');
  for (std::size_t i = 0; i + 2 < lines.size(); i += 3) {
    const std::size_t at = lines[i].find("<<");
    if (at == std::string::npos || lines[i].substr(at + 2) != lines[i + 2]) return {};
    outputs[lines[i].substr(0, at)] = lines[i + 1];
  }
  return outputs;
}

// A place that an annotation names, and what it is about.
struct Place {
  std::string file;
  int line = 0;
  std::string check;  // a metric, or "quality", "scenario", "verdict"
  std::string text;
};

// The file is there, and the line holds that metric, case or scenario.
void ExpectHolds(const GateDirectory& directory, const Place& place) {
  SCOPED_TRACE(place.file + ":" + std::to_string(place.line) + " " + place.check);
  const std::vector<std::string> lines = Split(directory.Text(place.file), '\n');
  ASSERT_GE(place.line, 1);
  ASSERT_LE(static_cast<std::size_t>(place.line), lines.size());
  const std::string& line = lines[static_cast<std::size_t>(place.line) - 1];
  if (place.check == "quality") {
    EXPECT_THAT(place.text, HasSubstr(Json::parse(line)["id"].get<std::string>()));
  } else if (place.check == "scenario" || place.check == "verdict") {
    EXPECT_THAT(line, HasSubstr("\"name\": \""));
  } else {
    EXPECT_THAT(line, HasSubstr("\"" + place.check + "\""));
  }
}

Place PlaceOf(const WorkflowCommand& command) {
  const std::string& title = command.properties.at("title");
  const std::string first = title.substr(0, title.find(' '));
  return {command.properties.at("file"), std::stoi(command.properties.at("line")),
          first == "inferproof:" ? "verdict" : first, title};
}

std::vector<std::string> Levels(const std::vector<WorkflowCommand>& commands) {
  std::vector<std::string> levels;
  for (const WorkflowCommand& command : commands) levels.push_back(command.name);
  return levels;
}

std::string JunitCounts(const GateDirectory& directory, const std::string& path) {
  const std::optional<XmlElement> root = XmlReader::Read(directory.Text(path));
  if (!root) return "not well-formed";
  const auto& counts = root->children.front().attributes;
  return counts.at("failures") + " failures, " + counts.at("errors") + " errors";
}

TEST(GithubRun, OfAPassIsOneNotice) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  const CliOutcome outcome = directory.Run({"gate", "suites/quick.json", "--out", "out/pass"}, GithubRunner(directory));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  const auto commands = ParseWorkflowLog(outcome.output);
  ASSERT_EQ(Levels(commands), (std::vector<std::string>{"notice"})) << outcome.output;
  EXPECT_EQ(commands[0].properties.at("title"), "inferproof: pass");
  ExpectHolds(directory, PlaceOf(commands[0]));
  EXPECT_EQ(StepOutputs(directory), (Variables{{"verdict", "pass"},
                                               {"exit_code", "0"},
                                               {"result_directory", "out/pass"},
                                               {"report", "out/pass/report.md"}}));
  EXPECT_THAT(directory.Text("summary.md"), HasSubstr("pass"));
  EXPECT_EQ(JunitCounts(directory, "out/pass/junit.xml"), "0 failures, 0 errors");
  EXPECT_THAT(directory.Text("out/pass/report.md"), AllOf(HasSubstr("`junit.xml`"), HasSubstr("`server.log`")));
}

TEST(GithubRun, OfASlowerEnginePointsAtTheMetricsInTheBaseline) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  directory.WriteTarget("slow.json", {"--fault", "slow=1"});
  const CliOutcome outcome =
      directory.Run({"gate", "suites/quick.json", "--target", "suites/targets/slow.json", "--out", "out/slow"},
                    GithubRunner(directory));
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
  const auto commands = ParseWorkflowLog(outcome.output);
  ASSERT_EQ(Levels(commands), (std::vector<std::string>{"error", "error", "error", "error"})) << outcome.output;
  EXPECT_EQ(commands[0].properties.at("title"), "inferproof: regressed");
  for (std::size_t i = 1; i < commands.size(); ++i) {
    ExpectHolds(directory, PlaceOf(commands[i]));
    EXPECT_EQ(commands[i].properties.at("file"), "baselines/reference/default/quick.json");
    EXPECT_THAT(commands[i].message, AllOf(HasSubstr(" -> "), HasSubstr("interval"), HasSubstr("band"),
                                           HasSubstr("Repeat: inferproof gate suites/quick.json")));
  }
  EXPECT_EQ(StepOutputs(directory)["verdict"], "regressed");
  EXPECT_EQ(StepOutputs(directory)["exit_code"], "1");
  EXPECT_EQ(JunitCounts(directory, "out/slow/junit.xml"), "3 failures, 0 errors");
  EXPECT_LT(directory.Text("summary.md").find("ttft"), directory.Text("summary.md").find("| scenario |"));
}

TEST(GithubRun, OfWrongAnswersPointsAtTheCases) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  directory.WriteTarget("wrong.json", {"--fault", "wrong"});
  const CliOutcome outcome =
      directory.Run({"gate", "suites/quick.json", "--target", "suites/targets/wrong.json", "--out", "out/wrong"},
                    GithubRunner(directory));
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
  const auto commands = ParseWorkflowLog(outcome.output);
  // On a busy machine a metric may be inconclusive beside them.
  ASSERT_EQ(std::count_if(commands.begin(), commands.end(), [](const auto& c) { return c.name == "error"; }), 10)
      << outcome.output;
  EXPECT_THAT(commands[0].message, HasSubstr("more findings"));
  for (std::size_t i = 1; i < 10; ++i) {
    Place place = PlaceOf(commands[i]);
    EXPECT_EQ(place.check, "quality");
    ExpectHolds(directory, place);
  }
}

TEST(GithubRun, OfAnInconclusiveGateWarns) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  // A spread between sessions that no measurement of this size can see through.
  std::string target = directory.Text("suites/targets/target.json");
  target.replace(target.find("\"session_spread\": 0.01"), 22, "\"session_spread\": 0.5");
  directory.Write("suites/targets/target.json", target);
  const CliOutcome outcome = directory.Run({"gate", "suites/quick.json", "--out", "out/wide"}, GithubRunner(directory));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  const auto commands = ParseWorkflowLog(outcome.output);
  ASSERT_EQ(Levels(commands), std::vector<std::string>(4, "warning")) << outcome.output;
  for (const WorkflowCommand& command : commands) ExpectHolds(directory, PlaceOf(command));
  EXPECT_EQ(StepOutputs(directory)["verdict"], "inconclusive");
}

TEST(GithubRun, OfAnInvalidMeasurementIsAnErrorOfTheMeasurement) {
  GateDirectory directory;
  directory.WriteTarget("faulty.json", {"--fault", "buffered"});
  const CliOutcome outcome =
      directory.Run({"gate", "suites/quick.json", "--target", "suites/targets/faulty.json", "--out", "out/invalid"},
                    GithubRunner(directory));
  EXPECT_EQ(outcome.exit_code, 3) << outcome.output;
  const auto commands = ParseWorkflowLog(outcome.output);
  ASSERT_EQ(Levels(commands), std::vector<std::string>(3, "error")) << outcome.output;
  EXPECT_EQ(commands[0].properties.at("title"), "inferproof: invalid");
  EXPECT_EQ(commands[1].properties.at("title"), "single invalid");
  EXPECT_EQ(commands[1].properties.at("file"), "suites/quick.json");
  EXPECT_EQ(JunitCounts(directory, "out/invalid/junit.xml"), "0 failures, 2 errors");
  EXPECT_EQ(StepOutputs(directory)["report"], "out/invalid/report.md");
}

TEST(GithubRun, WithoutABaselineWarnsAndSaysHowToAcceptIt) {
  GateDirectory directory;
  const CliOutcome outcome = directory.Run({"gate", "suites/quick.json", "--out", "out/new"}, GithubRunner(directory));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  const auto commands = ParseWorkflowLog(outcome.output);
  ASSERT_FALSE(commands.empty());
  for (const WorkflowCommand& command : commands) EXPECT_EQ(command.name, "warning") << command.message;
  EXPECT_THAT(commands[0].message, HasSubstr("Next: inferproof baseline update out/new --reason"));
  EXPECT_EQ(StepOutputs(directory)["verdict"], "new");
}

// One red answer for each other system, of one measurement against one baseline: the same findings at the same places.
TEST(OtherCi, EachIsToldWhichMetricsWhere) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  directory.WriteTarget("slow.json", {"--fault", "slow=1"});
  const CliOutcome slow = directory.Run(
      {"gate", "suites/quick.json", "--target", "suites/targets/slow.json", "--out", "out/slow", "--ci", "none"});
  ASSERT_EQ(slow.exit_code, 1) << slow.output;
  const auto told = [&](const std::string& name, const Variables& variables) {
    const CliOutcome outcome = directory.Run({"compare", "baselines/reference/default/quick.json", "out/slow",
                                              "--suite", "suites/quick.json", "--out", "out/" + name},
                                             variables);
    EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
    EXPECT_THAT(ParseWorkflowLog(outcome.output), IsEmpty()) << outcome.output;
    return outcome.output;
  };
  const auto hold = [&](const std::vector<Place>& places) {
    EXPECT_EQ(places.size(), 4u);
    for (const Place& place : places) ExpectHolds(directory, place);
  };

  const std::string plain =
      told("gitlab", {{"CI", "true"}, {"GITLAB_CI", "true"}, {"CI_PROJECT_DIR", directory.At(".")}});
  EXPECT_THAT(plain, HasSubstr("\nbaselines/reference/default/quick.json:"));
  std::vector<Place> places;
  for (const Json& entry : Json::parse(directory.Text("out/gitlab/gl-code-quality.json"))) {
    places.push_back({entry["location"]["path"], entry["location"]["lines"]["begin"], entry["check_name"], ""});
    EXPECT_EQ(entry["severity"], "major");
  }
  hold(places);
  EXPECT_THAT(directory.Text("out/gitlab/report.md"), HasSubstr("`gl-code-quality.json`"));

  told("jenkins", {{"JENKINS_URL", "http://ci.example/"}, {"WORKSPACE", directory.At(".")}});
  places.clear();
  const Json jenkins = Json::parse(directory.Text("out/jenkins/jenkins-warnings.json"));
  for (const Json& issue : jenkins["issues"])
    places.push_back({issue["fileName"], issue["lineStart"], issue["type"], ""});
  hold(places);

  const std::string azure = told("azure", {{"TF_BUILD", "True"}, {"BUILD_SOURCESDIRECTORY", directory.At(".")}});
  places.clear();
  std::vector<std::string> names;
  const std::string root = std::filesystem::canonical(directory.At(".")).string() + "/";
  for (AzureCommand& command : ParseAzureLog(azure)) {
    EXPECT_TRUE(command.valid);
    names.push_back(command.name);
    if (command.name != "task.logissue") continue;
    const std::string path = command.properties["sourcepath"];
    EXPECT_TRUE(path.starts_with(root)) << path;
    places.push_back({path.substr(std::min(root.size(), path.size())), std::stoi(command.properties["linenumber"]),
                      command.properties["code"], ""});
  }
  hold(places);
  EXPECT_EQ(names, (std::vector<std::string>{"task.setvariable", "task.setvariable", "task.setvariable",
                                             "task.uploadsummary", "task.logissue", "task.logissue", "task.logissue",
                                             "task.logissue", "task.complete"}));

  const std::string teamcity = told("teamcity", {{"TEAMCITY_VERSION", "2024.12"}});
  places.clear();
  for (TeamcityMessage& message : ParseTeamcityLog(teamcity)) {
    EXPECT_TRUE(message.valid);
    if (message.name != "inspection") continue;
    places.push_back({message.attributes["file"], std::stoi(message.attributes["line"]),
                      message.attributes["typeId"].substr(std::string("inferproof.").size()), ""});
  }
  hold(places);
  EXPECT_THAT(teamcity, HasSubstr("\n##teamcity[buildProblem description='inferproof: regressed: single "));

  const std::string buildkite = told("buildkite", {{"BUILDKITE", "true"}});
  EXPECT_THAT(buildkite, HasSubstr("buildkite-agent annotate --style error --context inferproof-quick < "
                                   "out/buildkite/buildkite.md"));
  EXPECT_THAT(directory.Text("out/buildkite/buildkite.md"), HasSubstr("regressed"));
}

std::string StreamOf(const std::string& answer) {
  const Json chunk = {{"id", "c"},
                      {"object", "chat.completion.chunk"},
                      {"model", "m"},
                      {"choices", {{{"index", 0}, {"delta", {{"content", answer}}}, {"finish_reason", nullptr}}}}};
  const Json last = {{"id", "c"},
                     {"object", "chat.completion.chunk"},
                     {"model", "m"},
                     {"choices", {{{"index", 0}, {"delta", Json::object()}, {"finish_reason", "stop"}}}},
                     {"usage", {{"prompt_tokens", 5}, {"completion_tokens", 5}, {"total_tokens", 10}}}};
  return "data: " + chunk.dump() + "\n\ndata: " + last.dump() + "\n\ndata: [DONE]\n\n";
}

// A model that answers every question with commands for whoever reads the log.
TEST(HostileModel, ChangesNothingInAnyLog) {
  const std::string answer =
      "\n::error file=x::owned\n::stop-commands::abc\n##[error]owned\n##vso[task.complete result=Succeeded;]\n"
      "##teamcity[buildStatus status='SUCCESS']\r\x1b[2J\xE2\x80\xAEowned";
  TinyHttpServer server([&](const std::string& path) {
    if (path == "/v1/models") return TinyResponse{200, "application/json", R"({"data":[{"id":"m"}]})"};
    if (path == "/v1/chat/completions") return TinyResponse{200, "text/event-stream", StreamOf(answer)};
    return TinyResponse{200, "application/json", R"({"version":"::error::owned\n##vso[task.complete]"})"};
  });
  for (const std::string ci : {"github", "azure", "teamcity"}) {
    GateDirectory directory;
    const CliOutcome outcome = directory.Run({"gate", "suites/quick.json", "--endpoint", server.url(), "--model", "m",
                                              "--out", "out/x", "--runs", "1", "--ci", ci});
    EXPECT_NE(outcome.exit_code, -1) << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr("owned"));  // shown, as text
    EXPECT_EQ(outcome.output.find_first_of("\x1b\r"), std::string::npos);
    EXPECT_EQ(outcome.output.find("\u202E"), std::string::npos);
    EXPECT_EQ(ParseWorkflowLog(outcome.output).empty(), ci != "github") << outcome.output;
    EXPECT_EQ(ParseAzureLog(outcome.output).empty(), ci != "azure") << outcome.output;
    EXPECT_EQ(ParseTeamcityLog(outcome.output).empty(), ci != "teamcity") << outcome.output;
    for (const WorkflowCommand& command : ParseWorkflowLog(outcome.output)) {
      EXPECT_THAT(command.name, ::testing::AnyOf("error", "warning", "notice"));
      EXPECT_THAT(command.properties.at("title"), Not(HasSubstr("owned")));
    }
    EXPECT_TRUE(XmlReader::Read(directory.Text("out/x/junit.xml")));
  }
}

TEST(Artefacts, AreThereWhenNothingCouldBeMeasured) {
  GateDirectory directory;
  const CliOutcome outcome =
      directory.Run({"gate", "suites/quick.json", "--endpoint", "http://127.0.0.1:1", "--model", "m", "--out", "out/x"},
                    GithubRunner(directory));
  EXPECT_EQ(outcome.exit_code, 3) << outcome.output;
  const auto commands = ParseWorkflowLog(outcome.output);
  ASSERT_EQ(Levels(commands), (std::vector<std::string>{"error"}));
  EXPECT_THAT(directory.Text("out/x/report.md"), AllOf(HasSubstr("127.0.0.1:1"), HasSubstr("(exit code 3)"),
                                                       HasSubstr("`samples.jsonl`"), HasSubstr("Repeat: ")));
  EXPECT_EQ(JunitCounts(directory, "out/x/junit.xml"), "0 failures, 1 errors");
  EXPECT_EQ(
      StepOutputs(directory),
      (Variables{
          {"verdict", "error"}, {"exit_code", "3"}, {"result_directory", "out/x"}, {"report", "out/x/report.md"}}));
  EXPECT_THAT(directory.Text("summary.md"), HasSubstr("127.0.0.1:1"));
}

TEST(Artefacts, OfABrokenSuitePointAtItsLine) {
  GateDirectory directory;
  directory.WriteSuite("\"requests\": 12", "\"requests\": \"12\"");
  const CliOutcome outcome = directory.Run({"run", "suites/quick.json", "--out", "out/x"}, GithubRunner(directory));
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  const std::optional<XmlElement> root = XmlReader::Read(directory.Text("out/x/junit.xml"));
  ASSERT_TRUE(root);
  const auto& place = root->children.front().children.back().attributes;
  ASSERT_EQ(place.at("file"), "suites/quick.json");
  const std::vector<std::string> lines = Split(directory.Text("suites/quick.json"), '\n');
  EXPECT_THAT(lines[static_cast<std::size_t>(std::stoi(place.at("line"))) - 1], HasSubstr("\"requests\": \"12\""));
}

TEST(Artefacts, OfAnErrorLeaveAnOlderResultAlone) {
  GateDirectory directory;
  directory.Write("out/x/result.json", "{}");
  directory.Write("out/x/report.md", "mine");
  EXPECT_EQ(directory.Run({"gate", "suites/quick.json", "--out", "out/x"}).exit_code, 2);
  EXPECT_EQ(directory.Text("out/x/report.md"), "mine");
  EXPECT_FALSE(std::filesystem::exists(directory.At("out/x/junit.xml")));
}

TEST(CommandLine, EchoesNoCommandOfWhoeverTypedIt) {
  GateDirectory directory;
  for (const std::string& hostile :
       {std::string("--x\n::error::owned"), std::string("--ci=\n::error::owned"), std::string("\n##vso[task.x]y")}) {
    const CliOutcome outcome = directory.Run({"gate", "suites/quick.json", hostile, hostile});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(ParseWorkflowLog(outcome.output), IsEmpty()) << outcome.output;
    EXPECT_THAT(ParseAzureLog(outcome.output), IsEmpty()) << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr("--help"));
  }
}

TEST(Export, WritesGoogleBenchmarkRows) {
  GateDirectory directory;
  const CliOutcome outcome = directory.Run(
      {"run", "suites/quick.json", "--out", "out/x", "--runs", "2", "--export-google-benchmark", "out/bench.json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  const Json json = Json::parse(directory.Text("out/bench.json"));
  int rows = 0;
  for (const Json& row : json["benchmarks"]) rows += row["name"] == "single/ttft_ms.p50" ? 1 : 0;
  EXPECT_EQ(rows, 2);
}

}  // namespace
}  // namespace inferproof
