#pragma once
// A table, what was learned from it and is believed since, and the table as the model sees it.
#include <credence/predict/uncertainty.hpp>

#include <memory>
#include <utility>

#include "support/models.hpp"

namespace credence::testing {

struct Learned {
  std::unique_ptr<const Table> table = {};  // the bound table sees it
  ModelPosterior posterior = {};
  BoundTable bound = {};
};

[[nodiscard]] inline Learned learned_from(Table table, const Model& model) {
  Learned all{.table = std::make_unique<const Table>(std::move(table))};
  all.posterior = observe(model, *all.table);
  all.bound = bind(model, *all.table);
  return all;
}

/// With what is believed of the parameters.
struct Study : Learned {
  Beliefs believed = {};
};

[[nodiscard]] inline Study study_of(Table table, const Model& model) {
  Study study{learned_from(std::move(table), model)};
  study.believed = beliefs(study.posterior);
  return study;
}
[[nodiscard]] inline Study study_of(Table table, Schema schema) {
  return study_of(std::move(table), Model(std::move(schema)));
}

}  // namespace credence::testing
