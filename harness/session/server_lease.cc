#include "harness/session/server_lease.h"

#include <utility>

#include "harness/evidence/capture.h"
#include "harness/os/host_info.h"
#include "harness/protocol/models.h"
#include "harness/transport/fetch.h"

namespace inferproof {
namespace {

constexpr Nanos kQuestionTimeout = std::chrono::seconds(5);

}  // namespace

ServerLease::ServerLease(World& world, const SidePlan& side, Transport& transport, Headers headers, LeaseFiles files)
    : world_(world), side_(side), transport_(transport), headers_(std::move(headers)), files_(std::move(files)) {}

ServerLease::~ServerLease() = default;

Result<RunningTarget*> ServerLease::Take() {
  fresh_ = running_ == nullptr;
  if (fresh_) {
    StartOptions options;
    options.server_log_path = files_.server_log;
    options.interrupted = world_.interrupted;
    options.number = ++starts_;
    process_noted_ = false;
    process_start_.reset();
    ASSIGN_OR_RETURN(running_, StartTarget(side_.target, options, world_.clock, transport_));
  }
  return running_.get();
}

void ServerLease::Return() {
  if (running_ == nullptr) return;
  const bool fresh_wanted = side_.target.managed() && side_.target.restart == Restart::kRun;
  if (fresh_wanted || running_->Died()) End();
}

void ServerLease::EndTurn() {
  if (running_ == nullptr) return;
  if (side_.target.managed() && side_.target.restart != Restart::kNever) End();
}

void ServerLease::End() {
  running_->Stop();
  running_.reset();
}

std::string ServerLease::Ask(const std::string& path) {
  if (path.empty()) return "";
  HttpRequest request;
  request.method = "GET";
  request.url = running_->base_url() + path;
  request.headers = headers_;
  const Result<Fetched> answer = Fetch(transport_, world_.clock, request, kQuestionTimeout);
  return answer.ok() && answer->status == 200 ? answer->body : "";
}

Status ServerLease::Describe(const std::string& harness_version, Evidence& evidence) {
  const HostInfo host = ReadHostInfo(world_.files);
  const std::vector<std::string> notes = evidence.notes;
  evidence = ClientEvidence(host, transport_.Version(), harness_version);
  evidence.notes.insert(evidence.notes.begin(), notes.begin(), notes.end());
  ServerSources sources;
  sources.model = side_.target.model;
  sources.command = running_->command_form();
  if (running_->managed()) sources.host = host;
  sources.declared = side_.target.declared.facts;
  sources.version_body = Ask(side_.dialect.version_path);
  sources.properties_body = Ask(side_.dialect.properties_path);
  AddServerEvidence(sources, world_.redactor, evidence);
  if (!running_->managed()) return {};
  std::string command;
  for (const std::string& word : running_->command()) command += word + "\n";
  return world_.files.WriteAtomic(files_.start_command, world_.redactor.Clean(command));
}

void ServerLease::NoteProcess() {
  if (process_noted_) return;
  process_noted_ = true;
  process_start_ = ProcessStartIn(Ask(side_.dialect.metrics_path));
}

std::optional<std::string> ServerLease::Restarted() {
  if (!process_start_) return std::nullopt;
  const std::optional<std::string> now = ProcessStartIn(Ask(side_.dialect.metrics_path));
  if (!now || *now == *process_start_) return std::nullopt;
  const std::string before = std::exchange(*process_start_, *now);
  return "its start time moved from " + before + " to " + *now + " (process_start_time_seconds)";
}

Status CleanServerLog(FileSystem& files, const Redactor& redactor, const std::string& path) {
  if (!files.Exists(path) || redactor.secrets().empty()) return {};
  ASSIGN_OR_RETURN(const std::string text, files.Read(path));
  const std::string clean = redactor.Clean(text);
  if (clean == text) return {};
  return files.WriteAtomic(path, clean);
}

}  // namespace inferproof
