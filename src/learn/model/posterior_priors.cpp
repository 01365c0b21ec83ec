#include <credence/learn/posterior_priors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/data/column_places.hpp>
#include <credence/detail/learn/strengthened.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/learn/keep.hpp>

#include "base/names.hpp"
#include "learn/model/class_prior.hpp"
#include "learn/structure/context_priors.hpp"
#include "learn/structure/contexts.hpp"

namespace credence {
namespace {

constexpr std::size_t shown_columns = 6;

std::string columns_in_words(const std::vector<std::string>& columns) {
  std::string text;
  for (std::size_t i = 0; i < std::min(shown_columns, columns.size()); ++i)
    text += fmt::format("{}'{}'", i == 0 ? "" : ", ", columns[i]);
  if (columns.size() > shown_columns)
    text += fmt::format(" and {} more", columns.size() - shown_columns);
  return (columns.size() == 1 ? "column " : "columns ") + text;
}

// Sentences about columns; columns of the same note share one.
std::vector<std::string> sentences_of(const std::vector<ColumnNote>& columns_and_notes) {
  std::vector<std::pair<std::string, std::vector<std::string>>> by_note;
  for (const auto& [column, note] : columns_and_notes) {
    const std::string& text = note;
    auto place = std::find_if(by_note.begin(), by_note.end(),
                              [&](const auto& entry) { return entry.first == text; });
    if (place == by_note.end()) place = by_note.insert(by_note.end(), {note, {}});
    place->second.push_back(column);
  }
  std::vector<std::string> sentences;
  for (const auto& [note, columns] : by_note)
    sentences.push_back(fmt::format("the prior of {}: {}", columns_in_words(columns), note));
  return sentences;
}

}  // namespace

bool has_empirical_prior(const Posterior<Model>& posterior) {
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; j < block->size(); ++j)
      if (block->has_empirical_prior(j)) return true;
  return false;
}

namespace detail {
Posterior<Model> with_numbers(Posterior<Model> posterior) {
  for (Box<AnyBlock>& block : posterior.blocks) block->resolve_empirical_priors();
  return posterior;
}
}  // namespace detail

std::vector<std::string> notes_on_priors(const Posterior<Model>& posterior) {
  std::vector<ColumnNote> notes;
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (ColumnNote& note : block->notes_on_priors()) notes.push_back(std::move(note));
  return sentences_of(notes);
}

namespace {

constexpr std::array multiplied{"ones",        "zeros",        "each",  "weights",
                                "mean_weight", "mean_weights", "shape", "shapes",
                                "scale",       "scales",       "rate",  "strength"};
constexpr std::array divided{"mean_variance"};
constexpr std::array kept{"mean",        "means",     "variance", "direction", "concentration",
                          "known_shape", "successes", "edges",    "bins"};

}  // namespace

std::optional<StrengthRole> strength_role(std::string_view member) {
  if (detail::among(multiplied, member)) return StrengthRole::multiplied;
  if (detail::among(divided, member)) return StrengthRole::divided;
  if (detail::among(kept, member)) return StrengthRole::kept;
  return std::nullopt;
}

namespace detail {

void check_strength(double factor) {
  if (factor > 0 && std::isfinite(factor)) return;
  throw Error(ErrorCode::domain, "the prior sample size was to be multiplied by " +
                                     to_text(factor) + "; give a finite number above 0");
}

void no_strength(std::string_view member) {
  throw Error(ErrorCode::undefined,
              "the strength of a prior cannot be changed: it is not known what becomes of '" +
                  std::string(member) +
                  "'; freeze the posterior first, or state `strengthened` "
                  "for the prior");
}

}  // namespace detail

