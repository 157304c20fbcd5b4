#include "harness/cli/app.h"

int main(int argc, char** argv) { return inferproof::RunCommandLine(argc, argv); }
