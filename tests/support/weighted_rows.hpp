#pragma once
// A table that asks much of whoever takes rows out again: missing numbers, and weights of all sizes.
#include <credence/base/random.hpp>
#include <credence/data/table.hpp>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace credence::testing {

/// Columns x and z of real numbers, y of whole ones with gaps, `times` with weights from a millionth
/// to a million and zeros, class p or q in turn.
inline Table weighted_rows(Index rows) {
  Random random{5};
  std::vector<double> x, y, z, weights;
  std::vector<std::string> labels;
  for (Index row = 0; row < rows; ++row) {
    const double shift = static_cast<double>(row % 2);
    x.push_back(shift + random.normal());
    y.push_back(row % 5 == 0 ? std::nan("") : std::floor(3 * random.uniform() + shift));
    z.push_back(random.normal());
    weights.push_back(row % 7 == 0 ? 0 : std::exp(4 * random.normal()));
    labels.push_back(row % 2 == 0 ? "p" : "q");
  }
  Table table;
  table.add("x", std::move(x));
  table.add("y", std::move(y));
  table.add("z", std::move(z));
  table.add("times", std::move(weights));
  table.add("class", std::move(labels));
  return table;
}

}  // namespace credence::testing
