// The distribution of the information of words, in closed form: there are thousands of them.
#include <credence/detail/select/word_beliefs.hpp>

#include <credence/base/parallel.hpp>
#include <credence/base/sum.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace credence::detail {
namespace {

double entry(const std::vector<double>& list, std::size_t at) {
  return at < list.size() ? list[at] : 0;
}

// Calls f(first, end) for parts of the words, on several threads. Each part copies what all share, so
// their number does not grow with the words.
template <class Work>
void for_each_part(std::size_t words, const Work& f) {
  constexpr std::size_t most_parts = 64;
  const std::size_t part = std::max<std::size_t>(512, (words + most_parts - 1) / most_parts);
  credence::for_each_chunk(static_cast<Index>((words + part - 1) / part), [&](Index chunk) {
    const std::size_t first = static_cast<std::size_t>(chunk) * part;
    f(first, std::min(words, first + part));
  });
}

// Words by the numbers that the classes give them: of thousands, most occur once or twice, with the
// numbers of one before.
struct AlikeWords {
  std::vector<std::size_t> firsts = {};  // of those with equal numbers
  std::vector<std::size_t> like = {};    // of each word: the first with its numbers
};

// number(klass, word): as often as asked
template <class Number>
AlikeWords alike_words(std::size_t words, std::size_t classes, const Number& number) {
  const auto compare = [&](std::size_t a, std::size_t b) {
    for (std::size_t c = 0; c < classes; ++c)
      if (number(c, a) != number(c, b)) return number(c, a) < number(c, b) ? -1 : 1;
    return 0;
  };
  std::vector<std::size_t> order(words);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const int compared = compare(a, b);
    return compared == 0 ? a < b : compared < 0;
  });
  AlikeWords alike{.firsts = {}, .like = std::vector<std::size_t>(words)};
  for (const std::size_t word : order) {
    if (alike.firsts.empty() || compare(alike.firsts.back(), word) != 0)
      alike.firsts.push_back(word);
    alike.like[word] = alike.firsts.back();
  }
  return alike;
}

}  // namespace

WordBeliefs::WordBeliefs(const ClassBeliefs& classes, std::vector<Dirichlet> cells,
                         const InformationOptions& options)
    : options_(options) {
  if (cells.empty()) return;
  std::vector<double> probabilities;
  if (classes.probabilities) {
    probabilities = mean(*classes.probabilities);
    concentration_ = compensated_sum(classes.probabilities->weights);
  } else {
    for (const double log_p : classes.fixed_log_probabilities)
      probabilities.push_back(std::exp(log_p));
  }
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (!(probabilities[c] > 0)) continue;
    probabilities_.push_back(probabilities[c]);
    totals_.push_back(compensated_sum(cells[c].weights));
    cells_.push_back(std::move(cells[c]));
  }
  most_ = std::log(static_cast<double>(cells_.size()));
  double least = 1;
  for (std::size_t c = 0; c < cells_.size(); ++c)
    for (const double own : cells_[c].weights)
      if (own > 0) least = std::min(least, own / totals_[c]);
  const bool of_documents = options.words == WordForm::presence;
  present_ = AnswerMean(probabilities_, concentration_, AnswerMean::Answer::present,
                        of_documents ? options.document_length : 1, least);
  if (!of_documents) return;
  most_ = std::min(most_, std::log(2.0));
  absent_ = AnswerMean(probabilities_, concentration_, AnswerMean::Answer::absent,
                       options.document_length, least);
}

void WordBeliefs::set_values(std::size_t word) {
  values_.clear();
  variances_.clear();
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    const double own = entry(cells_[c].weights, word);
    const double others = totals_[c] - own;
    if (options_.words == WordForm::token) {
      values_.push_back(own / totals_[c]);
      variances_.push_back(own / totals_[c] * (others / totals_[c]) / (totals_[c] + 1));
      continue;
    }
    // Absent from a document, and from one of twice the length: two moments of the probability.
    const double absent = log_run(others, own, options_.document_length);
    const double twice = log_run(others, own, 2 * options_.document_length);
    values_.push_back(-std::expm1(absent));
    variances_.push_back(std::exp(2 * absent) * std::expm1(twice - 2 * absent));
  }
}

