// Classes that join, and the distribution of their frequencies.
#include <credence/learn/label_column.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/special.hpp>
#include <credence/data/levels.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/data/entry_places.hpp>
#include <credence/detail/family/finite.hpp>
#include <credence/detail/learn/class_sum.hpp>

#include "base/some_of.hpp"

namespace credence {
namespace {

// Where the sum is infinite every class would get the probability 0.
void check_sum(double sum, const LabelColumn& label) {
  if (std::isfinite(sum)) return;
  throw Error(ErrorCode::domain, "the class prior of label '" + label.name +
                                     "' and the rows of its classes sum to more than the largest "
                                     "number (about 1.8e308); give smaller weights");
}

double sum_of_prior(const LabelColumn& label) {
  const ClassPrior& prior = label.prior;
  double sum = 0;
  for (const double weight : prior.weights) sum += weight;
  if (prior.weights.empty())
    for (Index klass = 0; klass < label.size(); ++klass) sum += prior.each;
  return sum;
}

}  // namespace

namespace detail {

Error class_cannot_join(const LabelColumn& label, std::string_view klass, const std::string& place,
                        Location where) {
  return Error(ErrorCode::schema,
               "label '" + label.name + "'" + (place.empty() ? "" : ", " + place) +
                   " holds class '" + std::string(klass) + "', which " +
                   (label.listed ? "the schema does not list; add it to `classes` or remove the row"
                                 : "the class prior has no number for; give one for every class"),
               std::move(where));
}

void check_class_sum(const LabelColumn& label, std::span<const double> counts) {
  double sum = sum_of_prior(label);
  for (const double count : counts) sum += count;
  check_sum(sum, label);
}

void check_class_sum(const LabelColumn& label, Index klass, double more) {
  const std::vector<double>& counts = label.counts.counts;
  double sum = sum_of_prior(label);
  for (Index i = 0; i < std::ssize(counts); ++i)
    sum += i == klass ? counts[static_cast<std::size_t>(i)] + more
                      : counts[static_cast<std::size_t>(i)];
  check_sum(sum, label);
}

Index class_position(std::span<const std::string> classes, std::string_view klass) {
  const auto found = std::find(classes.begin(), classes.end(), klass);
  if (found != classes.end()) return found - classes.begin();
  throw Error(ErrorCode::schema, "the model has no class " + in_quotes(klass) +
                                     "; its classes are " + some_of(classes));
}

std::vector<bool> which_may_join(const LabelColumn& label, std::span<const std::string> classes) {
  if (label.listed || label.prior.kind != ClassPrior::Kind::given)
    return std::vector<bool>(
        classes.size(), !label.listed && (label.classes.empty() || label.prior.weights.empty()));
  std::vector<bool> which;
  for (const Index place : entries_of(classes, label.prior.given)) which.push_back(place >= 0);
  return which;
}

}  // namespace detail

Index most_frequent_class(const LabelColumn& label) {
  const std::vector<double>& counts = label.counts.counts;
  return std::max_element(counts.begin(), counts.end()) - counts.begin();
}

bool may_join(const LabelColumn& label, std::string_view klass) {
  return detail::which_may_join(label, std::array{std::string(klass)}).front();
}

std::vector<Index> join_classes(LabelColumn& label, std::span<const std::string> more) {
  const std::vector<Index> known = positions_in(more, label.classes);
  const auto stranger = std::find(known.begin(), known.end(), -1);
  if (stranger != known.end()) {
    const std::vector<bool> joins = detail::which_may_join(label, more);
    for (std::size_t i = 0; i < known.size(); ++i)
      if (known[i] < 0 && !joins[i]) throw detail::class_cannot_join(label, more[i]);
  }
  std::vector<std::string> classes =
      stranger == known.end() ? label.classes : merged_levels(label.classes, more);
  std::vector<Index> to = positions_in(label.classes, classes);
  label.counts.rearrange(to, static_cast<Index>(classes.size()));
  if (label.exact.levels() > 0) label.exact.rearrange(to, static_cast<Index>(classes.size()));
  label.classes = std::move(classes);
  return to;
}

Dirichlet dirichlet_of(const LabelColumn& label) {
  const ClassPrior& prior = label.prior;
  if (!prior.weights.empty() && static_cast<Index>(prior.weights.size()) != label.size())
    throw Error(ErrorCode::shape, "the class prior of label '" + label.name + "' has " +
                                      detail::counted(prior.weights.size(), "weight", "weights") +
                                      " for " + detail::counted(label.size(), "class", "classes") +
                                      "; give one for each class");
  detail::check_class_sum(label, label.counts.counts);
  return prior.weights.empty() ? expand(Dirichlet::Symmetric{.each = prior.each}, label.size())
                               : Dirichlet{.weights = prior.weights};
}

std::vector<double> fixed_probabilities(const LabelColumn& label) {
  if (label.prior.kind == ClassPrior::Kind::uniform)
    return std::vector<double>(label.classes.size(),
                               1.0 / static_cast<double>(label.classes.size()));
  std::vector<double> probabilities;
  for (const Index place : detail::entries_of(label.classes, label.prior.given)) {
    if (place < 0)
      throw Error(ErrorCode::schema, "the given class prior of label '" + label.name +
                                         "' has no probability for class '" +
                                         label.classes[probabilities.size()] +
                                         "'; give one for every class of the data");
    probabilities.push_back(label.prior.given[static_cast<std::size_t>(place)].second);
  }
  return probabilities;
}

double log_evidence(const LabelColumn& label) {
  if (label.prior.kind == ClassPrior::Kind::frequencies)
    throw Error(
        ErrorCode::undefined,
        "the class prior 'frequencies' has no log evidence; choose each=1, uniform or given");
  if (label.prior.kind == ClassPrior::Kind::learned)
    return label.classes.empty()
               ? 0
               : detail::in_range(log_evidence(dirichlet_of(label), label.counts));
  const std::vector<double> probabilities = fixed_probabilities(label);
  double sum = 0;
  for (const double count : label.counts.counts)
    if (!std::isfinite(count))
      throw Error(ErrorCode::domain, "label '" + label.name +
                                         "' has more rows of a class than the largest number "
                                         "(about 1.8e308); weigh the rows less");
  for (std::size_t klass = 0; klass < probabilities.size(); ++klass)
    sum += x_log_y(label.counts.counts[klass], probabilities[klass]);
  return sum;
}

}  // namespace credence
