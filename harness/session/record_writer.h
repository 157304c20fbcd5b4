#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "harness/base/secret.h"
#include "harness/os/file_system.h"
#include "harness/record/record.h"
#include "harness/suite/suite.h"

namespace inferproof {

// Writes each record to samples.jsonl, and its text to transcripts.jsonl, as it ends: on a thread of its own, so that
// neither formatting nor the disk is in the measuring loop, and a killed run keeps what had ended. The queue is
// bounded; what did not fit is counted, never silently dropped.
class RecordWriter {
 public:
  struct Job {
    std::shared_ptr<const RequestRecord> record;
    std::string scenario;
    int run = 0;
    MonoTime origin;
    bool transcript = false;
    std::string side = "candidate";
  };

  RecordWriter(std::unique_ptr<Appender> samples, std::unique_ptr<Appender> transcripts, const Redactor& redactor,
               std::size_t capacity = 4096);
  ~RecordWriter();
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;

  // Never waits.
  void Enqueue(Job job);

  // Writes all that is queued and ends the thread. The first thing that went wrong: the disk, or records that did not
  // fit.
  Status Close();

 private:
  void Loop();
  Status Write(const Job& job);

  std::unique_ptr<Appender> samples_;
  std::unique_ptr<Appender> transcripts_;
  const Redactor& redactor_;
  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> queue_;
  std::uint64_t overflowed_ = 0;
  bool closing_ = false;
  std::optional<Error> problem_;
  std::thread thread_;
};

}  // namespace inferproof
