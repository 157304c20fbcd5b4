#include <gmock/gmock.h>

#include <string_view>

#include "tests/unit/target/test_server.h"

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "--serve") return inferproof::RunTestServer(argc, argv);
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
