// Lines for two classes, which add up to their log odds.
#include "predict/explain/explained_pair.hpp"
#include "learn/model/weights_by_name.hpp"
#include "predict/tiles/impossible.hpp"

#include <algorithm>
#include <credence/base/error.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/learn/label_column.hpp>

namespace credence::detail {
namespace {

// The most probable class but one; the earlier of equals.
std::size_t best_but(const std::vector<double>& joints, std::size_t excluded) {
  std::size_t best = excluded == 0 ? 1 : 0;
  for (std::size_t c = best + 1; c < joints.size(); ++c)
    if (c != excluded && joints[c] > joints[best]) best = c;
  return best;
}

// What makes a class impossible: its prior, or the first line that does; else a sum of lines that is
// beyond the range of double.
std::string culprit(const RowTerms& row, std::size_t klass) {
  if (!row.evaluated(klass)) return "its probability is 0";
  const auto found = std::find_if(row.terms.begin(), row.terms.end(), [&](const RowTerm& term) {
    return term.of_class[klass] == impossible;
  });
  if (found == row.terms.end()) return "its columns together have a density of 0";
  if (found->line.kind == LineKind::row) return "the row was never seen with it";
  return "column '" + found->line.feature + "' holds '" + found->line.value + "'";
}

bool is_silent(const RowTerm& term, std::size_t klass) {
  return !term.silent.empty() && term.silent[klass];
}

// Where a feature stands: its column in the schema, its block, its place in the block.
struct PlaceInBlocks {
  Index column = 0;
  std::size_t block = 0;
  Index feature = 0;
};

// The features of all blocks in the order of the schema.
std::vector<PlaceInBlocks> places_of(const Estimates& estimates) {
  const Schema& schema = estimates.model.schema();
  std::vector<PlaceInBlocks> places;
  for (std::size_t b = 0; b < estimates.tables.size(); ++b) {
    const auto features = features_of(estimates.tables[b]->family(), schema);
    for (Index j = 0; j < std::ssize(features); ++j)
      places.push_back({.column = features[static_cast<std::size_t>(j)] - schema.columns.data(),
                        .block = b,
                        .feature = j});
  }
  std::sort(places.begin(), places.end(),
            [](const PlaceInBlocks& a, const PlaceInBlocks& b) { return a.column < b.column; });
  return places;
}

}  // namespace

std::vector<double> log_joints(const RowTerms& row) {
  std::vector<double> joints = row.log_class_probabilities;
  for (const RowTerm& term : row.terms)
    for (std::size_t c = 0; c < joints.size(); ++c) joints[c] += term.of_class[c];
  return joints;
}

void check_question(const RowTerms& row, const ExplainOptions& options) {
  check_mass(options.mass);
  if (row.classes.size() < 2)
    throw Error(ErrorCode::undefined, "log odds compare two classes, and label '" + row.label +
                                          "' has " + std::to_string(row.classes.size()) +
                                          "; learn from rows of another class");
}

ClassPair pair_of(const RowTerms& row, const std::vector<double>& joints,
                  const ExplainOptions& options) {
  const auto class_named = [&](const std::string& name) {
    return static_cast<std::size_t>(class_position(row.classes, name));
  };
  const std::size_t nobody = joints.size();
  const std::size_t against = options.against.empty() ? nobody : class_named(options.against);
  std::size_t klass =
      options.klass.empty() ? best_but(joints, against) : class_named(options.klass);
  if (options.klass.empty() && joints[klass] == impossible &&
      static_cast<std::size_t>(row.most_frequent) != against)
    klass = static_cast<std::size_t>(row.most_frequent);
  const ClassPair pair{.klass = klass,
                       .against = against == nobody ? best_but(joints, klass) : against};
  if (pair.klass == pair.against)
    throw Error(ErrorCode::domain,
                "class '" + row.classes[klass] + "' is compared with itself; choose another");
  return pair;
}

void check_possible(const RowTerms& row, const std::vector<double>& joints, ClassPair pair) {
  if (joints[pair.klass] != impossible || joints[pair.against] != impossible) return;
  throw Error(ErrorCode::undefined,
              "row " + std::to_string(row.row + 1) + " is impossible under class '" +
                  row.classes[pair.klass] + "' (" + culprit(row, pair.klass) +
                  ") and under class '" + row.classes[pair.against] + "' (" +
                  culprit(row, pair.against) +
                  "), so that there are no log odds between them; choose another class or another "
                  "estimator");
}

bool evaluated(const RowTerms& row, ClassPair pair) {
  return row.evaluated(pair.klass) && row.evaluated(pair.against);
}

Explanation started(const RowTerms& row, ClassPair pair) {
  Explanation explanation{
      .row = row.row, .klass = row.classes[pair.klass], .against = row.classes[pair.against]};
  ExplanationLine& prior = explanation.lines.emplace_back();
  prior.kind = LineKind::prior;
  prior.feature = row.label;
  prior.contribution =
      row.log_class_probabilities[pair.klass] - row.log_class_probabilities[pair.against];
  return explanation;
}

ExplanationLine line_of(const RowTerm& term, ClassPair pair, bool evaluated,
                        std::optional<double> z) {
  ExplanationLine line = term.line;
  if (!evaluated || is_silent(term, pair.klass) || is_silent(term, pair.against)) {
    line.note = "not evaluated";
    return line;
  }
  line.contribution = term.of_class[pair.klass] - term.of_class[pair.against];
  if (z && term.of_pair)
    line.interval = interval_around(term.of_pair(pair.klass, pair.against), *z);
  else if (z && !term.moments.empty())
    line.interval =
        interval_around(difference(term.moments[pair.klass], term.moments[pair.against]), *z);
  return line;
}

Explanation explanation_of(const RowTerms& row, const ExplainOptions& options,
                           const ClassBeliefs* beliefs) {
  check_question(row, options);
  const std::vector<double> joints = log_joints(row);
  const ClassPair pair = pair_of(row, joints, options);
  check_possible(row, joints, pair);
  const bool looked_at = evaluated(row, pair);
  const std::optional<double> z = beliefs == nullptr || !looked_at
                                      ? std::nullopt
                                      : std::optional(normal_quantile(0.5 + options.mass / 2));
  Explanation explanation = started(row, pair);
  for (const RowTerm& term : row.terms)
    explanation.lines.push_back(line_of(term, pair, looked_at, z));
  explanation.log_odds = sum_of_lines(explanation.lines);
  if (!z) return explanation;
  explanation.mass = options.mass;
  TermMoments all =
      prior_log_odds(*beliefs, static_cast<Index>(pair.klass), static_cast<Index>(pair.against));
  explanation.lines.front().interval = interval_around(all, *z);
  all.add(difference(row.moments[pair.klass], row.moments[pair.against]));
  for (const PairMoments& moments : row.of_pair) all.add(moments(pair.klass, pair.against));
  if (row.has_moments) explanation.interval = interval_around(all, *z);
  return explanation;
}

namespace {

// The same row before any feature says something.
RowTerms without_terms(const RowTerms& row) {
  RowTerms bare{.label = row.label,
                .classes = row.classes,
                .log_class_probabilities = row.log_class_probabilities,
                .most_frequent = row.most_frequent,
                .row = row.row};
  bare.moments.resize(row.classes.size());
  return bare;
}

TermMoments weighted(const TermMoments& moments, double weight) {
  return {.mean = weight * moments.mean, .variance = weight * weight * moments.variance};
}

PairMoments weighted(PairMoments moments, double weight) {
  if (!moments) return moments;
  return [moments = std::move(moments), weight](std::size_t klass, std::size_t against) {
    return weighted(moments(klass, against), weight);
  };
}

// Adds the terms of one feature, each times its weight, which is no random number.
void add_weighted(RowTerms own, double weight, RowTerms& terms) {
  for (RowTerm& term : own.terms) {
    // A weight of 0 leaves the feature out, whatever it says: 0 times -inf is 0 here.
    for (double& of_class : term.of_class) of_class = weight == 0 ? 0 : weight * of_class;
    for (TermMoments& moments : term.moments) moments = weighted(moments, weight);
    term.line.weight = weight;
    term.of_pair = weighted(std::move(term.of_pair), weight);
    terms.terms.push_back(std::move(term));
  }
  for (std::size_t c = 0; c < terms.moments.size(); ++c)
    terms.moments[c].add(weighted(own.moments[c], weight));
  for (PairMoments& moments : own.of_pair)
    terms.of_pair.push_back(weighted(std::move(moments), weight));
  terms.has_moments = terms.has_moments && own.has_moments;
}

}  // namespace

std::vector<std::string> add_terms(RowTerms& terms, const Estimates& tables,
                                   const BoundTable& bound, Index row, const Beliefs* beliefs) {
  const Schema& schema = tables.model.schema();
  std::vector<std::string> names;
  const std::size_t before = terms.terms.size();
  WeightsByName weights(tables.feature_weights);
  for (const PlaceInBlocks& at : places_of(tables)) {
    const CellPlace place{.table = bound.table,
                          .column = &schema.columns[static_cast<std::size_t>(at.column)],
                          .row = row};
    const AnyTable& table = *tables.tables[at.block];
    const AnyBeliefs* believed = beliefs == nullptr ? nullptr : &*beliefs->blocks[at.block];
    const auto add_to = [&](RowTerms& row_terms) {
      scored(table.family())
          .add_row_terms(row_terms, place, table, at.feature, bound.blocks[at.block], believed);
    };
    const double weight = weights.of(place.column->name);
    if (weight == 1) {
      add_to(terms);
    } else {
      RowTerms own = without_terms(terms);
      add_to(own);
      add_weighted(std::move(own), weight, terms);
    }
    names.resize(terms.terms.size() - before, place.column->name);
  }
  return names;
}

RowTerms blank_terms(const Estimates& estimates, Index row) {
  RowTerms terms{.label = estimates.model.schema().label,
                 .classes = estimates.classes,
                 .log_class_probabilities = estimates.log_class_probabilities,
                 .most_frequent = estimates.most_frequent,
                 .row = row};
  terms.moments.resize(estimates.classes.size());
  return terms;
}

}  // namespace credence::detail
