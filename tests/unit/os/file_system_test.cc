#include "harness/os/file_system.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "tests/support/scratch_directory.h"

namespace inferproof {
namespace {

using ::testing::ElementsAre;

std::string Text(RealFileSystem& files, const std::string& path) {
  const Result<std::string> text = files.Read(path);
  return text.ok() ? *text : text.error().Text();
}

TEST(RealFileSystem, ReplacesAWholeFileAndLeavesNothingBeside) {
  const ScratchDirectory scratch;
  RealFileSystem files;
  const std::string path = scratch.File("baseline.json");
  ASSERT_TRUE(files.WriteAtomic(path, "old").ok());
  ASSERT_TRUE(files.WriteAtomic(path, "new").ok());
  EXPECT_EQ(Text(files, path), "new");
  EXPECT_THAT(*files.List(scratch.path()), ElementsAre("baseline.json"));
}

TEST(RealFileSystem, WritesFilesThatOthersMayRead) {
  const ScratchDirectory scratch;
  RealFileSystem files;
  const mode_t old_mask = ::umask(0022);
  ASSERT_TRUE(files.WriteAtomic(scratch.File("a"), "x").ok());
  ::umask(old_mask);
  struct stat info {};
  ASSERT_EQ(::stat(scratch.File("a").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0644U);
}

TEST(RealFileSystem, KeepsTheOldContentWhenTheReplacementFails) {
  const ScratchDirectory scratch;
  RealFileSystem files;
  const std::string directory = scratch.File("taken");
  ASSERT_TRUE(files.MakeDirectories(directory + "/inside").ok());
  const Status status = files.WriteAtomic(directory, "x");  // a file cannot replace a directory
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kIo);
  EXPECT_EQ(status.error().where, directory);
  EXPECT_TRUE(files.Exists(directory + "/inside"));
  EXPECT_THAT(*files.List(scratch.path()), ElementsAre("taken")) << "the temporary file is removed";
}

TEST(RealFileSystem, NamesThePathWhenTheDirectoryIsMissing) {
  const ScratchDirectory scratch;
  RealFileSystem files;
  const Status status = files.WriteAtomic(scratch.File("no/a"), "x");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().Text(), scratch.File("no/a") + ": no such file");
}

TEST(RealFileSystem, AppendsAcrossOpeningsAndBeforeClosing) {
  const ScratchDirectory scratch;
  RealFileSystem files;
  const std::string path = scratch.File("samples.jsonl");
  Result<std::unique_ptr<Appender>> first = files.OpenAppend(path);
  ASSERT_TRUE(first.ok());
  ASSERT_TRUE((*first)->Append("1\n").ok());
  EXPECT_EQ(Text(files, path), "1\n");
  Result<std::unique_ptr<Appender>> second = files.OpenAppend(path);
  ASSERT_TRUE(second.ok());
  ASSERT_TRUE((*second)->Append("2\n").ok());
  ASSERT_TRUE((*first)->Append("3\n").ok());
  EXPECT_EQ(Text(files, path), "1\n2\n3\n");
}

TEST(RealFileSystem, SaysThatADiskIsFull) {
  RealFileSystem files;
  Result<std::unique_ptr<Appender>> full = files.OpenAppend("/dev/full");
  ASSERT_TRUE(full.ok());
  const Status status = (*full)->Append("x");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().Text(), "/dev/full: No space left on device");
}

TEST(RealFileSystem, TellsMissingFilesAndDirectoriesApart) {
  const ScratchDirectory scratch;
  RealFileSystem files;
  EXPECT_EQ(Text(files, scratch.File("a")), scratch.File("a") + ": no such file");
  EXPECT_EQ(Text(files, scratch.path()), scratch.path() + ": is a directory, not a file");
  EXPECT_EQ(files.Read(scratch.File("a")).error().code, ErrorCode::kConfig);
}

TEST(RealFileSystem, ReadsFilesThatStateNoSize) {
  RealFileSystem files;
  EXPECT_NE(Text(files, "/proc/self/status").find("VmHWM"), std::string::npos);
}

TEST(RealFileSystem, RemovesAFileOnceAndForAll) {
  const ScratchDirectory scratch;
  RealFileSystem files;
  ASSERT_TRUE(files.WriteAtomic(scratch.File("a"), "x").ok());
  EXPECT_TRUE(files.Remove(scratch.File("a")).ok());
  EXPECT_FALSE(files.Exists(scratch.File("a")));
  EXPECT_TRUE(files.Remove(scratch.File("a")).ok());
}

TEST(RealFileSystem, ListsSortedAndRefusesWhatIsNoDirectory) {
  const ScratchDirectory scratch;
  RealFileSystem files;
  for (const char* name : {"b", "c", "a"}) ASSERT_TRUE(files.WriteAtomic(scratch.File(name), "").ok());
  EXPECT_THAT(*files.List(scratch.path()), ElementsAre("a", "b", "c"));
  EXPECT_FALSE(files.List(scratch.File("none")).ok());
}

TEST(RealFileSystem, ResolvesLinksAsFarAsThePathExists) {
  const ScratchDirectory scratch;
  RealFileSystem files;
  const std::string root = *files.Canonical(scratch.path());
  ASSERT_TRUE(files.MakeDirectories(scratch.File("real/deep")).ok());
  std::filesystem::create_directory_symlink(scratch.File("real/deep"), scratch.File("link"));
  EXPECT_EQ(*files.Canonical(scratch.File("link/../new/file")), root + "/real/new/file");
  EXPECT_TRUE(files.Canonical("certainly/not/there")->starts_with("/"));
}

TEST(Paths, JoinAndSplit) {
  EXPECT_EQ(JoinPath("suites", "../quality/core.jsonl"), "quality/core.jsonl");
  EXPECT_EQ(JoinPath("suites", "/abs/x"), "/abs/x");
  EXPECT_EQ(JoinPath("", "x"), "x");
  EXPECT_EQ(JoinPath("/a/", "./b"), "/a/b");
  EXPECT_EQ(DirectoryOf("suites/chat.json"), "suites");
  EXPECT_EQ(DirectoryOf("chat.json"), "");
  EXPECT_EQ(DirectoryOf("/chat.json"), "/");
  EXPECT_EQ(BaseNameOf("suites/chat.json"), "chat.json");
}

}  // namespace
}  // namespace inferproof
