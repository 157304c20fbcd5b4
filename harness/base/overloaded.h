#pragma once

namespace inferproof {

// Lambdas as the arms of one std::visit.
template <typename... Arms>
struct Overloaded : Arms... {
  using Arms::operator()...;
};
template <typename... Arms>
Overloaded(Arms...) -> Overloaded<Arms...>;

}  // namespace inferproof
