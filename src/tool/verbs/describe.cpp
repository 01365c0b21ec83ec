// `credence describe`: a posterior's priors, statistics and estimates; a logistic regression's weights.
#include <credence/predict/linear_form.hpp>
#include <credence/report/page.hpp>
#include <credence/study/describe.hpp>
#include <credence/study/feature_pictures.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "answers/twin.hpp"
#include "console/pictures.hpp"
#include "flags/values.hpp"
#include "input/estimator_flags.hpp"
#include "input/posterior_flags.hpp"
#include "input/reading.hpp"
#include "input/weight_flags.hpp"
#include "process/faults.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_describe {
namespace {

// The linear form is of the whole model, and has no figure.
void check_linear(const Grammar& grammar) {
  if (!grammar.given("--linear")) return;
  const std::string_view flag =
      grammar.first_given({"--features", "--interval-mass", "--class", "--level", "--contexts",
                           "--html", "--svg", "--figure"});
  if (!flag.empty())
    throw UsageError(
        fmt::format("flag '{}' has no meaning beside '--linear'; leave one of them out", flag));
}

struct Flags {
  PosteriorFlags posterior;
  std::vector<std::string> features;
  std::optional<double> interval;
  std::optional<std::string> klass;
  std::string level;  ///< of the feature that is pictured
  std::optional<Index> contexts;
  bool linear = false;  ///< the linear form instead
  std::optional<Estimator> estimator;
  PictureFlags pictures;
  CommonFlags common;

