// Classes that join, and what is believed of their frequencies.
#include <credence/learn/label_column.hpp>

#include <algorithm>
#include <credence/base/error.hpp>
#include <credence/base/special.hpp>
#include <credence/data/levels.hpp>

namespace credence {
namespace {

bool has_number_per_class(const ClassPrior& prior) {
  return prior.kind == ClassPrior::Kind::given || !prior.weights.empty();
}

[[noreturn]] void class_cannot_join(const LabelColumn& label, const std::string& klass) {
  throw Error(ErrorCode::schema,
              "label '" + label.name + "' holds class '" + klass + "', which " +
                  (label.listed ? "the schema does not list; add it to `classes` or remove the row"
                                : "the class prior has no number for; give one for every class"));
}

}  // namespace

Index most_frequent_class(const LabelColumn& label) {
  const std::vector<double>& counts = label.counts.counts;
  return std::max_element(counts.begin(), counts.end()) - counts.begin();
}

std::vector<Index> join_classes(LabelColumn& label, std::span<const std::string> more) {
  const std::vector<Index> known = positions_in(more, label.classes);
  const auto stranger = std::find(known.begin(), known.end(), -1);
  if (stranger != known.end() &&
      (label.listed || (!label.classes.empty() && has_number_per_class(label.prior))))
    class_cannot_join(label, more[static_cast<std::size_t>(stranger - known.begin())]);
  std::vector<std::string> classes =
      stranger == known.end() ? label.classes : merged_levels(label.classes, more);
  const std::vector<Index> to = positions_in(label.classes, classes);
  label.counts.rearrange(to, static_cast<Index>(classes.size()));
  label.classes = std::move(classes);
  return to;
}

Dirichlet dirichlet_of(const LabelColumn& label) {
  const ClassPrior& prior = label.prior;
  if (prior.weights.empty()) return expand(Dirichlet::Symmetric{.each = prior.each}, label.size());
  if (static_cast<Index>(prior.weights.size()) != label.size())
    throw Error(ErrorCode::shape, "the class prior of label '" + label.name + "' has " +
                                      std::to_string(prior.weights.size()) + " weights for " +
                                      std::to_string(label.size()) +
                                      " classes; give one for each class");
  return Dirichlet{.weights = prior.weights};
}

std::vector<double> fixed_probabilities(const LabelColumn& label) {
  if (label.prior.kind == ClassPrior::Kind::uniform)
    return std::vector<double>(label.classes.size(),
                               1.0 / static_cast<double>(label.classes.size()));
  std::vector<double> probabilities;
  for (const std::string& klass : label.classes) {
    const auto& given = label.prior.given;
    const auto found = std::find_if(given.begin(), given.end(),
                                    [&](const auto& entry) { return entry.first == klass; });
    if (found == given.end())
      throw Error(ErrorCode::schema, "the given class prior of label '" + label.name +
                                         "' has no probability for class '" + klass +
                                         "'; give one for every class of the data");
    probabilities.push_back(found->second);
  }
  return probabilities;
}

double log_evidence(const LabelColumn& label) {
  if (label.prior.kind == ClassPrior::Kind::frequencies)
    throw Error(
        ErrorCode::undefined,
        "the class prior 'frequencies' has no log evidence; choose each=1, uniform or given");
  if (label.prior.kind == ClassPrior::Kind::learned)
    return label.classes.empty() ? 0 : log_evidence(dirichlet_of(label), label.counts);
  const std::vector<double> probabilities = fixed_probabilities(label);
  double sum = 0;
  for (std::size_t klass = 0; klass < probabilities.size(); ++klass)
    sum += x_log_y(label.counts.counts[klass], probabilities[klass]);
  return sum;
}

}  // namespace credence
