// Families chosen by evidence: what admits the cells, one posterior per family, the best of each.
#include <credence/study/suggest.hpp>

#include <credence/data/convert.hpp>
#include <credence/data/infer.hpp>
#include <credence/detail/density/detail.hpp>
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/learn/model_posterior.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace credence {
namespace {

using Names = std::vector<std::string>;

// What schemas call the families that numbers may have.
constexpr std::string_view bernoulli = "bernoulli";
constexpr std::string_view categorical = "categorical";
constexpr std::string_view exponential = "exponential";
constexpr std::string_view geometric = "geometric";
constexpr std::string_view lognormal = "lognormal";
constexpr std::string_view normal = "normal";
constexpr std::string_view poisson = "poisson";

// More distinct numbers than these are no categories.
constexpr std::size_t most_levels = 30;
// A normal density sums to 1 within 1.5 % over cells of twice its standard deviation or less.
constexpr double least_spread = 0.5;

// What the numbers of a column look like.
struct Numbers {
  bool zero_or_one = true;
  bool whole = true;
  bool counts = true;
  double least = std::numeric_limits<double>::infinity();
  std::set<double> distinct = {};  // up to one more than most_levels
};

void add(Numbers& seen, double x) {
  seen.zero_or_one = seen.zero_or_one && (x == 0 || x == 1);
  seen.whole = seen.whole && std::floor(x) == x;
  seen.counts = seen.counts && detail::is_count(x);
  seen.least = std::min(seen.least, x);
  if (seen.distinct.size() <= most_levels) seen.distinct.insert(x);
}

Numbers numbers_seen(const Table& table, const Column& column) {
  Numbers seen;
  const RealColumn cells = numbers_of(table, column);
  const Strided<double> view = cells.view();
  for (Index row = 0; row < view.size; ++row)
    if (!std::isnan(view[row])) add(seen, view[row]);
  return seen;
}

Names families_of(const Numbers& seen) {
  if (seen.zero_or_one) return {std::string(bernoulli), std::string(categorical)};
  Names families;
  const auto admit = [&](bool admitted, std::string_view family) {
    if (admitted) families.emplace_back(family);
  };
  admit(seen.counts, poisson);
  admit(seen.counts, geometric);
  admit(seen.whole && seen.distinct.size() <= most_levels, categorical);
  admit(true, normal);
  admit(seen.least > 0, lognormal);
  // On whole numbers the exponential is the geometric.
  admit(!seen.whole && seen.least >= 0, exponential);
  return families;
}

// A column with the families that admit its cells.
struct Candidate {
  Suggestion suggestion;
  Names families;
  double least = 0;      // the smallest of its numbers
  bool on_grid = false;  // whole numbers, for which a density is a probability of unit cells
};

Candidate candidate_of(const Table& table, const std::string& name, const std::string& guess) {
  Candidate candidate;
  candidate.suggestion.feature = name;
  if (guess != normal && guess != bernoulli) {
    if (guess != "none") candidate.families = {guess};
    return candidate;
  }
  const Numbers seen = numbers_seen(table, table.column(name));
  candidate.families = families_of(seen);
  candidate.least = seen.least;
  candidate.on_grid = seen.whole;
  if (!seen.whole) candidate.suggestion.measure = Measure::density;
  return candidate;
}

// All columns but those asked for, so that nothing is guessed of them.
InferOptions guessing_of(const Table& table, const SuggestOptions& options) {
  const auto listed = [](const Names& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const std::string& name : options.columns) {
    static_cast<void>(table.column(name));
    if (name == options.label)
      throw Error(ErrorCode::schema, "column '" + name +
                                         "' is the label and has no family; choose "
                                         "another column");
  }
  InferOptions guessing{.label = options.label, .drop = options.drop};
  if (!options.weight.empty() && !listed(guessing.drop, options.weight))
    guessing.drop.push_back(options.weight);
  if (options.columns.empty()) return guessing;
  for (const Column& column : table.columns())
    if (column.name != options.label && !listed(options.columns, column.name) &&
        !listed(guessing.drop, column.name))
      guessing.drop.push_back(column.name);
  return guessing;
}

std::vector<Candidate> candidates_of(const Table& table, const InferOptions& guessing,
                                     Names& warnings) {
  Inference inference = infer_schema(table, guessing);
  const std::map<std::string, std::string> unused(inference.unused.begin(), inference.unused.end());
  const std::set<std::string> dropped(guessing.drop.begin(), guessing.drop.end());
  std::vector<Candidate> candidates;
  for (const ColumnSchema& column : inference.schema.columns) {
    if (dropped.contains(column.name)) continue;
    candidates.push_back(candidate_of(table, column.name, column.family));
    const auto why = unused.find(column.name);
    if (why != unused.end()) candidates.back().suggestion.why_none = why->second;
  }
  warnings = std::move(inference.warnings);
  return candidates;
}

// Why the density of a feature is no probability of whole numbers; empty where it is.
// in  unit: the width of a cell on the scale on which the density is normal, at the smallest number
std::string too_narrow(const AnyBlock& block, Index j, const Names& classes, double unit) {
  const std::vector<double> spreads = studied(block.family()).normal_spreads(block, j, classes);
  for (std::size_t klass = 0; klass < spreads.size(); ++klass)
    if (!(spreads[klass] >= least_spread * unit))
      return "column '" + block.feature(j).name + "': family '" +
             std::string(block.family().facts().name) +
             "' is narrower than whole numbers in class '" + classes[klass] +
             "', so that its density is no probability of them";
  return {};
}

// The evidences of one family for all columns that it admits.
class FamilyRun {
 public:
  FamilyRun(const Table& table, const SuggestOptions& options, std::string_view family,
            const std::vector<Candidate>& candidates)
      : family_(family) {
    Schema schema{.label = options.label};
    for (const Candidate& candidate : candidates)
      if (admits(candidate))
        schema.columns.push_back({.name = candidate.suggestion.feature, .family = family_});
    if (schema.columns.empty()) return;
    posterior_ = observe(Model(std::move(schema)), table, options.weight);
    for (Relevance& found :
         rank_by_evidence(posterior_, {.prior_probability = options.prior_probability}))
      found_.emplace(found.feature, std::move(found));
  }

  [[nodiscard]] bool admits(const Candidate& candidate) const {
    const Names& all = candidate.families;
    return std::find(all.begin(), all.end(), family_) != all.end();
  }

  // The evidence for a column that the family admits.
  [[nodiscard]] Relevance of(const Candidate& candidate) const {
    Relevance found = found_.at(candidate.suggestion.feature);
    if (candidate.on_grid && found.undefined.empty()) found.undefined = why_not_on_grid(candidate);
    return found;
  }

 private:
  [[nodiscard]] std::string why_not_on_grid(const Candidate& candidate) const {
    std::string why;
    for (const Box<AnyBlock>& block : posterior_.blocks)
      for (Index j = 0; j < block->size(); ++j)
        if (block->feature(j).name == candidate.suggestion.feature)
          why = too_narrow(*block, j, posterior_.label.classes,
                           family_ == lognormal ? 1 / candidate.least : 1);
    return why;
  }

  std::string family_;
  Posterior<Model> posterior_;
  std::map<std::string, Relevance> found_;
};

// The position of a family among those of the library.
std::ptrdiff_t rank_of(const std::string& family) {
  const std::vector<std::string_view> names = shipped_families().words();
  return std::find(names.begin(), names.end(), family) - names.begin();
}

// The best first; those without evidence last. Of evidences that differ by rounding alone, as those
// of bernoulli and of categorical for two levels, the family that was listed first is the better.
void sort_families(std::vector<Relevance>& found) {
  constexpr double rounding = 1e-12;
  std::stable_sort(found.begin(), found.end(), [](const Relevance& a, const Relevance& b) {
    if (a.undefined.empty() != b.undefined.empty()) return a.undefined.empty();
    return a.undefined.empty() && a.log_evidence > b.log_evidence;
  });
  const auto tied = [&](const Relevance& one) {
    const double best = found.front().log_evidence;
    return one.undefined.empty() && best - one.log_evidence <= rounding * (1 + std::abs(best));
  };
  const auto end = std::find_if_not(found.begin(), found.end(), tied);
  const auto first = std::min_element(found.begin(), end, [](const auto& a, const auto& b) {
    return rank_of(a.family) < rank_of(b.family);
  });
  if (first != end) std::rotate(found.begin(), first, first + 1);
}

// Puts the evidences of a column into order and takes the best.
void settle(Suggestion& suggestion, std::vector<Relevance> found) {
  if (found.empty()) return;
  sort_families(found);
  for (const Relevance& one : found) {
    FamilyEvidence& entry = suggestion.families.emplace_back();
    entry.family = one.family;
    entry.undefined = one.undefined;
    if (!one.undefined.empty()) continue;
    entry.log_evidence = one.log_evidence;
    entry.log_bayes_factor = std::min(0.0, one.log_evidence - found.front().log_evidence);
  }
  if (!found.front().undefined.empty()) {
    suggestion.why_none = "has no family with an evidence: " + found.front().undefined;
    return;
  }
  suggestion.chosen = found.front().family;
  suggestion.depends_on_class = found.front().log_bayes_factor >= std::log(worth_a_mention);
  suggestion.relevance = std::move(found.front());
}

// Rows, classes and label.
Suggestions outline(const Table& table, const SuggestOptions& options) {
  const CodeColumn label = codes_of(table, table.column(options.label));
  const std::vector<double> weights =
      options.weight.empty() ? std::vector<double>{} : row_weights(table, options.weight);
  const std::vector<Index> positions = detail::positions_that_count(label, label.levels, weights);
  Suggestions all;
  all.label = options.label;
  all.classes = detail::levels_at(label.levels, positions);
  if (all.classes.empty()) detail::no_labelled_row(table, options.label);
  all.rows = std::ssize(positions) - std::count(positions.begin(), positions.end(), Index{-1});
  all.skipped_rows = detail::rows_without_label(label);
  return all;
}

}  // namespace

std::string_view to_string(Measure measure) {
  return measure == Measure::probability ? "probability" : "density";
}

Suggestions suggest(const Table& table, const SuggestOptions& options) {
  static_cast<void>(probability_given(0, options.prior_probability));
  const InferOptions guessing = guessing_of(table, options);
  Names warnings;
  const std::vector<Candidate> candidates = candidates_of(table, guessing, warnings);
  Suggestions all = outline(table, options);
  all.warnings = std::move(warnings);
  std::vector<std::vector<Relevance>> found(candidates.size());
  for (const FamilyType* family : shipped_families()) {
    const FamilyRun run(table, options, family->facts().name, candidates);
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if (run.admits(candidates[i])) found[i].push_back(run.of(candidates[i]));
  }
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    Suggestion& suggestion = all.columns.emplace_back(candidates[i].suggestion);
    settle(suggestion, std::move(found[i]));
  }
  return all;
}

}  // namespace credence
