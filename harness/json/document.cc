#include "harness/json/document.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "harness/base/text.h"

namespace inferproof {
namespace {

// Byte offset -> line and column.
class LineIndex {
 public:
  LineIndex(std::string_view text, int first_line) : first_line_(first_line) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') starts_.push_back(i + 1);
    }
  }
  Position Of(std::size_t offset) const {
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
    const auto line = after - starts_.begin() - 1;
    return {static_cast<int>(line) + first_line_, static_cast<int>(offset - *(after - 1)) + 1};
  }

 private:
  int first_line_;
  std::vector<std::size_t> starts_{0};
};

// An input iterator that tells how many bytes the library has taken.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::size_t* taken) : at_(at), taken_(taken) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    ++*taken_;
    return *this;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  std::size_t* taken_;
};

std::string EscapedForPointer(const std::string& key) {
  std::string escaped;
  for (const char c : key) {
    if (c == '~') {
      escaped += "~0";
    } else if (c == '/') {
      escaped += "~1";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

// Builds the value and notes where each part starts. The library says only how far it has read; a value starts at the
// first byte after the previous event that is no separator.
class PositionedBuilder : public nlohmann::json_sax<Json> {
 public:
  PositionedBuilder(std::string_view text, const LineIndex& lines, const std::size_t* taken,
                    std::unordered_map<std::string, Position>* positions)
      : text_(text), lines_(lines), taken_(taken), positions_(positions) {}

  bool null() override { return Scalar(nullptr); }
  bool boolean(bool value) override { return Scalar(value); }
  bool number_integer(number_integer_t value) override { return Scalar(value); }
  bool number_unsigned(number_unsigned_t value) override { return Scalar(value); }
  bool number_float(number_float_t value, const string_t&) override { return Scalar(value); }
  bool string(string_t& value) override { return Scalar(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return Open(Json::object()); }
  bool start_array(std::size_t) override { return Open(Json::array()); }
  bool end_object() override { return Close(); }
  bool end_array() override { return Close(); }
  bool key(string_t& value) override {
    const std::size_t start = Start();
    Frame& frame = stack_.back();
    if (frame.value->contains(value))
      return Refuse(start, "the key \"" + Truncate(value, 60) + "\" appears twice in one object");
    frame.key = std::move(value);
    previous_ = *taken_;
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) override {
    const std::string text = error.what();
    // Out-of-range numbers carry no position: they end where the library stopped.
    const std::size_t at = position > 0 ? position - 1 : Start();
    return Refuse(std::min(at, text_.size()), LibraryMessage(text));
  }

  Json TakeRoot() { return std::move(root_); }
  const std::string& problem() const { return problem_; }
  Position problem_at() const { return problem_at_; }

 private:
  struct Frame {
    Json* value;
    std::string pointer;
    std::string key;
    std::size_t next_index = 0;
  };

  static std::string LibraryMessage(const std::string& text) {
    if (text.find("out_of_range") != std::string::npos) return "a number beyond the range of a double";
    const std::size_t detail = text.find("syntax error");
    return "not JSON: " + RepairUtf8(Truncate(detail == std::string::npos ? text : text.substr(detail), 160));
  }

  std::size_t Start() const {
    const std::size_t at = text_.find_first_not_of(" \t\r\n,:]}", std::min(previous_, text_.size()));
    return at == std::string_view::npos ? text_.size() : at;
  }

  bool Refuse(std::size_t offset, std::string problem) {
    problem_ = std::move(problem);
    problem_at_ = lines_.Of(offset);
    return false;
  }

  // Puts the value where it belongs and answers its place in the tree; its pointer is left in `pointer`.
  Json* Place(Json value, std::string* pointer) {
    if (stack_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Frame& frame = stack_.back();
    if (frame.value->is_object()) {
      *pointer = frame.pointer + "/" + EscapedForPointer(frame.key);
      return &((*frame.value)[frame.key] = std::move(value));
    }
    *pointer = frame.pointer + "/" + std::to_string(frame.next_index++);
    frame.value->push_back(std::move(value));
    return &frame.value->back();
  }

  bool Scalar(Json value) {
    std::string pointer;
    const std::size_t start = Start();
    Place(std::move(value), &pointer);
    (*positions_)[pointer] = lines_.Of(start);
    // The library reads one byte past a number; that byte is a separator, or the next value's start is found all the
    // same.
    previous_ = *taken_ > 0 ? *taken_ - 1 : 0;
    const char last = previous_ < text_.size() ? text_[previous_] : ' ';
    if (last == '"' || (last >= 'a' && last <= 'z')) previous_ = *taken_;
    return true;
  }

  bool Open(Json value) {
    const std::size_t start = Start();
    if (stack_.size() >= kMaxJsonDepth)
      return Refuse(start, "nested deeper than " + std::to_string(kMaxJsonDepth) + " levels");
    std::string pointer;
    // Elements of arrays may move when the array grows, but only while no frame points into the moved element.
    Json* placed = Place(std::move(value), &pointer);
    (*positions_)[pointer] = lines_.Of(start);
    stack_.push_back({placed, pointer, {}, 0});
    previous_ = *taken_;
    return true;
  }

  bool Close() {
    stack_.pop_back();
    previous_ = *taken_;
    return true;
  }

  std::string_view text_;
  const LineIndex& lines_;
  const std::size_t* taken_;
  std::unordered_map<std::string, Position>* positions_;
  std::vector<Frame> stack_;
  std::size_t previous_ = 0;
  Json root_;
  std::string problem_;
  Position problem_at_;
};

std::string PlaceText(const std::string& name, Position at) {
  return name + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

// The line of a conflict marker, or 0.
int ConflictLine(std::string_view text, int first_line) {
  int line = first_line;
  for (const std::string& content : Split(text, '\n')) {
    if (content.starts_with("<<<<<<< ") || content.starts_with(">>>>>>> ")) return line;
    ++line;
  }
  return 0;
}

}  // namespace

Result<Document> Document::Parse(std::string_view text, std::string name, int first_line) {
  if (const int line = ConflictLine(text, first_line); line > 0) {
    return MakeError(ErrorCode::kConfig, PlaceText(name, {line, 1}), "merge-conflict markers",
                     "Resolve the conflict; the file was left as it is");
  }
  const LineIndex lines(text, first_line);
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return MakeError(ErrorCode::kConfig, PlaceText(name, lines.Of(nul)), "a NUL byte, which no JSON holds");
  }
  if (TrimAscii(text).empty()) {
    return MakeError(ErrorCode::kConfig, PlaceText(name, {first_line, 1}), "empty where JSON was expected");
  }
  if (TrimAscii(text).starts_with("<")) {
    return MakeError(ErrorCode::kConfig, PlaceText(name, {first_line, 1}), "HTML or XML where JSON was expected");
  }
  Document document;
  document.name_ = std::move(name);
  std::size_t taken = 0;
  PositionedBuilder builder(text, lines, &taken, &document.positions_);
  const CountingIterator begin(text.data(), &taken);
  const CountingIterator end(text.data() + text.size(), &taken);
  if (!Json::sax_parse(begin, end, &builder)) {
    return MakeError(ErrorCode::kConfig, PlaceText(document.name_, builder.problem_at()),
                     builder.problem().empty() ? "not JSON" : builder.problem());
  }
  document.root_ = builder.TakeRoot();
  return document;
}

Position Document::At(const std::string& pointer) const {
  const auto found = positions_.find(pointer);
  if (found != positions_.end()) return found->second;
  const auto root = positions_.find("");
  return root == positions_.end() ? Position{1, 1} : root->second;
}

std::string Node::Where() const {
  const std::string place = PlaceText(document_->name(), position());
  return path_.empty() ? place : place + ": " + path_;
}

Error Node::Fail(std::string what, std::string hint) const {
  return MakeError(ErrorCode::kConfig, Where(), std::move(what), std::move(hint));
}

Node Node::Member(const std::string& key) const {
  Node member = *this;
  member.json_ = &json_->at(key);
  member.pointer_ = pointer_ + "/" + EscapedForPointer(key);
  member.path_ = path_.empty() ? key : path_ + "." + key;
  return member;
}

Node Node::Element(std::size_t index) const {
  Node element = *this;
  element.json_ = &json_->at(index);
  element.pointer_ = pointer_ + "/" + std::to_string(index);
  element.path_ = path_ + "[" + std::to_string(index) + "]";
  return element;
}

std::string DescribeJson(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  if (value.is_string()) return "\"" + Truncate(value.get_ref<const std::string&>(), 60) + "\"";
  return Truncate(value.dump(), 40);
}

}  // namespace inferproof
