#pragma once
// The priors of cells in contexts as numbers.
#include <credence/learn/model_posterior.hpp>

#include "learn/structure/feature_places.hpp"

namespace credence::detail {

/// The posterior with every prior of its contexts in numbers, as its structure says them: each cell
/// alike, a share of imagined rows, or what is known of the feature given the class alone. Imagined
/// rows also give the label and the features given the class their priors.
/// throws  Error{undefined} naming the column whose automatic prior has no meaning for these data
[[nodiscard]] Posterior<Model> with_context_priors(Posterior<Model> posterior);

/// Whether the contexts' prior is a number of imagined rows.
[[nodiscard]] bool imagines_rows(const Posterior<Model>& posterior);

/// The label and the features given the class alone under the priors that imagined rows give them.
/// in  posterior: its contexts' prior imagines rows
[[nodiscard]] Posterior<Model> with_imagined_rows(Posterior<Model> posterior);

/// The same statistics as those of another model of the same children.
[[nodiscard]] ContextPosterior with_model(ContextPosterior context, const Model& model);

/// The same statistics under the priors of another schema, without contexts.
[[nodiscard]] Posterior<Model> with_priors_of(const Posterior<Model>& posterior, Schema schema);

/// How many levels the parents take together in all that was seen; "missing" is one where it occurs.
[[nodiscard]] double levels_together(const Posterior<Model>& posterior,
                                     const ContextPosterior& context);

/// Whether the levels of a feature are counted: it has answers or categories.
[[nodiscard]] bool has_counted_levels(const AnyBlock& block);
/// The same of a feature by name; throws as place_of_feature.
[[nodiscard]] bool has_counted_levels(const Posterior<Model>& posterior, std::string_view feature);

/// The pseudo-count of each level of answers (no, yes) or categories under a prior of numbers.
/// in  klass: whose prior is asked for, where classes have their own
[[nodiscard]] std::vector<double> pseudo_counts_of(const PriorSpec& prior, std::string_view klass,
                                                   std::size_t levels);

/// Throws Error{undefined}: priors that are made from the rows leave nothing to judge them by.
[[noreturn]] void no_evidence_of_back_off();

}  // namespace credence::detail
