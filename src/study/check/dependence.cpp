// Every two columns of a model, class by class.
#include <credence/study/dependence.hpp>

#include <credence/base/parallel.hpp>
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/learn/family_type.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/learn/keep.hpp>
#include <credence/learn/posterior_priors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "base/check_between.hpp"
#include "learn/structure/context_priors.hpp"
#include "learn/structure/contexts.hpp"
#include "learn/structure/each_alone.hpp"
#include "study/check/pair_tests.hpp"

namespace credence {
namespace {

using detail::LabelledRows;

// What a column is to a pair.
enum class Side { levels, numbers, others };

Side side_of(const ColumnSchema& column, const FamilySet& families) {
  const DatumKind datum = families.find(column)->facts().datum;
  if (datum == DatumKind::answer || datum == DatumKind::category) return Side::levels;
  return column.family == "normal" || column.family == "lognormal" ? Side::numbers : Side::others;
}

// Naive Bayes of single columns with automatic priors: blocks of numbers taken apart, words left out.
Model single_columns(const Model& model) {
  Schema schema = model.schema();
  schema.structure = {};
  schema.class_prior = {};
  schema.columns.clear();
  for (ColumnSchema column : model.schema().columns) {
    const FamilyType* family = model.families().find(column);
    const bool known = column.family != "none" && family != nullptr;
    if (known && family->facts().datum == DatumKind::words) continue;
    if (known && !column.columns.empty()) {
      for (const std::string& name : column.columns)
        schema.columns.push_back({.name = name, .family = "normal"});
      continue;
    }
    if (known && side_of(column, model.families()) != Side::others) column.prior = {};
    schema.columns.push_back(std::move(column));
  }
  return with_schema(model, std::move(schema));
}

void check_options(const DependenceOptions& options) {
  detail::check_mass(options.mass);
  detail::check_between_0_and_1("the prior probability that no pair depends",
                                options.prior_of_none);
  detail::check_between_0_and_1("the probability above which columns depend", options.threshold);
  if (options.draws < 20)
    throw Error(ErrorCode::domain,
                fmt::format("the number of draws is {}; give at least 20", options.draws));
}

// Two columns of numbers, by their places, and what was found of them.
struct NumberPair {
  std::size_t one = 0;
  std::size_t other = 0;
  std::vector<PairDependence> found = {};  // one a class
  std::string undefined = {};
};

// Each comparison of numbers given levels has integrals for every draw.
constexpr Index many_comparisons = 1000;

// Everything that the tests of pairs read.
class PairTests {
 public:
  PairTests(const Model& model, const Table& table, std::string_view weight, DependenceCheck& check)
      : model_(model), table_(table), weight_(weight), check_(check) {
    for (const ColumnSchema& column : model_.schema().columns)
      if (column.family != "none") {
        check_.features.push_back(column.name);
        sides_.push_back(side_of(column, model_.families()));
      }
    find_places();
  }

  void run() {
    bound_ = credence::bind(model_, table_, weight_);
    const std::vector<std::string> known = bound_.label.levels;
    const std::vector<Index> truth =
        detail::positions_that_count(bound_.label, known, bound_.weights);
    rows_ = detail::labelled_rows(truth, bound_.weights);
    if (rows_.rows.empty()) detail::no_labelled_row(table_, model_.schema().label);
    check_.classes = known;
    check_.rows = std::ssize(rows_.rows);
    check_.skipped_rows = detail::rows_without_label(bound_.label);
    leave_out_columns();
    test_with_levels();
    test_numbers();
    note_others();
  }