void WordBeliefs::add_answer(const std::vector<double>& values, double sign) {
  const std::size_t classes = values.size();
  const std::vector<double>& p = probabilities_;
  double mixture = 0;
  for (std::size_t c = 0; c < classes; ++c) mixture += p[c] * values[c];
  std::vector<double> ratios(classes), one(classes, 0.0);  // zeros but for the entry of one class
  for (std::size_t c = 0; c < classes; ++c) {
    ratios[c] = std::log(values[c] / mixture);
    information_ += p[c] * values[c] * ratios[c];
    gradient_[c] += values[c] * (ratios[c] - 1);
    gradient_[classes + c] += sign * p[c] * ratios[c];
  }
  for (std::size_t c = 0; c < classes; ++c) {
    const double value = values[c], probability = p[c];
    double* const first = &second(c, 0);
    double* const last = &second(classes + c, 0);
    one[c] = ratios[c];
    for (std::size_t d = 0; d < classes; ++d) {
      first[d] -= value * values[d] / mixture;
      first[classes + d] += sign * (one[d] - value * p[d] / mixture);
      last[d] += sign * (one[d] - values[d] * probability / mixture);
    }
    one[c] = probability / value;
    for (std::size_t d = 0; d < classes; ++d)
      last[classes + d] += one[d] - probability * p[d] / mixture;
    one[c] = 0;
  }
}

void WordBeliefs::multiply() {
  const std::size_t classes = values_.size();
  for (std::size_t i = 0; i < 2 * classes; ++i) {
    double along = 0;
    for (std::size_t c = 0; c < classes; ++c) along += second(i, c) * probabilities_[c];
    for (std::size_t c = 0; c < classes; ++c) {
      const double of_class = probabilities_[c] * (second(i, c) - along) / (concentration_ + 1);
      product_[i * 2 * classes + c] = concentration_ > 0 ? of_class : 0;
      product_[i * 2 * classes + classes + c] = second(i, classes + c) * variances_[c];
    }
  }
}

namespace {

// What the expansion makes of one answer, and about how far it is off.
struct Expansion {
  double mean = 0;
  double error = 0;
};

// in  concentration: 0: the probabilities of the classes are fixed
Expansion expansion_of(std::span<const double> probabilities, double concentration,
                       std::span<const double> values, std::span<const double> variances) {
  double mixture = 0;
  for (std::size_t c = 0; c < values.size(); ++c) mixture += probabilities[c] * values[c];
  Expansion all;
  double between = 0;
  for (std::size_t c = 0; c < values.size(); ++c) {
    const double p = probabilities[c], v = values[c];
    all.mean += p * v * std::log(v / mixture) + 0.5 * variances[c] * p * (1 / v - p / mixture);
    between += p * (v - mixture) * (v - mixture);
    // Of a Gamma variable with this variance, relative to its mean, E v ln v is off by a twelfth of
    // its square.
    const double of_class = concentration > 0 ? (1 - p) / p / (concentration + 1) : 0;
    const double relative = variances[c] / v / v + of_class;
    all.error += p * v * relative * relative / 12;
  }
  if (concentration > 0) all.mean -= 0.5 * between / mixture / (concentration + 1);
  return all;
}

}  // namespace

double WordBeliefs::mended(double expanded, std::size_t word) {
  constexpr double close = 0.003, most_off = 0.01;
  // Below this share of the word's probability an integral is rounding noise.
  constexpr double least_share = 1e-10;
  constexpr double least_count = 1e-150;  // squares of smaller ones are none
  std::vector<Beta> beliefs;
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    const double own = entry(cells_[c].weights, word);
    beliefs.push_back({.ones = own, .zeros = totals_[c] - own});
    if (!(own > least_count) || !(beliefs.back().zeros > 0)) return expanded;
  }
  double mixture = 0;
  for (std::size_t c = 0; c < cells_.size(); ++c) mixture += probabilities_[c] * values_[c];
  if (!(expanded > least_share * mixture)) return expanded;
  double mean = expanded;
  const auto mend = [&](AnswerMean& answer, std::span<const double> values) {
    const Expansion one = expansion_of(probabilities_, concentration_, values, variances_);
    if (one.error > close * std::abs(expanded)) mean += answer.of(beliefs) - one.mean;
  };
  mend(present_, values_);
  if (options_.words == WordForm::presence) {
    std::vector<double> absent = values_;
    for (double& value : absent) value = 1 - value;
    mend(absent_, absent);
  }
  return mean > 0 && std::abs(mean - expanded) > most_off * mean ? mean : expanded;
}