  void declare(Grammar& grammar) {
    posterior.declare(grammar);
    grammar.values("--features", features, "NAME,...", "the features to describe, repeatable [all]")
        .formerly("--feature");
    grammar
        .value("--interval-mass", interval, "MASS",
               "probability that each credible interval holds [0.9]", mass_of)
        .formerly("--interval");
    grammar.value("--class", klass, "NAME", "the class whose beliefs are pictured [all]");
    grammar.value("--level", level, "NAME", "the level or word that is pictured [the first]");
    grammar.value("--contexts", contexts, "N",
                  "describe features given levels of their parents where these are at most N cells "
                  "[24; in JSON all]",
                  Whole{});
    grammar.on_off(
        "--linear", linear,
        "show the log odds of classes as biases and weights of values instead, where they "
        "are linear in these");
    grammar
        .value(
            "--estimator", estimator, "NAME",
            "the estimator of --linear, by its full or short name [posterior_mean, or that of the "
            "feature weights]",
            estimator_of)
        .one_of(estimator_names());
    declare_without_weights(grammar, posterior.without_weights);
    grammar.rule(check_linear);
    pictures.declare(grammar);
    common.declare(grammar, {Format::text, Format::json, Format::csv});
    common.declare_digits(grammar);
    grammar.examples(
        "Examples:\n"
        "  credence describe patients.json\n"
        "  credence describe patients.json --features age,smoker --interval-mass 0.5\n"
        "  credence describe patients.json --linear --format csv\n"
        "  credence describe patients.json --format json -o patients-described.json");
  }
};

// The classes to picture: that of --class, or all of a few.
std::vector<std::string> classes_asked(const Flags& flags, const Posterior<Model>& posterior) {
  constexpr std::size_t most = 6;
  std::vector<std::string> classes = posterior.label.classes;
  if (!flags.klass) {
    classes.resize(std::min(classes.size(), most));
    return classes;
  }
  check_class(*flags.klass, "--class", classes);
  return {*flags.klass};
}

// Throws UsageError where no picture shows the level of --level.
void check_level_pictured(const std::string& level, const std::vector<CellPicture>& cells) {
  const auto shows = [&](const CellPicture& cell) {
    return cell.parameter.ends_with(" of " + level);  // "probability of yes"
  };
  if (!level.empty() && std::none_of(cells.begin(), cells.end(), shows))
    throw UsageError(
        fmt::format("flag '--level' names '{}', which no feature of the figures has; leave it out, "
                    "or name a feature that has it with --features",
                    level));
}

// The distribution of the parameters of the features asked for, or of the first of many.
Page cells_page(const Posterior<Model>& posterior, const DescribeOptions& asked,
                const Flags& flags) {
  constexpr std::size_t most = 12;
  std::vector<std::string> features =
      asked.features.empty() ? feature_names(posterior.model.schema()) : asked.features;
  if (asked.features.empty() && features.size() > most) features.resize(most);
  const CellOptions cell{.level = flags.level, .mass = asked.mass};
  std::vector<CellPicture> cells;
  for (const std::string& feature : features)
    for (const std::string& klass : classes_asked(flags, posterior)) {
      try {
        cells.push_back(cell_picture(posterior, feature, klass, cell));
      } catch (const Error& error) {
        // Of many, those without a picture, or without the level, are left out; one that was asked for
        // by name is missed.
        const bool without_level = error.code() == ErrorCode::schema && !flags.level.empty();
        if (!asked.features.empty() && without_level)
          throw UsageError(fmt::format("flag '--level': {}", error.what()));
        if (!asked.features.empty() || (error.code() != ErrorCode::undefined && !without_level))
          throw;
      }
    }
  check_level_pictured(flags.level, cells);
  return page_of(cells, posterior.label.name);
}

Index contexts_asked(const Flags& flags) {
  const bool all = flags.common.format == Format::json;
  return flags.contexts.value_or(all ? std::numeric_limits<Index>::max()
                                     : DescribeOptions{}.most_contexts);
}

// That of --linear: the one that the feature weights were found for, where there are any.
Estimator linear_estimator(const Flags& flags, const Posterior<Model>& posterior) {
  if (!posterior.feature_weights.any()) return flags.estimator.value_or(Estimator::posterior_mean);
  return estimator_to_predict({.estimator = flags.estimator}, posterior);
}

// Names the flags that choose another estimator: weights of features are those of one.
void name_flags(const Posterior<Model>& posterior, LinearForms& linear) {
  constexpr std::string_view remedy = "choose a plug-in estimator";
  const std::string flags = posterior.feature_weights.any()
                                ? "give --estimator posterior_mean --feature-weights none"
                                : "give --estimator posterior_mean";
  for (NotLinear& each : linear.not_linear)
    if (each.why.ends_with(remedy))
      each.why.replace(each.why.size() - remedy.size(), remedy.size(), flags);
}

// A linear form is all that a logistic regression has.
void check_twin_flags(const Flags& flags) {
  refuse_for_twin(std::array{GivenFlag{!flags.features.empty(), "--features"},
                             GivenFlag{flags.interval.has_value(), "--interval-mass"},
                             GivenFlag{flags.klass.has_value(), "--class"},
                             GivenFlag{!flags.level.empty(), "--level"},
                             GivenFlag{flags.contexts.has_value(), "--contexts"},
                             GivenFlag{flags.estimator.has_value(), "--estimator"},
                             GivenFlag{flags.posterior.without_weights, "--feature-weights"},
                             GivenFlag{flags.pictures.html.has_value(), "--html"},
                             GivenFlag{flags.pictures.svg.has_value(), "--svg"},
                             GivenFlag{flags.pictures.figure.has_value(), "--figure"}});
}

// Flags of a linear form or a figure that is not asked for.
void check_alone(const Flags& flags) {
  if (flags.linear) return;
  if (flags.estimator)
    throw UsageError("flag '--estimator' chooses what --linear shows; give --linear beside it");
  if (flags.common.format == Format::csv || flags.pictures.html || flags.pictures.svg) return;
  if (flags.klass || !flags.level.empty())
    throw UsageError(
        fmt::format("flag '{}' chooses what figures show; give --html or --svg beside it",
                    flags.klass ? "--class" : "--level"));
}

LinearForms linear_of(const Flags& flags, const FittedModel& fitted) {
  if (fitted.twin) return linear_forms(*fitted.twin);
  LinearForms linear =
      linear_forms(estimate(fitted.posterior, linear_estimator(flags, fitted.posterior)));
  name_flags(fitted.posterior, linear);
  return linear;
}

// The linear form of the model's classifier.
void show_linear(Results<LinearForms>& results, const Flags& flags, const FittedModel& fitted,
                 Console& console) {
  const LinearForms linear =
      console.timings().time(Phase::estimate, [&] { return linear_of(flags, fitted); });
  console.timings().time(Phase::write, [&] { results.write(linear, [] { return Page{}; }); });
}

void run(const Flags& flags, Console& console) {
  // Their places are checked before POSTERIOR is read, which alone tells its kind.
  std::optional<Results<LinearForms>> linear;
  std::optional<Results<Description>> results;
  if (flags.linear)
    linear.emplace(flags.common, flags.pictures);
  else
    results.emplace(flags.common, flags.pictures);
  const FittedModel fitted = fitted_model(flags.posterior, console);
  if (fitted.twin) {
    check_twin_flags(flags);
    linear.emplace(flags.common, flags.pictures);
  }
  check_alone(flags);
  if (linear) return show_linear(*linear, flags, fitted, console);
  Timings& timings = console.timings();
  const Posterior<Model>& posterior = fitted.posterior;
  if (flags.contexts && posterior.contexts.empty())
    throw UsageError(
        fmt::format("flag '--contexts' has no meaning for '{}', whose features depend on the class "
                    "alone; leave it out",
                    flags.posterior.file));
  const DescribeOptions asked{
      .mass = flags.interval.value_or(DescribeOptions{}.mass),
      .features = features_asked(flags.features, posterior.model.schema(), flags.posterior.file),
      .most_contexts = contexts_asked(flags)};
  const Description description =
      timings.time(Phase::estimate, [&] { return describe(posterior, asked); });
  timings.time(Phase::write, [&] {
    results->write(description, [&] { return cells_page(posterior, asked, flags); });
  });
}

}  // namespace
}  // namespace of_describe

const Verb verbs::describe = verb<of_describe::Flags, of_describe::run>(
    "describe", "Show the priors, counts and estimates of a trained model");

}  // namespace credence::tool
