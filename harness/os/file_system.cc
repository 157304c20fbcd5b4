#include "harness/os/file_system.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>

#include "harness/os/clock.h"
#include "harness/os/file_descriptor.h"

namespace inferproof {
namespace {

constexpr std::size_t kMaxFileBytes = std::size_t{1} << 30;

Error ReadError(const std::string& path, const std::string& reason) {
  return MakeError(ErrorCode::kConfig, path, reason);
}

Error WriteError(const std::string& path, int error) { return MakeError(ErrorCode::kIo, path, Reason(error)); }

std::string OrHere(const std::string& path) { return path.empty() ? "." : path; }

Status WriteAll(int fd, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = Retry([&] { return ::write(fd, bytes.data(), bytes.size()); });
    if (written < 0) return WriteError(path, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

class FileAppender final : public Appender {
 public:
  FileAppender(FileDescriptor fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}
  Status Append(std::string_view bytes) override { return WriteAll(fd_.get(), bytes, path_); }

 private:
  FileDescriptor fd_;
  std::string path_;
};

// A name that no other write of this process or another one uses, nor a leftover of one that was killed (in containers
// process ids repeat). Hidden, so that such a leftover is not taken for a result.
std::string TemporaryBeside(const std::string& path) {
  static std::atomic<unsigned> counter{0};
  const std::string unique = std::to_string(::getpid()) + "-" + std::to_string(counter.fetch_add(1)) + "-" +
                             std::to_string(SteadyClock().Now().ns);
  return JoinPath(DirectoryOf(path), "." + BaseNameOf(path) + ".tmp-" + unique);
}

Status WriteSynced(const std::string& temporary, std::string_view bytes, const std::string& path) {
  FileDescriptor fd(Retry([&] { return ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644); }));
  if (!fd.open()) return WriteError(path, errno);
  RETURN_IF_ERROR(WriteAll(fd.get(), bytes, path));
  if (::fsync(fd.get()) != 0) return WriteError(path, errno);
  return {};
}

// Makes the rename itself durable. Some file systems cannot sync a directory; the content is safe all the same.
void SyncDirectory(const std::string& directory) {
  const FileDescriptor fd(::open(OrHere(directory).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd.open()) ::fsync(fd.get());
}

}  // namespace

Result<std::string> RealFileSystem::Read(const std::string& path) {
  const FileDescriptor fd(Retry([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
  if (!fd.open()) return ReadError(path, Reason(errno));
  std::string text;
  char buffer[65536];
  // To the end of the file, not to its stated size: files below /proc state 0.
  while (true) {
    const ssize_t count = Retry([&] { return ::read(fd.get(), buffer, sizeof buffer); });
    if (count < 0) return ReadError(path, errno == EISDIR ? "is a directory, not a file" : Reason(errno));
    if (count == 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
    if (text.size() > kMaxFileBytes) return ReadError(path, "larger than 1 GiB");
  }
}

bool RealFileSystem::Exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

Status RealFileSystem::WriteAtomic(const std::string& path, std::string_view bytes) {
  const std::string temporary = TemporaryBeside(path);
  Status status = WriteSynced(temporary, bytes, path);
  if (status.ok() && ::rename(temporary.c_str(), path.c_str()) != 0) status = WriteError(path, errno);
  if (!status.ok()) {
    ::unlink(temporary.c_str());
    return status;
  }
  SyncDirectory(DirectoryOf(path));
  return {};
}

Status RealFileSystem::MakeDirectories(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(OrHere(path), error);
  if (error) return WriteError(path, error.value());
  return {};
}

Status RealFileSystem::Remove(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return WriteError(path, errno);
  return {};
}

Result<std::unique_ptr<Appender>> RealFileSystem::OpenAppend(const std::string& path) {
  FileDescriptor fd(Retry([&] { return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644); }));
  if (!fd.open()) return WriteError(path, errno);
  return std::unique_ptr<Appender>(std::make_unique<FileAppender>(std::move(fd), path));
}

Result<std::vector<std::string>> RealFileSystem::List(const std::string& path) {
  std::error_code error;
  std::vector<std::string> names;
  for (std::filesystem::directory_iterator entry(OrHere(path), error), end; !error && entry != end;
       entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  if (error) return ReadError(path, Reason(error.value()));
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::string> RealFileSystem::Canonical(const std::string& path) {
  std::error_code error;
  // Absolute first: weakly_canonical leaves a relative path relative when none of it exists.
  const std::filesystem::path absolute = std::filesystem::absolute(OrHere(path), error);
  if (error) return ReadError(path, Reason(error.value()));
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(absolute, error);
  if (error) return ReadError(path, Reason(error.value()));
  return canonical.string();
}

std::string JoinPath(const std::string& base_directory, const std::string& path) {
  return (std::filesystem::path(base_directory) / path).lexically_normal().string();
}

std::string DirectoryOf(const std::string& path) { return std::filesystem::path(path).parent_path().string(); }

std::string BaseNameOf(const std::string& path) { return std::filesystem::path(path).filename().string(); }

}  // namespace inferproof
