#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <utility>
#include <vector>

#include "harness/client/proof.h"
#include "harness/json/canonical.h"
#include "harness/json/schema.h"
#include "tests/support/memory_file_system.h"
#include "tests/unit/client/client_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

std::string Text(const Json& json) { return WriteCanonical(json).value(); }

Result<std::optional<ClientProof>> Read(const std::string& text) {
  MemoryFileSystem files;
  EXPECT_TRUE(files.WriteAtomic("client.json", text).ok());
  return LoadProof(files, "client.json");
}

TEST(ClientProofFile, ReadsBackWhatItWrote) {
  const Json written = ProofToJson(ProofOf({LevelAt(16), LevelAt(64)}));
  const auto read = Read(Text(written));
  ASSERT_TRUE(read.ok()) << read.error().Text();
  EXPECT_EQ(ProofToJson(**read), written);
}

TEST(ClientProofFile, IsNothingWhereThereIsNone) {
  MemoryFileSystem files;
  const auto read = LoadProof(files, "client.json");
  ASSERT_TRUE(read.ok());
  EXPECT_FALSE(read->has_value());
}

bool FitsSchema(const Json& value) {
  std::ifstream file(INFERPROOF_SOURCE_DIR "/suites/schema/client.schema.json");
  const Result<std::vector<std::string>> misfits = CheckSchema(Json::parse(file), value);
  EXPECT_TRUE(misfits.ok());
  return misfits.ok() && misfits->empty();
}

TEST(ClientProofFile, IsRefusedByReaderAndSchemaAlike) {
  const Json good = ProofToJson(ProofOf({LevelAt(16), LevelAt(64)}));
  EXPECT_TRUE(FitsSchema(good));
  const std::vector<std::pair<std::string, Json>> changes = {
      {"/schema", "inferproof.client/2"},
      {"/levels", Json::array()},
      {"/levels/0/event_us/p99", -1},
      {"/levels/0/kernel_stamp_share", 1.5},
      {"/levels/0/streams", 0},
      {"/limits/event_us", 0},
      {"/client/threads", 0},
      {"/trust_me", true},
  };
  for (const auto& [pointer, value] : changes) {
    Json bad = good;
    bad[Json::json_pointer(pointer)] = value;
    EXPECT_FALSE(Read(Text(bad)).ok()) << pointer;
    EXPECT_FALSE(FitsSchema(bad)) << pointer;
  }
}

TEST(ClientProofFile, WantsItsLevelsByRisingLoad) {
  const auto read = Read(Text(ProofToJson(ProofOf({LevelAt(64), LevelAt(64)}))));
  ASSERT_FALSE(read.ok());
  EXPECT_THAT(read.error().Text(), HasSubstr("more streams"));
}

}  // namespace
}  // namespace inferproof
