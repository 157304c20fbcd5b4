// Feeds every file of a corpus directory to one fuzzer entry point, in the order of their names.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::string ReadAll(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The bytes in a heap block of exactly their size, so that a sanitizer sees a read past the end.
int Feed(const std::string& text) {
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  return LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || !std::filesystem::is_directory(argv[1])) {
    std::fputs("usage: replay_NAME CORPUS_DIRECTORY\n", stderr);
    return 2;
  }
  std::set<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[1])) {
    if (entry.is_regular_file()) paths.insert(entry.path());
  }
  if (paths.empty()) {
    std::fprintf(stderr, "%s holds no files: nothing was replayed\n", argv[1]);
    return 1;
  }
  int failures = Feed("") == 0 ? 0 : 1;
  for (const auto& path : paths) {
    if (Feed(ReadAll(path)) == 0) continue;
    std::fprintf(stderr, "%s: the entry point did not answer 0\n", path.c_str());
    ++failures;
  }
  std::printf("%zu files replayed, %d refused\n", paths.size(), failures);
  return failures == 0 ? 0 : 1;
}
