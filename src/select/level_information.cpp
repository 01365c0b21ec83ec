// Mutual information of features with levels, and of words.
#include <credence/select/density_information.hpp>

#include <credence/base/sum.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "base/check_argument.hpp"
#include "select/information_terms.hpp"

namespace credence {
namespace {

using detail::ClassValue;
using detail::Term;

// The classes that are possible, and what each gives a level.
template <class Value>
void put_possible(std::span<const double> probabilities, std::size_t level, const Value& value,
                  std::vector<ClassValue>& classes) {
  classes.clear();
  for (std::size_t c = 0; c < probabilities.size(); ++c)
    if (probabilities[c] > 0)
      classes.push_back({.weight = probabilities[c], .value = value(c, level)});
}

// The sum of a term over all levels, where `value(klass, level)` is the probability of the level.
template <class Value>
double sum_of_levels(std::span<const double> probabilities, std::size_t levels, const Value& value,
                     Term term) {
  std::vector<double> terms;
  std::vector<ClassValue> classes;
  for (std::size_t level = 0; level < levels; ++level) {
    put_possible(probabilities, level, value, classes);
    if (!classes.empty()) terms.push_back(detail::term_of_level(classes, term));
  }
  return detail::sum_in_order(std::move(terms));
}

template <class Value>
double information_of_levels(std::span<const double> probabilities, std::size_t levels,
                             const Value& value) {
  return detail::information_from(
      [&](Term term) { return sum_of_levels(probabilities, levels, value, term); },
      entropy(probabilities));
}

// Binary values, whose probabilities are told by their logarithms: either may be close to 1.
double information_of_answers(std::span<const double> probabilities,
                              const std::vector<double>& log_no) {
  return information_of_levels(probabilities, 2, [&](std::size_t c, std::size_t level) {
    return level == 0 ? std::exp(log_no[c]) : -std::expm1(log_no[c]);
  });
}

// How many levels there are: classes of probability 0 may have none.
template <class Size>
std::size_t most(std::size_t classes, const Size& size) {
  std::size_t levels = 0;
  for (std::size_t c = 0; c < classes; ++c) levels = std::max(levels, size(c));
  return levels;
}

double entry(const std::vector<double>& list, std::size_t at) {
  return at < list.size() ? list[at] : 0;
}

// log_absent(klass, word): that a document does not hold the word.
template <class LogAbsent>
std::vector<double> presence_information(std::span<const double> probabilities, std::size_t words,
                                         const LogAbsent& log_absent) {
  std::vector<double> information(words);
  std::vector<double> log_no(probabilities.size());
  for (std::size_t word = 0; word < words; ++word) {
    for (std::size_t c = 0; c < log_no.size(); ++c)
      log_no[c] = probabilities[c] > 0 ? log_absent(c, word) : 0;
    information[word] = information_of_answers(probabilities, log_no);
  }
  return information;
}

// What was found for the values of a few words: of thousands that occur once or twice, most have the
// values of one before.
class KnownWords {
 public:
  explicit KnownWords(std::size_t classes) : classes_(classes), values_(classes * places, -1.0) {}

  // Returns the term of a level for these values in each class.
  double term_of(std::vector<ClassValue>& classes) {
    std::uint64_t mixed = 0;
    for (const ClassValue& klass : classes)
      mixed = (mixed ^ std::bit_cast<std::uint64_t>(klass.value)) * 0x9E3779B97F4A7C15U;
    const std::size_t place = mixed >> (64 - place_bits);
    double* const known = values_.data() + place * classes_;
    const auto same = [](const ClassValue& klass, double value) { return klass.value == value; };
    if (!std::equal(classes.begin(), classes.end(), known, same)) {
      for (std::size_t c = 0; c < classes.size(); ++c) known[c] = classes[c].value;
      terms_[place] = detail::term_of_level(classes, detail::told_by);
    }
    return terms_[place];
  }

 private:
  static constexpr int place_bits = 10;
  static constexpr std::size_t places = std::size_t{1} << place_bits;

