#pragma once
// Nine rows of three columns and two classes, which the golden values of structures are made of.
#include <string_view>
#include <utility>

#include "support/models.hpp"

namespace credence::testing {

inline constexpr std::string_view nine_rows =
    "x0,x1,x2,class\n0,0,0,0\n0,1,0,0\n0,1,1,0\n1,2,1,0\n1,1,0,0\n1,2,1,1\n1,0,0,1\n0,2,0,1\n"
    "1,2,0,1\n";

[[nodiscard]] inline Model nine_model(Structure structure) {
  return with_structure(Model(schema_of({{.name = "x0", .family = "categorical"},
                                         {.name = "x1", .family = "categorical"},
                                         {.name = "x2", .family = "categorical"}})),
                        std::move(structure));
}

[[nodiscard]] inline Posterior<Model> learned_from_nine(Structure structure) {
  return observe(nine_model(std::move(structure)), table_of(nine_rows));
}

}  // namespace credence::testing
