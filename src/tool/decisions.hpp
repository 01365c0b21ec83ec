#pragma once
// The flags that say what to make of a prediction, and the class prior it is made under.
#include <credence/learn/model_posterior.hpp>

#include "options.hpp"
#include "prediction_rows.hpp"

namespace credence::tool {

/// The posterior that a verb works with, under the class prior of the flags where they have one.
/// throws  UsageError for a class prior that does not fit its classes
[[nodiscard]] Posterior<Model> posterior_asked(const Options& options);

/// The groups of `--output`, and those that other flags add: `interval`, `action`, `expected_loss`.
/// throws  UsageError for a group or flag whose other flag is missing
[[nodiscard]] std::vector<Group> groups_asked(const Options& options);

/// The losses of `--loss`; none without.
[[nodiscard]] LossTable loss_asked(const Options& options, const std::vector<std::string>& classes);

/// Fills in what the flags and groups ask for.
/// in  decisions: with the losses already
void decide(const Options& options, const std::vector<Group>& groups,
            const Posterior<Model>& posterior, const Table& table, const Predictions& predictions,
            Decisions& decisions);

}  // namespace credence::tool
