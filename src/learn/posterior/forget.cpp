// Taking rows back, and what is wrong with rows that exact sums cannot take.
#include <credence/learn/model_posterior.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "learn/binding/check_bound.hpp"
#include "learn/posterior/change_exactly.hpp"

namespace credence {
namespace detail {

Error no_exact_sums(std::string_view family) {
  return Error(ErrorCode::schema,
               "family '" + std::string(family) +
                   "' cannot be learned exactly: it is not known which sums its statistics are; "
                   "specialise SumsOf for them (docs/explanation/exact_sums.md), or learn without "
                   "exact sums");
}

void never_seen(const Table& table, const std::string& column, Index row, std::string_view level) {
  const Column& cells = table.column(column);
  throw Error(ErrorCode::domain,
              "cannot forget what was never seen: column '" + column + "', " +
                  table.place(cells, row) + " holds '" + std::string(level) +
                  "', which the posterior does not know; forget only data that was observed",
              table.where(cells, row));
}

}  // namespace detail

namespace {

// Throws Error{domain} naming what was not learned where `check` finds that; `who()` says it by names,
// or nothing where these are not known.
template <class Check, class Who>
void check_left(const std::string& what, Check check, Who who) {
  try {
    check();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::domain) throw;
    const std::string named = who(), found = error.what();
    throw Error(ErrorCode::domain,
                "cannot forget rows that were not learned: of " + what + ", " +
                    (named.empty() ? found.substr(0, found.find(';')) : named) +
                    "; forget rows that this posterior has learned, each once; nothing is changed");
  }
}

void check_left(const LabelColumn& label) {
  check_left(
      "label '" + label.name + "'", [&] { label.exact.check(); },
      [&] {
        const std::vector<double> counts = label.exact.statistics().counts;
        const auto least = std::min_element(counts.begin(), counts.end());
        if (least == counts.end() || *least >= 0) return std::string();
        return fmt::format("class '{}' would be left with {} rows",
                           label.classes[static_cast<std::size_t>(least - counts.begin())], *least);
      });
}

// "class 'a' would be left with -1 of 'Oslo'"
std::string left_of_levels(const FeatureRecord& feature, const std::vector<std::string>& classes) {
  for (std::size_t k = 0; k < feature.statistics.size(); ++k)
    for (const auto& [name, value] : feature.statistics[k]) {
      const auto* counts = std::get_if<std::vector<double>>(&value);
      if (counts == nullptr || name != "counts" || counts->size() != feature.levels.size())
        continue;
      for (std::size_t i = 0; i < counts->size(); ++i)
        if ((*counts)[i] < 0)
          return fmt::format("class '{}' would be left with {} of '{}'", classes[k], (*counts)[i],
                             feature.levels[i]);
    }
  return {};
}

void check_left(const AnyBlock& block, const std::vector<std::string>& classes) {
  try {
    block.check_exact_sums();
  } catch (const Error&) {
    for (Index j = 0; j < block.size(); ++j)
      check_left(
          "column '" + block.feature(j).name + "'",
          [&] { block.part(j, nullptr)->check_exact_sums(); },
          [&] { return left_of_levels(block.record(j), classes); });
    throw;
  }
}

}  // namespace

void forget(Posterior<Model>& posterior, const BoundTable& bound, RowSpan rows) {
  if (posterior.summation != Summation::exact)
    throw Error(ErrorCode::domain,
                "rows can be taken back only from a posterior that adds up exactly; fit it with "
                "Summation::exact");
  detail::check_bound(bound, posterior.model, posterior.blocks, rows);
  detail::check_contexts(bound, posterior.contexts.size());
  detail::check_weight_column(posterior.model.schema(), bound.weight_name);
  Posterior<Model> next = posterior;
  next.feature_weights = {};
  detail::change_exactly(next, bound, rows, detail::Change::taken_back);
  check_left(next.label);
  for (const Box<AnyBlock>& block : next.blocks) check_left(*block, next.label.classes);
  for (Index i = 0; i < next.contexts.size(); ++i)
    forget(next.contexts[i].children, bound.contexts[i].children(), rows);
  posterior = std::move(next);
}

void forget(Posterior<Model>& posterior, const Table& table, std::string_view weight) {
  (void)table.column(posterior.label.name);
  detail::check_weight_column(posterior.model.schema(), weight);
  const BoundTable bound = credence::bind(posterior.model, table, weight);
  forget(posterior, bound, RowSpan{.count = bound.rows});
}

}  // namespace credence