  std::size_t classes_;
  std::vector<double> values_;  // places x classes; none is negative
  std::array<double, places> terms_ = {};
};

template <class Value>
std::vector<double> token_information(std::span<const double> probabilities, std::size_t words,
                                      const Value& value) {
  constexpr std::size_t many = 32;  // classes, in all of which few words have equal values
  const bool few_classes = probabilities.size() < many;
  std::vector<double> information(words);
  std::vector<ClassValue> classes;
  KnownWords known(few_classes ? probabilities.size() : 0);
  for (std::size_t word = 0; word < words; ++word) {
    put_possible(probabilities, word, value, classes);
    if (classes.empty()) continue;
    information[word] =
        few_classes ? known.term_of(classes) : detail::term_of_level(classes, detail::told_by);
  }
  return information;
}

}  // namespace

double entropy(std::span<const double> probabilities) {
  for (const double p : probabilities)
    detail::check_argument(p >= 0 && std::isfinite(p), "entropy", p,
                           "finite probabilities of at least 0");
  const auto largest = std::max_element(probabilities.begin(), probabilities.end());
  const bool alone = largest != probabilities.end() && detail::is_nearly_alone(*largest);
  std::vector<double> terms;
  std::vector<double> others;
  for (auto p = probabilities.begin(); p != probabilities.end(); ++p) {
    if (alone && p == largest) continue;
    others.push_back(*p);
    if (*p > 0) terms.push_back(-*p * std::log(*p));
  }
  // What the others leave of 1 has the digits that the largest probability has lost.
  if (alone)
    terms.push_back(-*largest *
                    std::log1p(-std::min(0.5, detail::sum_in_order(std::move(others)))));
  return std::max(0.0, detail::sum_in_order(std::move(terms)));
}

double mutual_information(std::span<const double> probabilities,
                          std::span<const Bernoulli> densities) {
  detail::check_densities(probabilities.size(), densities.size());
  return information_of_levels(probabilities, 2, [&](std::size_t c, std::size_t level) {
    const Bernoulli& d = densities[c];
    return level == 1 ? d.probability : (1 - d.probability) + d.residue;
  });
}

double mutual_information(std::span<const double> probabilities,
                          std::span<const Categorical> densities) {
  detail::check_densities(probabilities.size(), densities.size());
  const auto list = [&](std::size_t c) -> const auto& { return densities[c].probabilities; };
  return information_of_levels(
      probabilities, most(densities.size(), [&](std::size_t c) { return list(c).size(); }),
      [&](std::size_t c, std::size_t level) { return entry(list(c), level); });
}

std::vector<double> word_information(std::span<const double> probabilities,
                                     std::span<const Multinomial> densities, WordForm form,
                                     double document_length) {
  detail::check_densities(probabilities.size(), densities.size());
  const auto list = [&](std::size_t c) -> const auto& { return densities[c].probabilities; };
  const std::size_t words = most(densities.size(), [&](std::size_t c) { return list(c).size(); });
  if (form == WordForm::token)
    return token_information(probabilities, words,
                             [&](std::size_t c, std::size_t word) { return entry(list(c), word); });
  return presence_information(probabilities, words, [&](std::size_t c, std::size_t word) {
    return document_length * std::log1p(-std::min(1.0, entry(list(c), word)));
  });
}

std::vector<double> word_information(std::span<const double> probabilities,
                                     std::span<const CompoundMultinomial> densities, WordForm form,
                                     double document_length) {
  detail::check_densities(probabilities.size(), densities.size());
  const auto list = [&](std::size_t c) -> const auto& { return densities[c].weights; };
  const std::size_t words = most(densities.size(), [&](std::size_t c) { return list(c).size(); });
  std::vector<double> totals;
  for (const CompoundMultinomial& d : densities) totals.push_back(compensated_sum(d.weights));
  if (form == WordForm::token)
    return token_information(probabilities, words, [&](std::size_t c, std::size_t word) {
      return entry(list(c), word) / totals[c];
    });
  return presence_information(probabilities, words, [&](std::size_t c, std::size_t word) {
    const double own = entry(list(c), word);
    const double others = totals[c] - own;
    // The only word there is: every document holds it.
    if (!(others > 0)) return -std::numeric_limits<double>::infinity();
    return detail::log_run(others, own, document_length);
  });
}

}  // namespace credence
