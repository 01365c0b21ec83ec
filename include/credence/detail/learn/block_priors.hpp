#pragma once
// The priors of a block in numbers.
#include <credence/detail/family/finite.hpp>
#include <credence/detail/family/proper_prior.hpp>
#include <credence/detail/learn/block.hpp>
#include <credence/detail/learn/prior_numbers.hpp>
#include <credence/detail/learn/prior_search.hpp>
#include <map>
#include <optional>

namespace credence {

/// Finds the priors of a block's features. What is found is kept while the object lives, so that a
/// word costs one search for each feature, and `empirical_block` one for the block.
///
///     BlockPriors found(block);
///     found.of(0, classes);    // the prior of each class for the first feature
template <ConjugateFamily F>
class BlockPriors {
 public:
  using Prior = typename F::Prior;
  using Rule = PriorRule<Prior>;

  /// in  block: outlives this object
  explicit BlockPriors(const Block<F>& block) : block_(block) {}

  /// Returns the prior of each class for a feature.
  /// throws  Error{undefined} where a word has no meaning for these data; Error{shape} where
  ///         weights do not fit the levels
  [[nodiscard]] std::vector<Prior> of(Index j, std::span<const std::string> classes) {
    const typename F::Statistics pooled = block_.pooled(j);
    const FeaturePrior<F>& prior = block_.feature(j).prior;
    if (prior.by_class.empty() && !classes.empty())  // the same for all
      return std::vector<Prior>(classes.size(), in_numbers(j, prior.shared, pooled));
    std::vector<Prior> all;
    for (const Rule* rule : prior.rules(classes)) all.push_back(in_numbers(j, *rule, pooled));
    return all;
  }

  /// Returns the prior that a rule of a feature stands for; throws as `of`.
  /// in  pooled: the statistics of the feature over all classes
  [[nodiscard]] Prior in_numbers(Index j, const Rule& rule, const typename F::Statistics& pooled) {
    return detail::expanded<F>(resolved(j, rule, pooled), block_.feature(j), pooled);
  }

  /// Returns a rule without words that stands for the same numbers; levels may still join where it
  /// is one number for each. Throws as `of`.
  [[nodiscard]] Rule resolved(Index j, const Rule& rule, const typename F::Statistics& pooled) {
    const auto* word = get_if<Automatic>(rule);
    if (word != nullptr && is_empirical(*word)) return found(j, *word).rule;
    return detail::resolved<F>(rule, block_.feature(j), pooled);
  }

  /// Returns how the prior of a feature was found; nothing where no class leaves it to the data of
  /// each.
  /// throws  as `of`
  [[nodiscard]] std::optional<PriorSearch> search(Index j) {
    const FeaturePrior<F>& prior = block_.feature(j).prior;
    const auto word = empirical_word(prior);
    if (!word) return std::nullopt;
    return found(j, *word).search;
  }

 private:
  struct Found {
    Rule rule = {};
    PriorSearch search = {};
    std::optional<Error> fault;  // why there is none
  };

  [[nodiscard]] const Found& found(Index j, Automatic word) {
    // What the block shares is kept under one place.
    const std::pair key{word == Automatic::empirical_block ? Index{-1} : j, word};
    const auto [place, is_new] = found_.try_emplace(key);
    if (is_new) {
      try {
        place->second = find(j, word);
      } catch (const Error& error) {
        place->second.fault = error;
      }
    }
    if (place->second.fault) throw *place->second.fault;
    return place->second;
  }

  [[nodiscard]] Found find(Index j, Automatic word) const {
    const auto kept = [](auto found) {
      return Found{.rule = std::move(found.prior),
                   .search = {.steps = found.steps,
                              .converged = found.converged,
                              .notes = std::move(found.notes)},
                   .fault = {}};
    };
    std::vector<typename F::Statistics> cells;
    if (word == Automatic::empirical_block) {
      for (Index i = 0; i < block_.size(); ++i)
        if (empirical_word(block_.feature(i).prior) == word) add_cells(i, cells);
    } else {
      add_cells(j, cells);
    }
    if constexpr (SupervisedFamily<F>) {
      if (word == Automatic::description_length) return kept(F::supervised(cells));
    }
    if constexpr (TiedEmpiricalFamily<F>) {
      const Feature<F>& feature = block_.feature(j);
      return kept(F::tied_empirical(feature.tied, cells, std::ssize(feature.levels)));
    }
    if constexpr (EmpiricalFamily<F>) {
      if constexpr (Block<F>::levelled) {
        if (word != Automatic::empirical) return kept(F::empirical_each(cells, word));
      }
      return kept(F::empirical(cells));
    }
    detail::unknown_prior_word(to_string(word), detail::prior_of_column(block_.feature(j).name),
                               facts_of<F>());
  }

