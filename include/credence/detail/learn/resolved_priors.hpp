#pragma once
// Numbers in the place of the words that stand for the priors of a block.
#include <algorithm>
#include <credence/detail/learn/block_priors.hpp>
#include <string>
#include <vector>

namespace credence {

namespace detail {

/// Puts numbers in the place of empirical-Bayes priors that exist. Words without a meaning for
/// these data stay, so that who asks is told why.
template <ConjugateFamily F>
void resolve_empirical_priors(Block<F>& block) {
  const Block<F> words = block;  // what a block shares is found from all its words
  BlockPriors<F> found(words);
  for (Index j = 0; j < block.size(); ++j) {
    const auto pooled = words.pooled(j);
    const auto resolve = [&](auto& rule) {
      const auto* word = get_if<Automatic>(rule);
      if (word == nullptr || !is_empirical(*word)) return;
      try {
        rule = found.resolved(j, rule, pooled);
      } catch (const Error& error) {
        if (error.code() != ErrorCode::undefined) throw;
      }
    };
    FeaturePrior<F>& prior = block.feature(j).prior;
    resolve(prior.shared);
    for (auto& rule : prior.by_class) resolve(rule.second);
  }
}

/// Where priors are stated by class: one for each class, so that none is left to a default.
template <ConjugateFamily F>
void state_every_class(FeaturePrior<F>& prior, const std::vector<std::string>& classes) {
  for (const std::string& klass : classes) {
    const bool stated = std::any_of(prior.by_class.begin(), prior.by_class.end(),
                                    [&](const auto& rule) { return rule.first == klass; });
    if (!stated) prior.by_class.emplace_back(klass, prior.shared);
  }
}

/// Puts numbers in the place of all words.
/// throws  Error{undefined} naming the column whose word has no meaning for these data
template <ConjugateFamily F>
void resolve_priors(Block<F>& block, const std::vector<std::string>& classes) {
  const Block<F> words = block;  // what a block shares is found from all its words
  BlockPriors<F> found(words);
  for (Index j = 0; j < block.size(); ++j) {
    Feature<F>& feature = block.feature(j);
    const auto pooled = block.pooled(j);
    const auto resolve = [&](auto& rule) {
      try {
        rule = found.resolved(j, rule, pooled);
      } catch (const Error& error) {
        throw detail::of_column(feature.name, error);
      }
    };
    if (feature.prior.by_class.empty())
      resolve(feature.prior.shared);
    else
      state_every_class(feature.prior, classes);
    for (auto& rule : feature.prior.by_class) resolve(rule.second);
  }
}

}  // namespace detail

}  // namespace credence
