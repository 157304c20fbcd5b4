#pragma once

#include <curl/curl.h>

#include "harness/transport/transport.h"

namespace inferproof {

// How a request ended, from libcurl's code.
EndKind KindOfEnd(CURLcode code);

}  // namespace inferproof
