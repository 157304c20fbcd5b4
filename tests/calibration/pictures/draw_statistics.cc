// Draws the pictures of docs/statistics.md from simulations.
// Usage: draw_statistics --svg DIR
#include <fstream>
#include <iostream>
#include <string_view>

#include "tests/calibration/model/rate.h"
#include "tests/calibration/pictures/pictures.h"

int main(int count, char** words) {
  if (count != 3 || std::string_view(words[1]) != "--svg") {
    std::cerr << "usage: draw_statistics --svg DIR\n";
    return 2;
  }
  constexpr long kSuites = 2000;  // a point
  for (const inferproof::Picture& picture : inferproof::Pictures()) {
    const std::string path = std::string(words[2]) + "/" + picture.file;
    std::ofstream stream(path, std::ios::binary);
    stream << RenderSvg(picture.draw(inferproof::ListedSeeds().front(), kSuites));
    stream.close();
    if (!stream) {
      std::cerr << "draw_statistics: cannot write " << path << "\n";
      return 1;
    }
    std::cout << path << "\n";
  }
  return 0;
}