 private:
  [[nodiscard]] std::vector<std::string> named(Side side) const {
    std::vector<std::string> names;
    for (std::size_t j = 0; j < sides_.size(); ++j)
      if (sides_[j] == side) names.push_back(check_.features[j]);
    return names;
  }
  void find_places() {
    places_.clear();
    for (const std::string& name : check_.features) places_.emplace(name, places_.size());
  }
  [[nodiscard]] std::size_t place(const std::string& name) const { return places_.at(name); }
  // Adds a pair in the order of the schema.
  void add(PairDependence pair, const std::string& one, const std::string& other,
           const std::string& klass) {
    if (!std::isfinite(pair.log_bayes_factor))
      return leave_out(one, other,
                       "the evidence is beyond the range of double; rescale the columns");
    const bool in_order = place(one) < place(other);
    pair.first = in_order ? one : other;
    pair.second = in_order ? other : one;
    pair.klass = klass;
    check_.pairs.push_back(std::move(pair));
  }
  void leave_out(const std::string& one, const std::string& other, const std::string& why) {
    const bool in_order = place(one) < place(other);
    PairNotTested pair{in_order ? one : other, in_order ? other : one, why};
    if (left_out_.insert({pair.first, pair.second}).second)
      check_.not_tested.push_back(std::move(pair));
  }

  // Of each column that cannot be compared with any other, why.
  [[nodiscard]] std::unordered_map<std::string, std::string> reasons() const {
    constexpr std::size_t most_levels = 1000;
    Posterior<Model> posterior = empty_posterior(model_);
    observe(posterior, bound_, rows_.rows);
    std::unordered_map<std::string, std::string> all;
    std::vector<std::string> others;
    for (const Box<AnyBlock>& block : posterior.blocks)
      for (Index j = 0; j < block->size(); ++j) {
        const std::string& name = block->feature(j).name;
        const std::size_t levels = block->classes() > 0 ? block->level_weights(j, 0).size() : 0;
        if (!detail::has_counted_levels(*block))
          others.push_back(name);
        else if (levels > most_levels)
          all[name] = fmt::format("column '{}' has {} levels, more than the {} that are compared",
                                  name, levels, most_levels);
      }
    detail::for_each_alone(posterior, others, [&](const auto& name, const auto& alone) {
      std::string why = detail::why_undefined([&] { (void)freeze(alone); });
      if (!why.empty()) all.emplace(name, std::move(why));
    });
    return all;
  }

  // Columns of very many levels, and those whose prior has no meaning for these data: constant ones,
  // and numbers that overflow.
  void leave_out_columns() {
    const std::unordered_map<std::string, std::string> why = reasons();
    Schema schema = model_.schema();
    for (std::size_t j = check_.features.size(); j-- > 0;) {
      const std::string name = check_.features[j];
      if (!why.contains(name)) continue;
      for (const std::string& other : check_.features)
        if (other != name) leave_out(name, other, why.at(name));
      *schema.find(name) = {.name = name, .family = "none"};
      check_.features.erase(check_.features.begin() + static_cast<std::ptrdiff_t>(j));
      sides_.erase(sides_.begin() + static_cast<std::ptrdiff_t>(j));
    }
    if (schema == model_.schema()) return;
    find_places();
    model_ = with_schema(model_, std::move(schema));
    bound_ = credence::bind(model_, table_, weight_);
  }

  // Counts every column by class and level of each column of levels.
  void test_with_levels() {
    const std::vector<std::string> parents = named(Side::levels);
    if (parents.empty() || check_.features.size() < 2) return;
    const Model counted =
        with_structure(model_, {.kind = StructureKind::aode, .may_be_parents = parents});
    const BoundTable cells = bound_to(counted);  // first: contexts may take too much memory
    Posterior<Model> posterior = empty_posterior(counted);
    observe(posterior, cells, rows_.rows);
    const Posterior<Model> ready = detail::with_context_priors(std::move(posterior));
    const Index others = std::ssize(sides_) - std::ssize(parents);
    const Index comparisons = std::ssize(parents) * others * ready.label.size();
    given_options_ = check_.options;
    given_options_.draws = std::max<Index>(
        check_.options.draws * many_comparisons / std::max(comparisons, many_comparisons), 20);
    const detail::FeaturePlaces places(ready);
    for (const ContextPosterior& context : ready.contexts)
      if (context.parents.size() == 1) test_context(ready, places, context);
  }

  [[nodiscard]] BoundTable bound_to(const Model& counted) const {
    try {
      return credence::bind(counted, table_, weight_);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::limit) throw;
      throw Error(
          ErrorCode::limit,
          fmt::format("the counts of every two columns would take more than {:.6g} GB; drop "
                      "columns of many levels from the model",
                      counted.schema().structure.gigabytes));
    }
  }

