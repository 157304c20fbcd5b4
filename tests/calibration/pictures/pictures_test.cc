#include "tests/calibration/pictures/pictures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace inferproof {
namespace {

using ::testing::HasSubstr;

const std::string kSource = INFERPROOF_SOURCE_DIR;

std::string ReadFile(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Start tags are closed by their own end tags, in order: what an XML reader insists on first.
bool TagsBalance(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t at = xml.find('<'); at != std::string::npos; at = xml.find('<', at + 1)) {
    const std::size_t end = xml.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = xml.substr(at + 1, end - at - 1);
    if (tag.ends_with('/')) continue;
    if (!tag.starts_with('/')) {
      open.push_back(tag.substr(0, tag.find(' ')));
      continue;
    }
    if (open.empty() || open.back() != tag.substr(1)) return false;
    open.pop_back();
  }
  return open.empty();
}

TEST(Pictures, AreCommittedWellFormedAndShownInTheDocs) {
  const std::string docs = ReadFile(kSource + "/docs/statistics.md");
  for (const Picture& picture : Pictures()) {
    const std::string svg = ReadFile(kSource + "/docs/img/" + picture.file);
    EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"")) << picture.file;
    EXPECT_TRUE(TagsBalance(svg)) << picture.file;
    EXPECT_EQ(svg.find("<script"), std::string::npos) << picture.file;
    EXPECT_THAT(docs, HasSubstr("](img/" + picture.file + ")"));
  }
}

TEST(Pictures, AreTheOnlyOnesInTheirFolder) {
  std::set<std::string> drawn = {"red-build.svg"};  // by ci/draw-log.sh
  for (const Picture& picture : Pictures()) drawn.insert(picture.file);
  for (const auto& entry : std::filesystem::directory_iterator(kSource + "/docs/img"))
    EXPECT_TRUE(drawn.contains(entry.path().filename().string())) << entry.path() << " is drawn by nothing";
}

TEST(Pictures, AreTheSameForTheSameSeed) {
  for (const Picture& picture : Pictures()) {
    const std::string svg = RenderSvg(picture.draw(1, 10));
    EXPECT_EQ(svg, RenderSvg(picture.draw(1, 10))) << picture.file;
    EXPECT_TRUE(TagsBalance(svg)) << picture.file;
  }
}

}  // namespace
}  // namespace inferproof
