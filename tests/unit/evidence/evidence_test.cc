#include "harness/evidence/evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/json/canonical.h"

namespace inferproof {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

Fact Measured(std::string value) { return {std::move(value), std::string(kSourceMeasured)}; }
Fact NotStated() { return {"", std::string(kSourceNotStated)}; }

TEST(Fingerprint, TakesStatedServerFieldsThatDecide) {
  Evidence evidence;
  evidence.client["client.cpu_model"] = Measured("laptop");
  evidence.server = {{"engine.name", Measured("llama.cpp")}, {"engine.version", Measured("b1")},
                     {"engine.slots", Measured("4")},        {"precision", NotStated()},
                     {"hardware.cpu", Measured("Xeon")},     {"model.id", Measured("m")}};
  EXPECT_THAT(MakeFingerprint(evidence), ElementsAre(Pair("engine.name", "llama.cpp"), Pair("engine.version", "b1"),
                                                     Pair("hardware.cpu", "Xeon"), Pair("model.id", "m")));
}

TEST(Fingerprint, LeavesTheCpuOutWhereAGpuDecides) {
  Evidence evidence;
  evidence.server = {{"hardware.cpu", Measured("Xeon")},
                     {"hardware.gpu", Measured("A100")},
                     {"hardware.gpu_count", Measured("2")},
                     {"hardware.driver", Measured("550")}};
  EXPECT_THAT(MakeFingerprint(evidence), ElementsAre(Pair("hardware.driver", "550"), Pair("hardware.gpu", "A100"),
                                                     Pair("hardware.gpu_count", "2")));
  evidence.server["hardware.gpu"] = NotStated();
  EXPECT_TRUE(MakeFingerprint(evidence).contains("hardware.cpu"));
}

TEST(Fingerprint, OfAPacedEngineIsItsProfileAndModelAlone) {
  Evidence evidence;
  evidence.server = {{"engine.profile", Measured("sha256:1")}, {"engine.name", Measured("any")},
                     {"engine.version", Measured("9")},        {"engine.arguments", Measured("serve")},
                     {"hardware.cpu", Measured("Xeon")},       {"model.id", Measured("m")}};
  EXPECT_THAT(MakeFingerprint(evidence), ElementsAre(Pair("engine.profile", "sha256:1"), Pair("model.id", "m")));
}

TEST(Fingerprint, DigestDependsOnEveryFieldAndOnNothingElse) {
  const Fingerprint one = {{"engine.name", "a"}, {"model.id", "m"}};
  EXPECT_EQ(FingerprintDigest(one), FingerprintDigest(Fingerprint(one)));
  EXPECT_NE(FingerprintDigest(one), FingerprintDigest({{"engine.name", "a"}, {"model.id", "n"}}));
  EXPECT_NE(FingerprintDigest(one), FingerprintDigest({{"engine.name", "a"}}));
  EXPECT_NE(FingerprintDigest(one), FingerprintDigest({{"engine.name", "a\nmodel.id 1 m"}}));
}

std::vector<std::string> FieldsOf(const std::vector<FieldDifference>& differences) {
  std::vector<std::string> fields;
  for (const FieldDifference& difference : differences) fields.push_back(difference.field);
  return fields;
}

TEST(CompareFingerprints, ListsWhatDiffersOnEitherSide) {
  const Fingerprint base = {{"engine.version", "b1"}, {"model.id", "m"}, {"precision", "f16"}};
  const Fingerprint candidate = {{"engine.version", "b2"}, {"hardware.gpu", "A100"}, {"model.id", "m"}};
  const auto differences = CompareFingerprints(base, candidate, {});
  ASSERT_THAT(FieldsOf(differences), ElementsAre("engine.version", "hardware.gpu", "precision"));
  EXPECT_EQ(differences[0].base, "b1");
  EXPECT_EQ(differences[0].candidate, "b2");
  EXPECT_EQ(differences[1].base, "not stated");
  EXPECT_EQ(differences[2].candidate, "not stated");
  EXPECT_TRUE(CompareFingerprints(base, base, {}).empty());
}

TEST(CompareFingerprints, TellsAValueFromItsAbsence) {
  EXPECT_EQ(CompareFingerprints({{"precision", "not stated"}}, {}, {}).size(), 1U);
}

TEST(CompareFingerprints, LeavesOutWhatVariesByNameOrPrefix) {
  const Fingerprint base = {{"engine.name", "a"}, {"engine.version", "1"}, {"engineering", "x"}, {"precision", "f16"}};
  const Fingerprint candidate = {
      {"engine.name", "b"}, {"engine.version", "2"}, {"engineering", "y"}, {"precision", "q4"}};
  const auto fields = [&](std::vector<std::string> vary) {
    return FieldsOf(CompareFingerprints(base, candidate, vary));
  };
  EXPECT_THAT(fields({"engine"}), ElementsAre("engineering", "precision"));
  EXPECT_THAT(fields({"engine.name", "precision"}), ElementsAre("engine.version", "engineering"));
  EXPECT_THAT(fields({""}).size(), 4U);
}

TEST(DescribeDifferences, SaysHowManyVariablesChanged) {
  const FieldDifference version{"engine.version", "b1", "b2"};
  const FieldDifference precision{"precision", "f16", "not stated"};
  EXPECT_EQ(DescribeDifferences({}), "nothing changed");
  EXPECT_EQ(DescribeDifferences({version}), "one variable changed: engine.version (b1 -> b2)");
  EXPECT_EQ(DescribeDifferences({version, precision}),
            "2 variables changed: engine.version (b1 -> b2), precision (f16 -> not stated)");
}

Result<Evidence> Reread(const std::string& text) {
  const Result<Document> document = Document::Parse(text, "result.json");
  if (!document.ok()) return document.error();
  return EvidenceFromJson(Node(*document));
}

TEST(EvidenceJson, GivesBackWhatWasWritten) {
  Evidence evidence;
  evidence.client["client.libcurl"] = Measured("7.88.1");
  evidence.server = {{"model.id", {"m", "declared"}}, {"precision", NotStated()}};
  evidence.notes = {"process-to-process variation not sampled"};
  const Result<std::string> text = WriteCanonical(EvidenceToJson(evidence));
  ASSERT_TRUE(text.ok());
  const Result<Evidence> reread = Reread(*text);
  ASSERT_TRUE(reread.ok()) << reread.error().Text();
  EXPECT_EQ(reread->client, evidence.client);
  EXPECT_EQ(reread->server, evidence.server);
  EXPECT_EQ(reread->notes, evidence.notes);
}

TEST(EvidenceJson, NamesThePlaceOfAWrongFact) {
  const auto error_of = [](const std::string& text) {
    const Result<Evidence> evidence = Reread(text);
    return evidence.ok() ? "read" : evidence.error().Text();
  };
  EXPECT_THAT(error_of(R"({"server":{"precision":{"value":"f16","source":"guessed"}}})"), HasSubstr("source"));
  EXPECT_THAT(error_of(R"({"server":{"precision":"f16"}})"), HasSubstr("server.precision"));
  EXPECT_THAT(error_of(R"({"sever":{}})"), HasSubstr("Did you mean \"server\"?"));
}

TEST(CheckVary, TakesFieldsAndPrefixesAndNamesTheNearest) {
  EXPECT_TRUE(CheckVary({"engine", "engine.version", "hardware", "hardware.cpu", "precision"}).ok());
  const Status misspelt = CheckVary({"engin"});
  ASSERT_FALSE(misspelt.ok());
  EXPECT_EQ(misspelt.error().Text(), "--vary: no such field: engin. Did you mean engine?");
  ASSERT_FALSE(CheckVary({"nonsense"}).ok());
  EXPECT_FALSE(CheckVary({""}).ok());
  EXPECT_FALSE(CheckVary({"target"}).ok());
  EXPECT_TRUE(CheckVary({"target"}, {"target", "environment"}).ok());
}

}  // namespace
}  // namespace inferproof
