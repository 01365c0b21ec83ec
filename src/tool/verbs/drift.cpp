// `credence drift`: has anything changed between the data of two posteriors, or of one and new rows?
#include <credence/learn/found_structure.hpp>
#include <credence/report/text.hpp>
#include <credence/study/drift.hpp>

#include <fmt/format.h>

#include "console/pictures.hpp"
#include "flags/values.hpp"
#include "input/posterior_flags.hpp"
#include "input/reading.hpp"
#include "input/row_notes.hpp"
#include "process/faults.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_drift {
namespace {

struct Flags {
  PosteriorFlags posterior;
  InputFlags input;
  DriftOptions asked;
  std::optional<std::string> weight;
  PictureFlags pictures;
  CommonFlags common;

  void declare(Grammar& grammar) {
    posterior.declare(grammar);
    input.declare(grammar).help += "; or a posterior file of the rows that came later";
    grammar.section(Section::options);
    grammar.value(
        "--prior-change", asked.prior_change, "P",
        "the probability, before the data, that the class probabilities changed, and that "
        "any column did within a class [0.5]",
        open_probability_of);
    grammar.value("--threshold", asked.threshold, "P",
                  "the probability above which something is said to have changed [0.95]",
                  open_probability_of);
    grammar.value("--interval-mass", asked.mass, "MASS",
                  "probability that each credible interval holds [0.9]", mass_of);
    declare_weight(grammar, weight);
    input.declare_dialect(grammar);
    pictures.declare(grammar, CsvOf::result);
    common.declare(grammar, {Format::text, Format::json, Format::csv});
    common.declare_digits(grammar);
    grammar.examples(
        "Examples:\n"
        "  credence drift last_year.json this_year.json\n"
        "  credence drift patients.json today.csv --html drift.html\n"
        "  credence drift patients.json today.csv --prior-change 0.1 --format json");
  }
};

Posterior<Model> posterior_of_rows(const Posterior<Model>& before, const Flags& flags,
                                   Console& console) {
  const Data data = read_data_for(before, flags.input, console);
  if (flags.weight) check_weight(data.table, *flags.weight, before.model.schema());
  note_rows(data.table, before.model.schema(), flags.input, console);
  return console.timings().time(Phase::observe, [&] {
    Posterior<Model> after = empty_posterior(with_structure(before.model, {}), before.summation);
    observe(after, data.table, flags.weight.value_or(std::string()));
    return after;
  });
}

// The flags that say how rows are read, which a posterior does not have.
void refuse_flags_of_rows(const InputFlags& input) {
  const std::pair<bool, const char*> given[] = {{input.schema.has_value(), "--schema"},
                                                {input.label_file.has_value(), "--label-file"},
                                                {input.limits != ReadLimits{}, "--limit"},
                                                {input.separator.has_value(), "--separator"},
                                                {input.quote.has_value(), "--quote"},
                                                {input.header.has_value(), "--header"},
                                                {input.trim, "--trim"},
                                                {input.comment.has_value(), "--comment"},
                                                {!input.missing.empty(), "--missing"},
                                                {input.decimal.has_value(), "--decimal"}};
  for (const auto& [is_given, flag] : given)
    if (is_given)
      throw UsageError(
          fmt::format("flag '{}' has no meaning for '{}', which is a posterior; leave it out", flag,
                      input.data));
}

Posterior<Model> later_posterior(const Posterior<Model>& before, const Flags& flags,
                                 Console& console) {
  if (!is_posterior_file(flags.input)) return posterior_of_rows(before, flags, console);
  if (flags.weight)
    throw UsageError(
        fmt::format("flag '--weight' has no meaning for '{}', which is a posterior; "
                    "its rows were weighed when it was fitted",
                    flags.input.data));
  refuse_flags_of_rows(flags.input);
  return console.timings().time(Phase::read,
                                [&] { return load_posterior(flags.input.data, console); });
}

void run(const Flags& flags, Console& console) {
  Results<Drift> results(flags.common, flags.pictures);
  const Posterior<Model> before = posterior_asked(flags.posterior, console);
  const Posterior<Model> after = later_posterior(before, flags, console);
  const Drift found = console.timings().time(
      Phase::score, [&] { return compare_in_time(before, after, flags.asked); });
  console.timings().time(Phase::write, [&] { results.write(found); });
}

}  // namespace
}  // namespace of_drift

const Verb verbs::drift = verb<of_drift::Flags, of_drift::run>(
    "drift", "Say what changed between two posteriors, or a posterior and rows");

}  // namespace credence::tool
