#pragma once

#include "harness/record/record.h"
#include "harness/session/tokenizer.h"

namespace inferproof {

// Fills in `tokenized` of the completed measured answers whose output tokens nobody told, by POST /tokenize: after the
// run, while its server is still up. An answer with a tool call is left alone: its text is not what was generated. The
// first question without an answer is the last one.
void CountAnswerTokens(const TokenizeAt& at, RunLog& log);

}  // namespace inferproof