  void add_cells(Index j, std::vector<typename F::Statistics>& cells) const {
    for (Index klass = 0; klass < block_.classes; ++klass)
      cells.push_back(detail::with_reserved(block_.cell(j, klass), block_.feature(j)));
  }

  const Block<F>& block_;
  std::map<std::pair<Index, Automatic>, Found> found_;
};

/// Returns the prior of each class for one feature, in numbers.
/// throws  Error{undefined} where an automatic prior has no meaning for these data
/// cost    for an empirical-Bayes prior a search; use one BlockPriors for several features
template <ConjugateFamily F>
[[nodiscard]] std::vector<typename F::Prior> priors(const Block<F>& block, Index j,
                                                    std::span<const std::string> classes) {
  return BlockPriors<F>(block).of(j, classes);
}

/// Throws Error{shape} where a prior of weights does not fit the levels of its feature.
template <ConjugateFamily F>
void check_weights(const Block<F>& block, std::span<const std::string> classes) {
  for (Index j = 0; j < block.size(); ++j) {
    const Feature<F>& feature = block.feature(j);
    if (feature.levels.empty() || !has_weights(feature.prior)) continue;
    const typename F::Statistics pooled = block.pooled(j);
    for (const auto* rule : feature.prior.rules(classes))
      if (holds_alternative<typename F::Prior>(*rule))
        (void)detail::expanded<F>(*rule, feature, pooled);
  }
}

namespace detail {
/// Returns what `answer` makes of the prior of each class of a feature, where all have an evidence.
/// throws  as log_evidence
template <ConjugateFamily F, class Answer>
[[nodiscard]] auto of_evidence(const Block<F>& block, Index j, std::span<const std::string> classes,
                               BlockPriors<F>& found, Answer&& answer) {
  try {
    const auto prior = found.of(j, classes);
    for (const typename F::Prior& of_class : prior) check_proper<F>(of_class);
    for (Index klass = 0; klass < block.classes; ++klass)
      check_finite(block.cell(j, klass),
                   [&] { return "class '" + classes[static_cast<std::size_t>(klass)] + "'"; });
    return answer(prior);
  } catch (const Error& error) {
    throw of_column(block.feature(j).name, error);
  }
}
}  // namespace detail

/// Returns the log evidence of one feature of a block: the sum over its classes, in nats.
/// in      found: of this block
/// throws  Error{undefined} naming the column whose automatic prior has no meaning for these data,
///         whose prior is improper, or whose statistics or evidence are beyond the range of double
template <ConjugateFamily F>
[[nodiscard]] double log_evidence(const Block<F>& block, Index j,
                                  std::span<const std::string> classes, BlockPriors<F>& found) {
  return detail::of_evidence(block, j, classes, found, [&](const auto& prior) {
    if constexpr (TiedFamily<F>)
      return detail::in_range(
          F::tied_log_evidence(block.feature(j).tied, prior, cells_of(block, j)));
    double sum = 0;
    for (Index klass = 0; klass < block.classes; ++klass)
      sum += log_evidence(prior[static_cast<std::size_t>(klass)], block.cell(j, klass));
    return detail::in_range(sum);
  });
}

/// Returns the log evidence of one feature class by class; empty for a block whose classes share
/// parameters.
/// throws  as log_evidence
template <ConjugateFamily F>
[[nodiscard]] std::vector<double> log_evidence_by_class(const Block<F>& block, Index j,
                                                        std::span<const std::string> classes) {
  BlockPriors<F> found(block);
  return detail::of_evidence(block, j, classes, found, [&](const auto& prior) {
    std::vector<double> each;
    for (Index klass = 0; klass < block.classes; ++klass) {
      const auto& of_class = prior[static_cast<std::size_t>(klass)];
      if constexpr (TiedFamily<F>) {
        const Tying tying = block.feature(j).tied;
        if (ties_classes(tying)) return each;
        each.push_back(detail::in_range(
            F::tied_log_evidence(tying, std::span(&of_class, 1),
                                 cells_of(block, j).subspan(static_cast<std::size_t>(klass), 1))));
      } else {
        each.push_back(detail::in_range(log_evidence(of_class, block.cell(j, klass))));
      }
    }
    return each;
  });
}

/// Returns the same for one question.
/// cost    for an empirical-Bayes prior a search; use one BlockPriors for several features
template <ConjugateFamily F>
[[nodiscard]] double log_evidence(const Block<F>& block, Index j,
                                  std::span<const std::string> classes) {
  BlockPriors<F> found(block);
  return log_evidence(block, j, classes, found);
}

/// Returns the log evidence of a block: the sum over its features and classes, in nats.
/// throws  as for one feature
template <ConjugateFamily F>
[[nodiscard]] double log_evidence(const Block<F>& block, std::span<const std::string> classes) {
  double sum = 0;
  BlockPriors<F> found(block);
  for (Index j = 0; j < block.size(); ++j) sum += log_evidence(block, j, classes, found);
  return sum;
}

}  // namespace credence
