#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_map>

#include "harness/base/result.h"

namespace inferproof {

using Json = nlohmann::json;

// 1-based; columns count bytes.
struct Position {
  int line = 0;
  int column = 0;
};

// Parsed JSON that remembers where each value stands. Refuses duplicate keys, NaN, numbers beyond double, ill-formed
// UTF-8, nesting deeper than kMaxJsonDepth, bytes after the value, and files with merge-conflict markers.
inline constexpr int kMaxJsonDepth = 64;

class Document {
 public:
  // `name` is what errors call the text: a path relative to where the user stands. `first_line` is where the text
  // starts in that file (a line of a JSONL file is a document of its own).
  static Result<Document> Parse(std::string_view text, std::string name, int first_line = 1);

  const Json& root() const { return root_; }
  const std::string& name() const { return name_; }

  // Where the value with this JSON pointer ("/scenarios/1/load") starts; the root's place for an unknown pointer.
  Position At(const std::string& pointer) const;

 private:
  Json root_;
  std::string name_;
  std::unordered_map<std::string, Position> positions_;
};

// A value inside a document, with its path. Cheap to copy; the document must outlive it.
class Node {
 public:
  explicit Node(const Document& document) : document_(&document), json_(&document.root()) {}

  const Json& json() const { return *json_; }
  const Json* operator->() const { return json_; }
  Position position() const { return document_->At(pointer_); }
  const Document& document() const { return *document_; }

  // "chat.json:14:9: scenarios[1].load"; no path for the root.
  std::string Where() const;
  Error Fail(std::string what, std::string hint = {}) const;

  // The member or element; the caller knows that it exists.
  Node Member(const std::string& key) const;
  Node Element(std::size_t index) const;

 private:
  const Document* document_;
  const Json* json_;
  std::string pointer_;
  std::string path_;
};

// "an object", "a string", "true": what a value is, for messages.
std::string DescribeJson(const Json& value);

}  // namespace inferproof
