#pragma once
// Wrong arguments for the public interface: each call must end in an Error, or in what the header says.
#include <credence/base/error.hpp>
#include <credence/base/index.hpp>

#include <doctest/doctest.h>

#include <exception>
#include <limits>
#include <string>
#include <vector>

namespace credence::misuse {

inline const double no_number = std::numeric_limits<double>::quiet_NaN();
inline const double infinity = std::numeric_limits<double>::infinity();

/// Numbers that are no positive numbers.
inline const std::vector<double> not_positive{0.0,      -0.0,      -1.0,     -1e300,
                                              infinity, -infinity, no_number};
/// Numbers that are no probabilities, and no masses of intervals.
inline const std::vector<double> no_probability{-0.5, 1.5, 1e300, infinity, -infinity, no_number};
/// Names that nothing has.
inline const std::vector<std::string> nobody{"",    "nobody", std::string(1, '\0'),   "\xff\xfe",
                                             "a:b", ":",      std::string(70000, 'x')};

/// Positions that a list of so many entries has not.
inline std::vector<Index> outside(Index size) {
  return {-1,
          size,
          size + 1,
          Index{1} << 40,
          std::numeric_limits<Index>::max(),
          std::numeric_limits<Index>::min()};
}

/// How many calls were made.
inline int& calls() {
  static int count = 0;
  return count;
}

enum class Ending { value, error, other };

template <class Call>
Ending ending_of(Call&& call) {
  ++calls();
  try {
    static_cast<void>(call());
    return Ending::value;
  } catch (const Error& error) {
    return error.what()[0] != '\0' ? Ending::error : Ending::other;
  } catch (const std::exception& other) {
    MESSAGE("another exception: " << other.what());
    return Ending::other;
  }
}

/// Checks that a call is refused.
template <class Call>
void refused(const char* what, Call&& call) {
  const std::string called(what);
  CAPTURE(called);
  CHECK(ending_of(call) == Ending::error);
}

/// Checks that a call returns or is refused: its header gives a meaning to the argument.
template <class Call>
void survives(const char* what, Call&& call) {
  const std::string called(what);
  CAPTURE(called);
  CHECK(ending_of(call) != Ending::other);
}

}  // namespace credence::misuse
