// `credence sensitivity`: how far the prior sample size must move until labels change.
#include <credence/report/text.hpp>
#include <credence/study/prior_sensitivity.hpp>

#include "console/pictures.hpp"
#include "flags/values.hpp"
#include "input/estimator_flags.hpp"
#include "input/posterior_flags.hpp"
#include "input/reading.hpp"
#include "input/weight_flags.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_sensitivity {
namespace {

struct Flags {
  PosteriorFlags posterior;
  InputFlags input;
  EstimatorFlags estimator;
  SensitivityOptions asked;
  PictureFlags pictures;
  CommonFlags common;

  void declare(Grammar& grammar) {
    posterior.declare(grammar);
    input.declare(grammar);
    estimator.declare(grammar, "predictive");
    grammar.section(Section::options);
    grammar.value("--octaves", asked.octaves, "N",
                  "prior sample sizes are multiplied by 1/2^N to 2^N, N from 1 to 60 [20]",
                  Whole{.least = 1, .most = 60});
    declare_without_weights(grammar, posterior.without_weights);
    posterior.declare_class_prior(grammar);
    pictures.declare(grammar, CsvOf::result);
    input.declare_dialect(grammar);
    common.declare(grammar, {Format::text, Format::json, Format::csv});
    common.declare_digits(grammar);
    grammar.examples(
        "Examples:\n"
        "  credence sensitivity patients.json patients.csv\n"
        "  credence sensitivity patients.json today.csv --estimator posterior_mean --format csv");
  }
};

void run(const Flags& flags, Console& console) {
  Results<PriorSensitivity> results(flags.common, flags.pictures);
  Timings& timings = console.timings();
  const Posterior<Model> posterior = posterior_asked(flags.posterior, console);
  SensitivityOptions asked = flags.asked;
  asked.estimator = estimator_to_predict(flags.estimator, posterior);
  const Data data = read_data_for(posterior, flags.input, console);
  const PriorSensitivity found =
      timings.time(Phase::score, [&] { return prior_sensitivity(posterior, data.table, asked); });
  timings.time(Phase::write, [&] { results.write(found); });
}

}  // namespace
}  // namespace of_sensitivity

const Verb verbs::sensitivity = verb<of_sensitivity::Flags, of_sensitivity::run>(
    "sensitivity", "Show how much the priors must change before predictions do");

}  // namespace credence::tool
