#include "harness/stats/distribution.h"

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <exception>
#include <string>

namespace inferproof {
namespace {

// Calls `quantile` and turns a throw, or a value that is not finite, into an error.
template <typename Call>
Result<double> Translated(const char* distribution, Call quantile) {
  try {
    const double value = quantile();
    if (std::isfinite(value)) return value;
    return MakeError(ErrorCode::kInvalid, distribution, "the quantile is not finite");
  } catch (const std::exception& thrown) {
    return MakeError(ErrorCode::kInvalid, distribution, std::string("no quantile: ") + thrown.what());
  }
}

}  // namespace

Result<double> StudentQuantile(double probability, double degrees_of_freedom) {
  return Translated("Student's t", [=] {
    return boost::math::quantile(boost::math::students_t_distribution<double>(degrees_of_freedom), probability);
  });
}

Result<double> ChiSquaredQuantile(double probability, double degrees_of_freedom) {
  return Translated("chi-squared distribution", [=] {
    return boost::math::quantile(boost::math::chi_squared_distribution<double>(degrees_of_freedom), probability);
  });
}

Result<double> BetaQuantile(double probability, double a, double b) {
  return Translated("beta distribution",
                    [=] { return boost::math::quantile(boost::math::beta_distribution<double>(a, b), probability); });
}

Result<double> BetaUpperQuantile(double probability, double a, double b) {
  return Translated("beta distribution", [=] {
    return boost::math::quantile(boost::math::complement(boost::math::beta_distribution<double>(a, b), probability));
  });
}

}  // namespace inferproof
