// What pairs of columns come to: probabilities, notes, and sentences on those that depend.
#include <credence/select/relevance.hpp>
#include <credence/study/dependence.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_map>

#include "base/names.hpp"
#include "study/check/pair_tests.hpp"

namespace credence {
namespace {

// Puts the pairs in order and gives each its probability.
void order_and_weigh(DependenceCheck& check) {
  auto& pairs = check.pairs;
  std::unordered_map<std::string_view, std::size_t> places;
  for (const std::string& name : check.features) places.emplace(name, places.size());
  std::stable_sort(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) {
    if (a.log_bayes_factor != b.log_bayes_factor) return a.log_bayes_factor > b.log_bayes_factor;
    return std::pair(places.at(a.first), places.at(a.second)) <
           std::pair(places.at(b.first), places.at(b.second));
  });
  if (pairs.empty()) return;
  check.prior_probability =
      -std::expm1(std::log(check.options.prior_of_none) / static_cast<double>(pairs.size()));
  for (PairDependence& pair : pairs)
    pair.probability = probability_given(pair.log_bayes_factor, check.prior_probability);
}

void add_plain_notes(bool weighted, DependenceCheck& check) {
  if (check.pairs.empty()) {
    check.notes.emplace_back("no two columns could be compared");
    return;
  }
  const auto dependent = std::count_if(check.pairs.begin(), check.pairs.end(),
                                       [&](const auto& pair) { return check.depends(pair); });
  check.notes.push_back(fmt::format(
      "{} of {} pairs within a class depend with a probability above {:.6g}; before the data each "
      "depends with probability {:.2g}, so that none does with probability {:.6g}",
      dependent, check.pairs.size(), check.options.threshold, check.prior_probability,
      check.options.prior_of_none));
  if (dependent > 0)
    check.notes.emplace_back(
        "dependent columns count the same evidence twice, which makes probabilities extreme rather "
        "than labels wrong: a structure such as 'tan' or 'aode', or feature weights, show what "
        "that "
        "costs");
  if (weighted)
    check.notes.emplace_back(
        "rows have weights: a row of weight 2 counts as two rows, which makes evidence stronger "
        "where weights are no counts");
}

}  // namespace

void detail::judge(bool weighted, DependenceCheck& check) {
  order_and_weigh(check);
  add_plain_notes(weighted, check);
}

std::string_view to_string(PairTest test) {
  if (test == PairTest::table) return "table";
  return test == PairTest::normals ? "normals" : "levels";
}

std::vector<std::string> sentences_on(const DependenceCheck& check, Index most) {
  // The classes of each pair, pairs in the order of their largest Bayes factor.
  std::vector<std::pair<const PairDependence*, std::vector<std::string>>> dependent;
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> places;
  for (const PairDependence& pair : check.pairs) {
    if (!check.depends(pair)) continue;
    const auto [place, is_new] = places.try_emplace({pair.first, pair.second}, dependent.size());
    if (is_new) dependent.push_back({&pair, {}});
    dependent[place->second].second.push_back(pair.klass);
  }
  std::vector<std::string> sentences;
  for (const auto& [pair, classes] : dependent) {
    if (std::ssize(sentences) == most) {
      const std::size_t more = dependent.size() - sentences.size();
      sentences.push_back(fmt::format("{} more {} on each other within a class", more,
                                      more == 1 ? "pair depends" : "pairs depend"));
      break;
    }
    const std::string names = detail::quoted_list(classes);
    const bool all = classes.size() == check.classes.size() && classes.size() > 1;
    sentences.push_back(fmt::format(
        "'{}' and '{}' depend on each other within {} (log Bayes factor {:.1f}, mutual information "
        "{:.3g} nats{})",
        pair->first, pair->second,
        all ? "every class" : (classes.size() == 1 ? "class " : "classes ") + names,
        pair->log_bayes_factor, pair->information,
        classes.size() > 1 ? fmt::format(" in class '{}'", pair->klass) : ""));
  }
  return sentences;
}

}  // namespace credence
