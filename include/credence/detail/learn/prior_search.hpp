#pragma once
// How a prior was found.
#include <string>
#include <vector>

namespace credence {

/// How a prior was found that a word left to the data of each class.
struct PriorSearch {
  int steps = 0;
  bool converged = false;
  std::vector<std::string> notes = {};  ///< limits that were reached, classes that were left out

  friend bool operator==(const PriorSearch&, const PriorSearch&) = default;
};

}  // namespace credence
