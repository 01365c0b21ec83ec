#pragma once
// Empirical priors of a whole posterior: found once for several questions, and what to say of them.
#include <credence/learn/model_posterior.hpp>

namespace credence {

/// Whether a feature leaves its prior to the data of each class.
template <class M>
[[nodiscard]] bool has_empirical_prior(const Posterior<M>& posterior) {
  bool has = false;
  for_each_block(posterior.blocks, [&](const auto& block) {
    for (const auto& feature : block.features)
      has = has || empirical_word(feature.prior).has_value();
  });
  return has;
}

namespace detail {
/// Sentences about columns; columns of the same note share one.
[[nodiscard]] std::vector<std::string> notes_on_priors(
    const std::vector<std::pair<std::string, std::string>>& columns_and_notes);

/// Puts numbers in the place of empirical priors that exist. Words without a meaning for these data
/// stay, so that who asks is told why. The model keeps its words: the blocks are for asking only.
template <class M>
void put_numbers(Posterior<M>& posterior) {
  for_each_block(posterior.blocks, [&]<class F>(Block<F>& block) {
    const Block<F> words = block;
    BlockPriors<F> found(words);
    for (Index j = 0; j < block.size(); ++j) {
      const auto pooled = words.pooled(j);
      const auto settle = [&](auto& rule) {
        const auto* word = std::get_if<Automatic>(&rule);
        if (word == nullptr || !is_empirical(*word)) return;
        try {
          rule = found.settled(j, rule, pooled);
        } catch (const Error& error) {
          if (error.code() != ErrorCode::undefined) throw;
        }
      };
      FeaturePrior<F>& prior = block.feature(j).prior;
      settle(prior.shared);
      for (auto& rule : prior.by_class) settle(rule.second);
    }
  });
}
}  // namespace detail

/// Calls `visit(posterior)` with a posterior that gives the same answers, whose empirical priors
/// are found once and not for each of them.
/// cost  one search for each empirical prior and a copy of the statistics; nothing without one
template <class M, class Visitor>
void with_found_priors(const Posterior<M>& posterior, Visitor&& visit) {
  if (!has_empirical_prior(posterior)) {
    visit(posterior);
    return;
  }
  Posterior<M> found = posterior;
  detail::put_numbers(found);
  visit(std::as_const(found));
}

/// What a reader should know of the empirical priors of a posterior: limits that were reached,
/// classes that were left out; a sentence each.
/// cost  one search for each empirical prior
template <class M>
[[nodiscard]] std::vector<std::string> notes_on_priors(const Posterior<M>& posterior) {
  std::vector<std::pair<std::string, std::string>> notes;
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    BlockPriors<F> found(block);
    for (Index j = 0; j < block.size(); ++j) {
      try {
        if (const auto search = found.search(j))
          for (const std::string& note : search->notes)
            notes.emplace_back(block.feature(j).name, note);
      } catch (const Error& error) {
        if (error.code() != ErrorCode::undefined) throw;
        notes.emplace_back(block.feature(j).name, error.what());
      }
    }
  });
  return detail::notes_on_priors(notes);
}

}  // namespace credence
