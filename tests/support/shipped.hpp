#pragma once
// The data sets that the project ships, as tables.
#include <credence/data/csv.hpp>

#include <string>

#include "support/paths.hpp"

namespace credence::testing {

/// The table of a file in examples/data, named with or without its '.csv'.
inline Table shipped(const std::string& name) {
  return read_csv(project_file("examples/data/" + name + (name.ends_with(".csv") ? "" : ".csv")));
}

}  // namespace credence::testing