InformationMoments WordBeliefs::moments(std::size_t word) {
  set_values(word);
  const std::size_t classes = values_.size();
  const std::size_t size = 2 * classes;
  gradient_.assign(size, 0.0);
  hessian_.assign(size * size, 0.0);
  product_.assign(size * size, 0.0);
  information_ = 0;
  add_answer(values_, 1);
  if (options_.words == WordForm::presence) {
    std::vector<double> absent = values_;
    for (double& value : absent) value = 1 - value;
    add_answer(absent, -1);
  }
  multiply();
  double along = 0, squares = 0, spread = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    along += probabilities_[c] * gradient_[c];
    squares += probabilities_[c] * gradient_[c] * gradient_[c];
    spread += gradient_[classes + c] * gradient_[classes + c] * variances_[c];
  }
  if (concentration_ > 0) spread += (squares - along * along) / (concentration_ + 1);
  double trace = 0, trace_of_square = 0;
  for (std::size_t i = 0; i < size; ++i) {
    trace += product_[i * size + i];
    for (std::size_t j = 0; j < size; ++j)
      trace_of_square += product_[i * size + j] * product_[j * size + i];
  }
  const double expanded = information_ + 0.5 * trace;
  const double mean = mended(expanded, word);
  // Words of small pseudo-counts: an expansion that is too wide by as much as it is too large.
  const double scale = mean < expanded ? mean / expanded : 1;
  return {.mean = mean, .variance = scale * scale * (spread + 0.5 * trace_of_square)};
}

void WordBeliefs::add_to(FeatureInformation& one, std::size_t word) {
  // A word beside which there are no others is in every document that has one.
  const auto alone = [&](std::size_t c) { return !(totals_[c] > entry(cells_[c].weights, word)); };
  for (std::size_t c = 0; c < cells_.size(); ++c)
    if (options_.words == WordForm::presence && alone(c)) return;
  if (!cells_.empty()) add_beliefs(one, moments(word), most_, options_);
}

void WordBeliefs::add_to_all(std::vector<FeatureInformation>& words) const {
  const AlikeWords alike =
      alike_words(words.size(), cells_.size(),
                  [&](std::size_t c, std::size_t word) { return entry(cells_[c].weights, word); });
  for_each_part(alike.firsts.size(), [&](std::size_t first, std::size_t end) {
    WordBeliefs own = *this;  // with room of its own to reckon in
    for (std::size_t i = first; i < end; ++i) own.add_to(words[alike.firsts[i]], alike.firsts[i]);
  });
  for (std::size_t word = 0; word < words.size(); ++word) {
    const FeatureInformation& like = words[alike.like[word]];
    words[word].mean = like.mean;
    words[word].standard_deviation = like.standard_deviation;
    words[word].interval = like.interval;
    words[word].probability_above = like.probability_above;
  }
}

void add_word_tests(std::vector<FeatureInformation>& words, std::span<const WordTotals> cells) {
  std::vector<double> totals;
  for (const WordTotals& cell : cells) totals.push_back(compensated_sum(cell.counts));
  const AlikeWords alike =
      alike_words(words.size(), cells.size(),
                  [&](std::size_t c, std::size_t word) { return entry(cells[c].counts, word); });
  for_each_part(alike.firsts.size(), [&](std::size_t first, std::size_t end) {
    std::vector<std::vector<double>> table(cells.size());
    for (std::size_t i = first; i < end; ++i) {
      for (std::size_t c = 0; c < cells.size(); ++c) {
        const double own = entry(cells[c].counts, alike.firsts[i]);
        table[c] = {own, std::max(0.0, totals[c] - own)};
      }
      words[alike.firsts[i]].p_value = independence_test(table).p_value;
    }
  });
  for (std::size_t word = 0; word < words.size(); ++word)
    words[word].p_value = words[alike.like[word]].p_value;
}

}  // namespace credence::detail
