// Weights and scores of complement naive Bayes.
#include <credence/predict/complement.hpp>

#include <algorithm>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/sum.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/learn/block_priors.hpp>
#include <credence/detail/predict/unseen.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/learn/typed_block.hpp>

#include "learn/binding/check_bound.hpp"
#include "learn/structure/naive_part.hpp"

namespace credence {
namespace {

using Documents = DirichletMultinomial;

// A class that has a word, and how often.
struct Holder {
  std::size_t klass = 0;
  double count = 0;
};

// The classes that have a word, in their order: of thousands of words, most stand in few.
void put_holders(const Block<Documents>& block, Index j, std::size_t word,
                 std::vector<Holder>& holders) {
  holders.clear();
  for (Index klass = 0; klass < block.classes; ++klass) {
    const std::vector<double>& seen = block.cell(j, klass).counts;
    if (word < seen.size() && seen[word] != 0)
      holders.push_back({.klass = static_cast<std::size_t>(klass), .count = seen[word]});
  }
}

// Pseudo-counts and counts of each word in all classes but one: classes x words. Classes are added in
// their order, so that a class without the word, whose sum is that of all, changes no bit.
std::vector<std::vector<double>> counts_elsewhere(const Block<Documents>& block, Index j,
                                                  std::vector<Dirichlet> priors) {
  std::vector<std::vector<double>> counts;
  for (Dirichlet& prior : priors) counts.push_back(std::move(prior.weights));
  std::vector<Holder> holders;
  const auto add_all_but = [&](std::size_t klass, double sum) {
    for (const Holder& other : holders)
      if (other.klass != klass) sum += other.count;
    return sum;
  };
  for (std::size_t word = 0; !counts.empty() && word < counts.front().size(); ++word) {
    put_holders(block, j, word, holders);
    auto holder = holders.begin();
    double prior = counts.front()[word];
    double all = add_all_but(counts.size(), prior);
    for (std::size_t klass = 0; klass < counts.size(); ++klass) {
      double& count = counts[klass][word];
      if (count != prior) all = add_all_but(counts.size(), prior = count);
      const bool is_holder = holder != holders.end() && holder->klass == klass;
      count = is_holder ? add_all_but(klass, count) : all;
      if (is_holder) ++holder;
    }
  }
  return counts;
}

// Throws Error{schema} unless a table was bound for these features alone.
void check_documents(const BoundTable& bound, const std::vector<FeatureFacts>& features,
                     RowSpan rows) {
  detail::check_rows(bound, rows);
  const auto named = [](const FeatureFacts& feature, const std::string& name) {
    return feature.name == name;
  };
  const bool is_same = bound.blocks.size() == 1 &&
                       std::holds_alternative<BlockCells<WordCounts>>(bound.blocks[0].cells) &&
                       std::equal(features.begin(), features.end(), bound.blocks[0].names.begin(),
                                  bound.blocks[0].names.end(), named);
  if (!is_same) detail::bound_to_another(bound, Documents::name, features.front().name);
}

}  // namespace

ComplementClassifier::ComplementClassifier(const Posterior<Model>& posterior,
                                           ComplementWeights weights)
    : classes_(posterior.label.classes) {
  detail::check_naive(posterior, "the rule of complement naive Bayes is",
                      "choose an estimator, or train a model of naive Bayes");
  for (const Box<AnyBlock>& block : posterior.blocks) {
    if (typed_if<Documents>(*block) == nullptr)
      throw Error(ErrorCode::schema,
                  "complement naive Bayes is a rule for documents of words, and column '" +
                      block->feature(0).name + "' is of family '" +
                      std::string(block->family().facts().word) +
                      "'; leave it out, or choose an estimator");
    weigh(*block, weights);
  }
  if (features_.empty())
    throw Error(ErrorCode::schema,
                "complement naive Bayes is a rule for documents of words, and the model has none; "
                "give a column family 'multinomial'");
}

void ComplementClassifier::weigh(const AnyBlock& any, ComplementWeights weights) {
  const auto& block = typed<Documents>(any);
  BlockPriors<Documents> found(block);
  for (Index j = 0; j < block.size(); ++j) {
    features_.push_back(any.feature(j));
    for (std::vector<double>& of_class : counts_elsewhere(block, j, found.of(j, classes_))) {
      const double log_total = std::log(compensated_sum(of_class));
      for (double& count : of_class) count = std::log(count) - log_total;
      const double scale =
          weights == ComplementWeights::normalised ? compensated_sum(of_class) : -1.0;
      // A single word has the share 1, whose logarithm is 0: it says nothing of any class.
      for (double& weight : of_class) weight = scale == 0 ? 0 : weight / scale;
      weights_.push_back(std::move(of_class));
    }
  }
}

Predictions ComplementClassifier::predict(const BoundTable& bound, RowSpan rows) const {
  check_documents(bound, features_, rows);
  const auto count = static_cast<std::size_t>(rows.count);
  Predictions answers = blank_predictions(classes_, rows.count);
  const auto& data = bound.blocks.front().of<WordCounts>();
  for (std::size_t j = 0; j < features_.size(); ++j) {
    const auto& cells = data.features[j];
    const Slots slots = slots_of(features_[j], cells);
    answers.unseen_cells += detail::count_unseen(cells, features_[j], slots, rows, *bound.table);
    WordCounts document;
    for (std::size_t i = 0; i < count; ++i) {
      if (!cells.read(rows[static_cast<Index>(i)], slots, document)) continue;
      for (std::size_t klass = 0; klass < classes_.size(); ++klass) {
        const auto& weight = weights_[j * classes_.size() + klass];
        for (const WordCount& entry : document)
          answers.log_joint[i * classes_.size() + klass] += entry.count * weight[entry.word];
      }
    }
  }
  const Fallback none{.label = 0, .log_class_probabilities = std::vector<double>(classes_.size())};
  for (std::size_t i = 0; i < count; ++i) {
    bool impossible = false;
    const std::size_t first = i * classes_.size();
    answers.label[i] =
        normalise(std::span(answers.log_joint).subspan(first, classes_.size()), none,
                  std::span(answers.log_probability).subspan(first, classes_.size()), impossible);
  }
  return answers;
}

}  // namespace credence
