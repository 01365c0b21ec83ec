// The law of smaller posteriors: they are those of smaller models.
#include <credence/learn/keep.hpp>

#include "laws/model_samples.hpp"

#include <algorithm>

using namespace credence;
using namespace credence::testing;

namespace {

// Some of the features of a schema, each with a chance of one half.
std::vector<std::string> some_features(const Schema& schema, Random& random) {
  std::vector<std::string> names;
  for (const ColumnSchema& column : schema.columns)
    if (random.below(2) == 0) names.push_back(column.name);
  return names;
}

ModelPosterior learned_alone(const ModelSample& sample, const std::vector<std::string>& names) {
  Schema schema = sample.schema;
  std::erase_if(schema.columns, [&](const ColumnSchema& column) {
    return std::find(names.begin(), names.end(), column.name) == names.end();
  });
  return observe(Model(schema), sample.table);
}

}  // namespace

TEST_CASE("keeping features is learning the model that has only them") {
  for_random_seeds("keep", [](Random& random) {
    const ModelSample sample = random_model(random);
    const auto names = some_features(sample.schema, random);
    RC_ASSERT(keep(sample.posterior(), names) == learned_alone(sample, names));
  });
}

TEST_CASE("keeping features and then some of them is keeping these") {
  for_random_seeds("keep twice", [](Random& random) {
    const ModelSample sample = random_model(random);
    const auto first = keep(sample.posterior(), some_features(sample.schema, random));
    const auto names = some_features(first.model.schema(), random);
    RC_ASSERT(keep(first, names) == keep(sample.posterior(), names));
  });
}
