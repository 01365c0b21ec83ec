#pragma once
// The flags that say what to make of a prediction.
#include <credence/learn/model_posterior.hpp>

#include <optional>
#include <string>
#include <vector>

#include "answers/prediction_rows.hpp"
#include "flags/flags.hpp"

namespace credence::tool {

/// The flag `--loss`. in  does: what the verb does with the losses
void declare_loss(Grammar& grammar, std::optional<std::string>& loss, std::string_view does);

struct DecisionFlags {
  std::optional<std::vector<Group>> columns{};
  std::optional<double> interval{};  ///< mass
  std::optional<Index> draws{};
  std::optional<std::uint64_t> seed{};
  std::optional<double> abstain_below{};  ///< a probability
  std::optional<std::string> loss{};      ///< a file

  void declare_columns(Grammar& grammar);
  /// The others.
  void declare(Grammar& grammar);
};

/// Returns the groups of `--columns`, and those that other flags add: `interval`, `action`,
/// `expected_loss`.
/// throws  UsageError for a group or flag whose other flag is missing
[[nodiscard]] std::vector<Group> groups_asked(const DecisionFlags& flags);

/// Returns the losses of `--loss`; none without.
[[nodiscard]] LossTable loss_asked(const std::optional<std::string>& loss,
                                   const std::vector<std::string>& classes);

/// Fills in what the flags and groups ask for.
/// in  decisions: with the losses already
void decide(const DecisionFlags& flags, const std::vector<Group>& groups,
            const Posterior<Model>& posterior, const Table& table, const Predictions& predictions,
            Decisions& decisions);

}  // namespace credence::tool