namespace {

// The structure that the data give, as one that they no longer move; average weights stay late.
Structure frozen_structure(const Posterior<Model>& posterior) {
  FoundStructure found = found_structure(posterior);
  if (found.features.empty()) return found.asked;
  found.asked.kind = StructureKind::given;
  found.asked.given.clear();
  for (FoundParents& of : found.features)
    if (!of.parents.empty())
      found.asked.given.push_back(
          {.feature = std::move(of.feature), .parents = std::move(of.parents)});
  return found.asked;
}

Posterior<Model> freeze_structure(Posterior<Model> posterior) {
  Nested<ContextPosterior> contexts = std::move(posterior.contexts);
  posterior.contexts = {};
  for (const detail::ContextPlan& plan : detail::context_plans(posterior.model))
    for (const ContextPosterior& context : contexts)
      if (context.parents == plan.parents)
        posterior.contexts.push_back(detail::with_model(
            {.parents = context.parents, .children = keep(context.children, plan.children)},
            detail::context_model(posterior.model, plan)));
  return posterior;
}

// Writes the priors of all features into their columns.
void put_priors(const std::vector<Box<AnyBlock>>& blocks, Schema& schema) {
  const ColumnPlaces places(schema);
  for (const Box<AnyBlock>& block : blocks)
    for (Index j = 0; j < block->size(); ++j)
      schema.columns[places.of(block->feature(j).name)].prior = block->prior(j);
}

}  // namespace

Posterior<Model> with_prior_strength(Posterior<Model> frozen, double factor) {
  detail::check_strength(factor);
  Schema schema = frozen.model.schema();
  for (Box<AnyBlock>& block : frozen.blocks) block->strengthen_priors(factor);
  put_priors(frozen.blocks, schema);
  ClassPrior& classes = frozen.label.prior;
  classes.each *= factor;
  for (double& weight : classes.weights) weight *= factor;
  schema.class_prior = classes;
  schema.structure.prior.strength *= factor;
  if (schema.structure.kind == StructureKind::lookup) schema.structure.centre_rows *= factor;
  frozen.model = with_schema(frozen.model, std::move(schema));
  classes = frozen.model.schema().class_prior;
  return frozen.contexts.empty() ? frozen : freeze_structure(std::move(frozen));
}

Posterior<Model> freeze(Posterior<Model> posterior) {
  Structure structure = posterior.model.schema().structure;
  if (!posterior.contexts.empty()) structure = frozen_structure(posterior);
  // Without arcs no context is left that could hold imagined rows.
  const bool has_arcs = structure.kind != StructureKind::given || !structure.given.empty();
  if (!has_arcs && detail::imagines_rows(posterior))
    posterior = detail::with_imagined_rows(std::move(posterior));
  Schema schema = posterior.model.schema();
  schema.structure = std::move(structure);
  for (Box<AnyBlock>& block : posterior.blocks) block->resolve_priors(posterior.label.classes);
  put_priors(posterior.blocks, schema);
  posterior.model = with_schema(posterior.model, std::move(schema));
  return posterior.contexts.empty() ? posterior : freeze_structure(std::move(posterior));
}

namespace {

// Throws Error{schema} for a class that the prior names or lacks, Error{shape} for weights that do not
// fit the classes.
void check_class_prior(const LabelColumn& label) {
  detail::check_pseudo_counts(label.prior);
  std::vector<std::string> given;
  for (const auto& entry : label.prior.given) given.push_back(entry.first);
  const std::vector<Index> places = positions_in(given, label.classes);
  for (std::size_t i = 0; i < given.size(); ++i)
    if (places[i] < 0)
      throw Error(ErrorCode::schema, "the class prior names class '" + given[i] +
                                         "', which label '" + label.name +
                                         "' does not have; name its classes");
  if (label.prior.kind == ClassPrior::Kind::learned)
    static_cast<void>(dirichlet_of(label));
  else if (label.prior.kind == ClassPrior::Kind::given)
    static_cast<void>(fixed_probabilities(label));
}

}  // namespace

Posterior<Model> with_class_prior(Posterior<Model> posterior, ClassPrior prior) {
  Schema schema = posterior.model.schema();
  schema.class_prior = std::move(prior);
  posterior.model = with_schema(posterior.model, std::move(schema));
  posterior.label.prior = posterior.model.schema().class_prior;
  check_class_prior(posterior.label);
  return posterior;
}

}  // namespace credence