  // One column of levels and all others.
  // in  places: of the features of `ready`
  void test_context(const Posterior<Model>& ready, const detail::FeaturePlaces& places,
                    const ContextPosterior& context) {
    const std::string& parent = context.parents.front();
    std::vector<std::string> others;
    for (std::size_t j = 0; j < sides_.size(); ++j)
      if (sides_[j] != Side::levels) others.push_back(check_.features[j]);
    const auto own = places.of(parent);
    const std::size_t levels = ready.blocks[own.block]->level_weights(own.feature, 0).size();
    if (levels < 2)
      for (const std::string& other : others)
        leave_out(parent, other, "'" + parent + "' has a single level");
    const Posterior<Model> given =
        others.empty() ? Posterior<Model>{} : keep(context.children, others);
    const std::map<std::string, std::vector<Index>> by_class = contexts_by_class(context.children);
    for (const std::string& klass : ready.label.classes) {
      const auto found = by_class.find(klass);
      if (found == by_class.end()) continue;
      const std::vector<Index>& contexts = found->second;
      for (std::size_t j = place(parent) + 1; j < sides_.size(); ++j)
        if (sides_[j] == Side::levels)
          test_counts(context.children, places.within(context.children, check_.features[j]),
                      contexts, parent, klass, levels);
      if (!others.empty()) test_given(given, contexts, parent, klass);
    }
  }

  // The contexts of each class in which the parent is not missing.
  static std::map<std::string, std::vector<Index>> contexts_by_class(
      const Posterior<Model>& children) {
    std::map<std::string, std::vector<Index>> contexts;
    for (Index k = 0; k < children.label.size(); ++k) {
      const detail::ContextOf of =
          detail::context_of(children.label.classes[static_cast<std::size_t>(k)]);
      if (!detail::has_missing(of.level)) contexts[of.klass].push_back(k);
    }
    return contexts;
  }

  void test_counts(const Posterior<Model>& children, detail::FeaturePlace at,
                   const std::vector<Index>& contexts, const std::string& parent,
                   const std::string& klass, std::size_t levels) {
    const AnyBlock& block = *children.blocks[at.block];
    const std::string& child = block.feature(at.feature).name;
    std::vector<std::vector<double>> counts;
    for (const Index k : contexts) counts.push_back(block.level_weights(at.feature, k));
    const std::size_t columns = counts.front().size();
    counts.resize(std::max(levels, counts.size()), std::vector<double>(columns));
    if (counts.size() < 2 || columns < 2)
      return leave_out(parent, child, "one of the two has a single level");
    PairDependence pair;
    detail::test_table(counts, check_.options, pair);
    if (pair.rows > 0) add(std::move(pair), parent, child, klass);
  }

  // Columns of a posterior of contexts, given the levels of one class.
  void test_given(const Posterior<Model>& children, const std::vector<Index>& contexts,
                  const std::string& parent, const std::string& klass) {
    if (contexts.size() < 2) return;  // one level tells nothing
    std::vector<std::vector<Index>> groups;
    Posterior<Model> given;
    given.model = children.model;
    given.label.name = parent;
    for (const Index k : contexts) {
      groups.push_back({k});
      given.label.classes.push_back(children.label.classes[static_cast<std::size_t>(k)]);
      given.label.counts.counts.push_back(
          children.label.counts.counts[static_cast<std::size_t>(k)]);
    }
    for (const Box<AnyBlock>& block : children.blocks)
      given.blocks.emplace_back(block->regrouped(groups));
    const detail::FeaturePlaces places(given);
    for (detail::LevelsTested& tested : detail::test_levels(given, given_options_)) {
      if (!tested.undefined.empty()) {
        leave_out(parent, tested.feature, tested.undefined);
        continue;
      }
      const auto at = places.of(tested.feature);
      for (std::size_t k = 0; k < groups.size(); ++k)
        tested.pair.rows += given.blocks[at.block]->count(at.feature, static_cast<Index>(k));
      if (tested.pair.rows > 0) add(std::move(tested.pair), parent, tested.feature, klass);
    }
  }

