#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.h"
#include "harness/json/document.h"

namespace inferproof {

struct Message {
  std::string role;
  std::string content;
};

// One assertion as the case file has it: a name and its parameters. quality/ knows what it means and checks the
// parameters.
struct AssertionSpec {
  std::string name;
  Json parameters;  // an object; empty when the assertion was given by name alone
};

struct CaseParameters {
  int max_tokens = 128;
  double temperature = 0;
  std::vector<std::string> stop;
};

// One quality case: a prompt and what the answer is held to.
struct QualityCase {
  std::string id;
  int version = 1;
  std::vector<std::string> tags;
  std::vector<Message> messages;
  CaseParameters parameters;
  bool stream = true;
  std::vector<AssertionSpec> assertions;
  std::string file;  // relative path, for annotations
  int line = 0;
  std::string digest;  // of the case's own canonical text

  bool critical() const;  // tagged "critical": said in its verdict
};

struct CaseFile {
  std::string path;
  std::string digest;  // of the bytes
  std::vector<QualityCase> cases;
};

// JSONL: {"id","v","tags","messages":[{"role","content"}],"params":{...},"stream","assert":[...]}, an assertion being
// "name" or
// {"name": {parameters}}. Ids are unique within a file; the caller checks them across files.
Result<CaseFile> ParseCases(std::string_view text, const std::string& path);

}  // namespace inferproof
