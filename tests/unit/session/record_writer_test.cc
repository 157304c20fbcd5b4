#include "harness/session/record_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

#include "harness/base/text.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/record_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

RecordWriter::Job JobOf(std::uint64_t id, bool transcript = false, const std::string& answer = "") {
  auto record = std::make_shared<RequestRecord>(RecordBuilder(id).Events(3, 40, 3).Build());
  record->response.content = answer;
  return {record, "single", 1, RecordBuilder::At(0), transcript};
}

std::size_t LineCount(const std::string& text) { return Split(text, '\n').size() - 1; }

TEST(RecordWriter, WritesOneLineARecordAndTheTextOnlyWhereAsked) {
  MemoryFileSystem files;
  const Redactor redactor;
  RecordWriter writer(*files.OpenAppend("s"), *files.OpenAppend("t"), redactor);
  writer.Enqueue(JobOf(0));
  writer.Enqueue(JobOf(1, true, "the answer"));
  ASSERT_TRUE(writer.Close().ok());
  EXPECT_EQ(LineCount(files.contents["s"]), 2u);
  EXPECT_EQ(LineCount(files.contents["t"]), 1u);
  EXPECT_THAT(files.contents["t"], HasSubstr("the answer"));
  EXPECT_THAT(files.contents["s"], Not(HasSubstr("the answer")));
}

TEST(RecordWriter, SaysWhichSideARecordIsOf) {
  MemoryFileSystem files;
  const Redactor redactor;
  RecordWriter writer(*files.OpenAppend("s"), *files.OpenAppend("t"), redactor);
  RecordWriter::Job job = JobOf(0, true, "the answer");
  job.side = "base";
  writer.Enqueue(std::move(job));
  ASSERT_TRUE(writer.Close().ok());
  EXPECT_THAT(files.contents["s"], HasSubstr(R"("side":"base")"));
  EXPECT_THAT(files.contents["t"], HasSubstr(R"("side":"base")"));
}

TEST(RecordWriter, TakesSecretsOut) {
  MemoryFileSystem files;
  Redactor redactor;
  redactor.Remember("sk-very-secret");
  RecordWriter writer(*files.OpenAppend("s"), *files.OpenAppend("t"), redactor);
  writer.Enqueue(JobOf(0, true, "your key is sk-very-secret"));
  ASSERT_TRUE(writer.Close().ok());
  EXPECT_THAT(files.contents["t"], Not(HasSubstr("sk-very-secret")));
  EXPECT_THAT(files.contents["t"], HasSubstr("[redacted]"));
}

TEST(RecordWriter, ReportsAFullDiskAndGoesOn) {
  MemoryFileSystem files;
  files.fail_write_number = 1;
  const Redactor redactor;
  RecordWriter writer(*files.OpenAppend("s"), *files.OpenAppend("t"), redactor);
  writer.Enqueue(JobOf(0));
  writer.Enqueue(JobOf(1));
  const Status closed = writer.Close();
  ASSERT_FALSE(closed.ok());
  EXPECT_THAT(closed.error().Text(), HasSubstr("no space left"));
  EXPECT_EQ(LineCount(files.contents["s"]), 1u);
}

// A disk that stands still until it is let go.
class StuckAppender final : public Appender {
 public:
  Status Append(std::string_view) override {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return free_; });
    return {};
  }
  void Free() {
    {
      const std::lock_guard lock(mutex_);
      free_ = true;
    }
    wake_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  bool free_ = false;
};

TEST(RecordWriter, CountsWhatDidNotFitAndNeverWaits) {
  const Redactor redactor;
  auto stuck = std::make_unique<StuckAppender>();
  StuckAppender* disk = stuck.get();
  RecordWriter writer(std::move(stuck), nullptr, redactor, 2);
  for (std::uint64_t i = 0; i < 10; ++i) writer.Enqueue(JobOf(i));
  disk->Free();
  const Status closed = writer.Close();
  ASSERT_FALSE(closed.ok());
  EXPECT_THAT(closed.error().Text(), HasSubstr("records were not written"));
}

}  // namespace
}  // namespace inferproof