  // The cells of a column of numbers; logarithms where its family is that of these.
  [[nodiscard]] std::vector<double> numbers_of(const std::string& name) const {
    for (const BoundBlock& block : bound_.blocks)
      for (std::size_t j = 0; j < block.names.size(); ++j) {
        if (block.names[j] != name) continue;
        const auto& cells = block.of<double>().feature(static_cast<Index>(j));
        const bool logarithms = model_.schema().find(name)->family == "lognormal";
        std::vector<double> numbers;
        for (const Index row : rows_.rows) {
          double x = 0;
          if (!cells.read(row, {}, x)) x = std::nan("");
          numbers.push_back(logarithms ? std::log(x) : x);
        }
        return numbers;
      }
    return {};
  }

  // Every two columns of numbers; pairs are independent work, and added in their order.
  void test_numbers() {
    const std::vector<std::string> names = named(Side::numbers);
    std::vector<std::vector<double>> columns;
    for (const std::string& name : names) columns.push_back(numbers_of(name));
    std::vector<NumberPair> all;
    for (std::size_t i = 0; i < names.size(); ++i)
      for (std::size_t j = i + 1; j < names.size(); ++j) all.push_back({.one = i, .other = j});
    const detail::SharedDraws draws(check_.options);
    for_each_chunk(std::ssize(all), [&](Index at) {
      NumberPair& two = all[static_cast<std::size_t>(at)];
      two.undefined = detail::why_undefined(
          [&] { test_two(columns[two.one], columns[two.other], draws, two.found); });
    });
    for (NumberPair& two : all) {
      if (!two.undefined.empty()) leave_out(names[two.one], names[two.other], two.undefined);
      for (std::size_t klass = 0; klass < two.found.size(); ++klass)
        if (two.undefined.empty() && two.found[klass].rows > 0)
          add(std::move(two.found[klass]), names[two.one], names[two.other], check_.classes[klass]);
    }
  }

  // One entry for each class; without rows where it has none that lack neither number.
  void test_two(const std::vector<double>& x, const std::vector<double>& y,
                const detail::SharedDraws& draws, std::vector<PairDependence>& found) const {
    std::vector<JointMoments> cells(check_.classes.size());
    for (std::size_t i = 0; i < rows_.rows.size(); ++i)
      cells[static_cast<std::size_t>(rows_.truth[i])].observe({x[i], y[i]}, rows_.weights[i]);
    JointMoments pooled;
    for (const JointMoments& cell : cells) pooled.merge(cell);
    found.resize(cells.size());
    for (std::size_t klass = 0; klass < cells.size(); ++klass)
      if (cells[klass].complete > 0)
        detail::test_normals(cells[klass], pooled, check_.options, draws, found[klass]);
  }

  // Pairs of which neither has levels and not both are normal.
  void note_others() {
    const auto& names = check_.features;
    for (std::size_t i = 0; i < names.size(); ++i)
      for (std::size_t j = i + 1; j < names.size(); ++j)
        if (sides_[i] != Side::levels && sides_[j] != Side::levels &&
            (sides_[i] == Side::others || sides_[j] == Side::others))
          leave_out(names[i], names[j], "neither has levels, and not both are normal or lognormal");
  }

  Model model_;
  const Table& table_;
  std::string_view weight_;
  DependenceCheck& check_;
  std::vector<Side> sides_;
  std::unordered_map<std::string, std::size_t> places_;  // of the features
  DependenceOptions
      given_options_;  // of comparisons given levels, with fewer draws where they are many
  std::set<std::pair<std::string, std::string>> left_out_;  // once each, whatever the class
  BoundTable bound_;
  LabelledRows rows_;
};

}  // namespace

DependenceCheck dependence_check(const Model& model, const Table& table,
                                 const DependenceOptions& options, std::string_view weight) {
  check_options(options);
  (void)table.column(model.schema().label);
  DependenceCheck check{.options = options, .label = model.schema().label};
  PairTests(single_columns(model), table, weight, check).run();
  detail::judge(!weight.empty(), check);
  return check;
}

}  // namespace credence
