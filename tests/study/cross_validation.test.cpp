// Posteriors of all folds but one, by merging statistics.

#include <doctest/doctest.h>

#include "study/folds/cross_validation.hpp"
#include "support/models.hpp"

using namespace credence;
using testing::ModelPosterior;

namespace {

// Counts only, so that sums of statistics are exact.
Model counting_model() {
  return Model(testing::schema_of({{.name = "word", .family = "categorical"},
                                   {.name = "note", .family = "multinomial"},
                                   {.name = "flag", .family = "bernoulli"}}));
}

const char* const rows[] = {"x,one two,1,a\n", "y,two two three,0,b\n", "z,one,1,a\n",
                            "x,four one,0,b\n"};

ModelPosterior posterior_without(std::size_t left_out) {
  std::string csv = "word,note,flag,class\n";
  for (std::size_t row = 0; row < std::size(rows); ++row)
    if (row != left_out) csv += rows[row];
  return observe(counting_model(), testing::table_of(csv));
}

std::vector<ModelPosterior> parts(std::size_t count) {
  std::vector<ModelPosterior> posteriors;
  for (std::size_t row = 0; row < count; ++row)
    posteriors.push_back(observe(
        counting_model(), testing::table_of(std::string("word,note,flag,class\n") + rows[row])));
  return posteriors;
}

}  // namespace

TEST_CASE("each part is left out once and its levels with it") {
  std::vector<Index> visited;

  const ModelPosterior all =
      for_each_training_part(parts(4), [&](Index fold, const ModelPosterior& training) {
        CAPTURE(fold);
        visited.push_back(fold);
        CHECK(training == posterior_without(static_cast<std::size_t>(fold)));
      });

  CHECK(visited == std::vector<Index>{0, 1, 2, 3});
  CHECK(all == posterior_without(4));
}

TEST_CASE("of two parts each trains for the other") {
  const std::vector<ModelPosterior> two = parts(2);

  for_each_training_part(two, [&](Index fold, const ModelPosterior& training) {
    CAPTURE(fold);
    CHECK(training == two[static_cast<std::size_t>(1 - fold)]);
  });
}
