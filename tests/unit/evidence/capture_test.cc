#include "harness/evidence/capture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/evidence/server_answers.h"

namespace inferproof {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;

// Shortened from the answer of llama-server b10587 to GET /props.
constexpr const char* kProps =
    R"({"default_generation_settings":{"params":{"seed":4294967295},"n_ctx":512},"total_slots":4,)"
    R"("model_alias":"tiny","model_ftype":"all F32","model_path":"tiny-f32.gguf","build_info":"b10587-3f545becc"})";

HostInfo CpuMachine() {
  HostInfo host;
  host.cpu_model = "Xeon";
  host.logical_cpus = 2;
  host.kernel = "Linux 6.1";
  host.gpu_note = "nvidia-smi: not found in PATH";
  return host;
}

Evidence ServerHalfOf(const ServerSources& sources) {
  Evidence evidence;
  AddServerEvidence(sources, Redactor(), evidence);
  return evidence;
}

TEST(ServerAnswer, ReadsLlamaCppProperties) {
  EXPECT_THAT(ReadServerAnswer(kProps),
              ElementsAre(Pair("engine.context", "512"), Pair("engine.name", "llama.cpp"), Pair("engine.slots", "4"),
                          Pair("engine.version", "b10587-3f545becc"), Pair("model.weights", "tiny-f32.gguf"),
                          Pair("precision", "all F32")));
}

TEST(ServerAnswer, ReadsVersionEndpoints) {
  EXPECT_THAT(ReadServerAnswer(R"({"version":"0.6.3.post1"})"), ElementsAre(Pair("engine.version", "0.6.3.post1")));
  EXPECT_THAT(
      ReadServerAnswer(R"({"engine":"paced","version":"1","profile":"sha256:ab"})"),
      ElementsAre(Pair("engine.name", "paced"), Pair("engine.profile", "sha256:ab"), Pair("engine.version", "1")));
}

TEST(ServerAnswer, StatesNothingForOtherShapes) {
  for (const char* body : {"", "<html>", "[1]", "null", R"({"version":{"major":1}})", R"({"version":""})",
                           R"({"default_generation_settings":[]})", R"({"version":1.5})", "{\"version\":\"\xFF\"}"}) {
    EXPECT_THAT(ReadServerAnswer(body), IsEmpty()) << body;
  }
}

TEST(ServerAnswer, IsNeutralisedAndBounded) {
  EXPECT_THAT(ReadServerAnswer(R"({"version":"1\n::error::x"})"), ElementsAre(Pair("engine.version", "1 ::error::x")));
  const std::string huge = R"({"version":")" + std::string(5000, 'x') + R"("})";
  EXPECT_EQ(ReadServerAnswer(huge).at("engine.version").size(), 2000U);
}

TEST(ClientEvidence, HoldsWhatTheHostTells) {
  const Evidence evidence = ClientEvidence(CpuMachine(), "libcurl/7.88.1", "0.1.0");
  EXPECT_EQ(evidence.client.at("client.cpu_model"), (Fact{"Xeon", "measured"}));
  EXPECT_EQ(evidence.client.at("client.libcurl").value, "libcurl/7.88.1");
  EXPECT_EQ(evidence.client.at("client.inferproof").value, "0.1.0");
  EXPECT_FALSE(evidence.client.contains("client.governor"));
  EXPECT_FALSE(evidence.client.contains("client.memory_bytes"));
  EXPECT_TRUE(evidence.server.empty());
  EXPECT_TRUE(MakeFingerprint(evidence).empty()) << "the client never decides comparability";
}

TEST(ServerEvidence, OfAManagedServerIsMeasured) {
  const Evidence evidence = ServerHalfOf({.model = "m",
                                          .command = {"/opt/llama/llama-server", "--port", "{port}", "-m", "a b.gguf"},
                                          .host = CpuMachine(),
                                          .properties_body = kProps});
  EXPECT_EQ(evidence.server.at("engine.arguments"), (Fact{"llama-server --port {port} -m 'a b.gguf'", "measured"}));
  EXPECT_EQ(evidence.server.at("hardware.cpu"), (Fact{"Xeon", "measured"}));
  EXPECT_EQ(evidence.server.at("engine.version"), (Fact{"b10587-3f545becc", "reported"}));
  EXPECT_EQ(evidence.server.at("model.id"), (Fact{"m", "declared"}));
  EXPECT_FALSE(evidence.server.contains("hardware.gpu"));
  EXPECT_EQ(evidence.server.at("hardware.gpu_note").value, "nvidia-smi: not found in PATH");
  EXPECT_THAT(evidence.notes, IsEmpty());
}

TEST(ServerEvidence, CountsGpusAndNamesThemOnce) {
  HostInfo host = CpuMachine();
  host.gpus = {{"A100", "81920 MiB", "550.1"}, {"A100", "81920 MiB", "550.1"}};
  const Evidence evidence = ServerHalfOf({.model = "m", .host = host});
  EXPECT_EQ(evidence.server.at("hardware.gpu").value, "A100");
  EXPECT_EQ(evidence.server.at("hardware.gpu_count").value, "2");
  EXPECT_EQ(evidence.server.at("hardware.driver").value, "550.1");
  EXPECT_FALSE(MakeFingerprint(evidence).contains("hardware.cpu"));
}

TEST(ServerEvidence, OfAnEndpointSaysWhatNobodyStated) {
  const Evidence evidence = ServerHalfOf({.model = "m", .declared = {{"gpu", "A100"}, {"precision", "fp8"}}});
  EXPECT_EQ(evidence.server.at("hardware.gpu"), (Fact{"A100", "declared"}));
  EXPECT_EQ(evidence.server.at("precision"), (Fact{"fp8", "declared"}));
  EXPECT_EQ(evidence.server.at("engine.version"), (Fact{"", "not stated"}));
  EXPECT_EQ(evidence.server.at("model.weights"), (Fact{"", "not stated"}));
  EXPECT_THAT(MakeFingerprint(evidence),
              ElementsAre(Pair("hardware.gpu", "A100"), Pair("model.id", "m"), Pair("precision", "fp8")));
}

TEST(ServerEvidence, TrustsTheServerBeforeTheDeclarationAndSaysSo) {
  const Evidence evidence = ServerHalfOf({.model = "m",
                                          .served_model = "other",
                                          .declared = {{"engine.version", "b1"}, {"weights", "tiny-f32.gguf"}},
                                          .properties_body = kProps});
  EXPECT_EQ(evidence.server.at("engine.version"), (Fact{"b10587-3f545becc", "reported"}));
  EXPECT_THAT(evidence.notes, ElementsAre("model.id: reported other, but declared m",
                                          "engine.version: reported b10587-3f545becc, but declared b1"));
}

TEST(ServerEvidence, OfAPacedEngineMissesNothing) {
  const Evidence evidence = ServerHalfOf({.model = "m", .version_body = R"({"version":"1","profile":"sha256:ab"})"});
  EXPECT_FALSE(evidence.server.contains("precision"));
  EXPECT_THAT(MakeFingerprint(evidence), ElementsAre(Pair("engine.profile", "sha256:ab"), Pair("model.id", "m")));
}

TEST(ServerEvidence, NeverHoldsASecret) {
  Redactor redactor;
  redactor.Remember("hunter2hunter2");
  Evidence evidence;
  AddServerEvidence({.model = "m",
                     .command = {"serve", "--api-key", "unknown1", "--HF_TOKEN=unknown2", "--url",
                                 "http://x/?k=hunter2hunter2", "--max-tokens", "100"},
                     .declared = {{"note", "key hunter2hunter2"}},
                     .version_body = R"({"version":"hunter2hunter2"})"},
                    redactor, evidence);
  EXPECT_EQ(evidence.server.at("engine.arguments").value,
            "serve --api-key [redacted] --HF_TOKEN=[redacted] --url http://x/?k=[redacted] --max-tokens 100");
  for (const auto& [field, fact] : evidence.server) EXPECT_THAT(fact.value, Not(HasSubstr("hunter2"))) << field;
}

}  // namespace
}  // namespace inferproof
