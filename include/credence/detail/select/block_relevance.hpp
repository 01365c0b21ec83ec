#pragma once
// Whether the features of one family depend on the class, and their words and columns.
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/learn/block_priors.hpp>
#include <credence/detail/select/ranked_family.hpp>
#include <credence/detail/select/word_split.hpp>
#include <credence/learn/keep.hpp>
#include <credence/learn/typed_block.hpp>
#include <credence/select/relevance.hpp>
#include <string>
#include <vector>

namespace credence::detail {

/// Returns the one prior of a feature for all classes, or Error{undefined}.
template <ConjugateFamily F>
[[nodiscard]] typename F::Prior common_prior(const Block<F>& block, Index j,
                                             std::span<const std::string> classes,
                                             BlockPriors<F>& found) {
  const auto all = found.of(j, classes);
  for (const auto& prior : all)
    if (!(prior == all.front()))
      throw Error(ErrorCode::undefined,
                  "column '" + block.feature(j).name +
                      "' has another prior for each class, and none for all classes together; give "
                      "it one prior");
  return all.empty() ? typename F::Prior{} : all.front();
}

template <ConjugateFamily F>
[[nodiscard]] Relevance relevance_of(const Block<F>& block, Index j,
                                     std::span<const std::string> classes,
                                     const RelevanceOptions& options, BlockPriors<F>& found) {
  Relevance relevance{.feature = block.feature(j).name, .family = std::string(word_of<F>())};
  relevance.undefined = why_undefined([&] {
    relevance.log_evidence = log_evidence(block, j, classes, found);
    relevance.pooled_log_evidence =
        log_evidence(common_prior(block, j, classes, found), block.pooled(j));
    relevance.log_bayes_factor = relevance.log_evidence - relevance.pooled_log_evidence;
    relevance.probability =
        probability_given(relevance.log_bayes_factor, options.prior_probability);
  });
  return relevance;
}

template <ConjugateFamily F>
void add_words(const Block<F>& block, Index j, std::span<const std::string> classes,
               const RelevanceOptions& options, BlockPriors<F>& found,
               std::vector<Relevance>& all) {
  const Feature<F>& feature = block.feature(j);
  typename F::Prior prior;
  std::string undefined;
  undefined = why_undefined([&] { prior = common_prior(block, j, classes, found); });
  const WordSplit split(prior, cells_of(block, j));
  for (Index word = 0; word < std::ssize(feature.levels); ++word) {
    Relevance& one = all.emplace_back(Relevance{
        .feature = part_name(feature.name, feature.levels[static_cast<std::size_t>(word)]),
        .family = std::string(word_of<F>()),
        .undefined = undefined});
    if (!undefined.empty()) continue;
    split.measure(word, one);
    one.probability = probability_given(one.log_bayes_factor, options.prior_probability);
  }
}

/// Each column of a block as if it stood alone in the block.
template <TiedFamily F>
void add_columns(const AnyBlock& any, Index j, std::span<const std::string> classes,
                 const RelevanceOptions& options, std::vector<Relevance>& all) {
  const std::span<const std::string> columns = any.members(j);
  for (Index column = 0; column < std::ssize(columns); ++column) {
    const std::vector<Index> members{column};
    const std::unique_ptr<AnyBlock> part = any.part(j, &members);
    const Block<F>& one = typed<F>(*part);
    BlockPriors<F> found(one);
    Relevance& relevance = all.emplace_back(relevance_of(one, 0, classes, options, found));
    relevance.feature = part_name(any.feature(j).name, one.feature(0).levels.front());
  }
}

/// Adds what the evidence says of each feature, or of each part of one that can be divided: the words
/// of a text, the columns of a block.
template <ConjugateFamily F>
void add_relevances(const AnyBlock& any, std::span<const std::string> classes,
                    Granularity granularity, const RelevanceOptions& options,
                    std::vector<Relevance>& all) {
  const Block<F>& block = typed<F>(any);
  BlockPriors<F> found(block);
  for (Index j = 0; j < block.size(); ++j) {
    if constexpr (std::is_same_v<typename F::Statistics, WordTotals>) {
      if (granularity == Granularity::parts) {
        add_words(block, j, classes, options, found, all);
        continue;
      }
    } else if constexpr (TiedFamily<F>) {
      if (granularity == Granularity::parts && !any.members(j).empty()) {
        add_columns<F>(any, j, classes, options, all);
        continue;
      }
    }
    all.push_back(relevance_of(block, j, classes, options, found));
  }
}

}  // namespace credence::detail
