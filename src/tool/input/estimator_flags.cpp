// Flags to estimators.
#include "input/estimator_flags.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "flags/values.hpp"
#include "input/modelling.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

// What books call an estimator.
constexpr ElsewhereName estimators_elsewhere[] = {{"posterior_predictive", "predictive"},
                                                  {"bayes", "predictive"},
                                                  {"ml", "maximum_likelihood"},
                                                  {"laplace", "posterior_mean"}};

}  // namespace

void declare_complement(Grammar& grammar, std::optional<ComplementWeights>& complement,
                        const std::string& help) {
  grammar.section(Section::estimators);
  grammar.choice(
      "--complement", complement, help,
      {{"plain", ComplementWeights::plain}, {"normalised", ComplementWeights::normalised}});
}

std::vector<std::string> estimator_names() {
  std::vector<std::string> names;
  for (const Estimator estimator : all_estimators) names.emplace_back(to_string(estimator));
  return names;
}

Estimator estimator_of(const std::string& name, std::string_view flag) {
  const std::optional<Estimator> named = estimator_named(name);
  if (named && *named != Estimator::scikit_learn) return *named;
  const std::string meant = meant_elsewhere(name, estimators_elsewhere, estimator_names());
  throw UsageError(fmt::format("flag '{}' has the unknown value '{}'{}", flag, name,
                               meant.empty() ? fmt::format("; choose {} (or mle, map, mean)",
                                                           quoted_names(estimator_names()))
                                             : meant));
}

void declare_estimators(Grammar& grammar, std::vector<Estimator>& estimators) {
  grammar.section(Section::estimators);
  grammar
      .value("--estimator", estimators, "NAME,...",
             "maximum_likelihood (mle), maximum_a_posteriori (map), posterior_mean (mean), "
             "predictive [all four]",
             estimators_of)
      .one_of(estimator_names());
}

void EstimatorFlags::declare(Grammar& grammar, const std::string& otherwise) {
  grammar.section(Section::estimators);
  grammar
      .value("--estimator", estimator, "NAME",
             "maximum_likelihood (mle), maximum_a_posteriori (map), posterior_mean (mean) or "
             "predictive [" +
                 otherwise + "]",
             estimator_of)
      .one_of(estimator_names());
}

void declare_like(Grammar& grammar, bool& like_scikit_learn, const std::string& help) {
  grammar.section(Section::estimators);
  grammar.choice("--like", like_scikit_learn, help, {{"scikit-learn", true}}).before_others();
}

void declare_like(Grammar& grammar, ModelFlags& model, const std::string& help) {
  grammar.section(Section::estimators);
  const Choice<bool> weka{{{"scikit-learn", false}, {"weka", true}}};
  const auto read = [&model, weka](const std::string& text, std::string_view flag) {
    model.structure.like_weka = weka(text, flag);
    return !model.structure.like_weka;
  };
  grammar
      .value("--like", model.like_scikit_learn, weka.form(),
             help + "; weka: its AODE, of --structure aode", read)
      .one_of(weka.words())
      .before_others();
}

Flag& declare_unit(Grammar& grammar, LogUnit& unit) {
  return grammar.choice(
      "--unit", unit, "unit of log odds and information [nats]",
      {{"nats", LogUnit::nats}, {"bits", LogUnit::bits}, {"decibans", LogUnit::decibans}});
}

std::vector<Estimator> estimators_of(const std::string& list, std::string_view flag) {
  std::vector<Estimator> estimators;
  for (const std::string& name : list_of(list, flag)) {
    const Estimator estimator = estimator_of(name, flag);
    if (std::find(estimators.begin(), estimators.end(), estimator) != estimators.end())
      throw UsageError(fmt::format("flag '{}' names '{}' twice; name it once", flag, name));
    estimators.push_back(estimator);
  }
  return estimators;
}

std::optional<Estimator> estimator_asked(const EstimatorFlags& flags,
                                         const Posterior<Model>& posterior) {
  if (flags.estimator && flags.like_scikit_learn)
    throw UsageError("flags '--estimator' and '--like' exclude each other; give one of them");
  if (flags.estimator) return flags.estimator;
  if (!flags.like_scikit_learn && !posterior.like_scikit_learn) return std::nullopt;
  check_like_scikit_learn(posterior.model.schema());
  return Estimator::scikit_learn;
}

}  // namespace credence::tool
