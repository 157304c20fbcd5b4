#include "harness/cli/console.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "harness/base/text.h"
#include "harness/report/neutralise.h"

namespace inferproof {

Console::Console(const Redactor& redactor)
    : redactor_(redactor),
      colour_(isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr),
      progress_(isatty(STDERR_FILENO) == 1) {}

void Console::Print(std::string_view text) {
  EndProgress();
  const std::string clean = redactor_.Clean(text);
  std::fwrite(clean.data(), 1, clean.size(), stdout);
  std::fflush(stdout);
}

void Console::PrintError(const Error& error) {
  EndProgress();
  const std::string text = "inferproof: error: " + NeutraliseForLog(redactor_.Clean(error.Text()), 2000) + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void Console::Progress(const std::string& line) {
  if (!progress_) return;
  std::fprintf(stderr, "\r\x1b[K%s", Truncate(line, 100).c_str());
  std::fflush(stderr);
  progress_shown_ = true;
}

void Console::EndProgress() {
  if (progress_shown_) std::fputs("\r\x1b[K", stderr);
  progress_shown_ = false;
}

}  // namespace inferproof
