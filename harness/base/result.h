#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace inferproof {

// What kind of thing went wrong; cli/exit_code.h maps each to an exit code.
enum class ErrorCode {
  kUsage,         // flags or arguments
  kConfig,        // a file the user wrote or committed is unreadable, wrong or conflicted
  kIo,            // the disk refused
  kUnauthorized,  // 401 or 403
  kUnknownModel,  // the endpoint does not serve the model asked for
  kUnreachable,   // no endpoint answered, or it never became ready
  kInvalid,       // measured, but the measurement cannot be trusted
  kIncomparable,  // two sides that must not be compared
  kInterrupted,   // SIGINT or SIGTERM
  kInternal,      // a broken promise of our own code
};

// A small answer: where it happened, what was expected and came, what to do.
struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string where;  // "chat.json:14:9: scenarios[1].load", a path, a URL without secrets; may be empty
  std::string what;
  std::string hint;  // may be empty

  // "where: what. hint" in one line.
  std::string Text() const;
};

Error MakeError(ErrorCode code, std::string where, std::string what, std::string hint = {});

// A value or the error that kept it from being made. No exception crosses a folder.
template <typename T>
class [[nodiscard]] Result {
 public:
  using ValueType = T;
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit by design
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit by design

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  const T& value() const& { return std::get<0>(state_); }
  T& value() & { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  const Error& error() const& { return std::get<1>(state_); }
  Error&& error() && { return std::get<1>(std::move(state_)); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::get<0>(std::move(state_)); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

 private:
  std::variant<T, Error> state_;
};

// Success without a value, or an error.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)) {}  // NOLINT: implicit by design

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Error& error() const& { return *error_; }
  Error&& error() && { return *std::move(error_); }

 private:
  std::optional<Error> error_;
};

#define INFERPROOF_CONCAT_(a, b) a##b
#define INFERPROOF_CONCAT(a, b) INFERPROOF_CONCAT_(a, b)

// RETURN_IF_ERROR(status-or-result expression);
#define RETURN_IF_ERROR(expression)                           \
  do {                                                        \
    auto returned_ = (expression);                            \
    if (!returned_.ok()) return std::move(returned_).error(); \
  } while (false)

// ASSIGN_OR_RETURN(auto name, result expression);
#define ASSIGN_OR_RETURN(declaration, expression) \
  ASSIGN_OR_RETURN_(INFERPROOF_CONCAT(result_, __LINE__), declaration, expression)
#define ASSIGN_OR_RETURN_(name, declaration, expression) \
  auto name = (expression);                              \
  if (!name.ok()) return std::move(name).error();        \
  declaration = std::move(name).value()

}  // namespace inferproof
