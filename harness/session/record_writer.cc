#include "harness/session/record_writer.h"

#include <utility>

#include "harness/json/canonical.h"
#include "harness/json/redact.h"

namespace inferproof {

RecordWriter::RecordWriter(std::unique_ptr<Appender> samples, std::unique_ptr<Appender> transcripts,
                           const Redactor& redactor, std::size_t capacity)
    : samples_(std::move(samples)),
      transcripts_(std::move(transcripts)),
      redactor_(redactor),
      capacity_(capacity),
      thread_([this] { Loop(); }) {}

RecordWriter::~RecordWriter() {
  const Status ignored = Close();  // an error that nobody asked for by Close() has nowhere to go
  static_cast<void>(ignored);
}

void RecordWriter::Enqueue(Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (queue_.size() >= capacity_) {
      ++overflowed_;
      return;
    }
    queue_.push_back(std::move(job));
  }
  wake_.notify_one();
}

Status RecordWriter::Close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
  if (problem_) return *problem_;
  if (overflowed_ > 0) {
    return MakeError(
        ErrorCode::kIo, "samples.jsonl",
        std::to_string(overflowed_) + " records were not written: the disk is slower than the measurement");
  }
  return {};
}

void RecordWriter::Loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return closing_ || !queue_.empty(); });
    if (queue_.empty()) return;
    const Job job = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    const Status written = Write(job);
    lock.lock();
    if (!written.ok() && !problem_) problem_ = written.error();
  }
}

Status RecordWriter::Write(const Job& job) {
  Json record = RecordToJson(*job.record, job.scenario, job.run, job.origin);
  record["side"] = job.side;
  ASSIGN_OR_RETURN(const std::string sample, WriteCompact(Redacted(record, redactor_)));
  RETURN_IF_ERROR(samples_->Append(sample + "\n"));
  if (!job.transcript || transcripts_ == nullptr) return {};
  Json text = TranscriptToJson(*job.record, job.scenario, job.run);
  text["side"] = job.side;
  ASSIGN_OR_RETURN(const std::string transcript, WriteCompact(Redacted(text, redactor_)));
  return transcripts_->Append(transcript + "\n");
}

}  // namespace inferproof
