// Statistics that SQL counted, in the place of rows.
#include "fit/from_statistics.hpp"

#include <credence/learn/model_posterior.hpp>
#include <credence/sql/sql.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "input/modelling.hpp"
#include "input/reading.hpp"
#include "process/faults.hpp"
#include "process/remedies.hpp"

namespace credence::tool {
namespace {

void check_beside_statistics(const Grammar& grammar) {
  if (!grammar.given("--from-statistics")) {
    if (!grammar.given("DATA") && !grammar.given("--files-from"))
      throw UsageError("'fit' needs DATA, a file or '-'; see 'credence fit --help'");
    return;
  }
  if (!grammar.given("--schema"))
    throw UsageError(
        "flag '--from-statistics' needs --schema FILE, the schema that 'credence sql learn' had");
  constexpr std::array<std::string_view, 11> allowed{
      "--exact",   "--from-statistics",  "--schema",  "-o,--output",
      "--force",   "--posterior-format", "--format",  "--color",
      "--threads", "--timings",          "-q,--quiet"};
  for (const Flag& flag : grammar.flags())
    if (std::find(allowed.begin(), allowed.end(), flag.name) == allowed.end() &&
        grammar.given(flag.names().back()))
      throw UsageError(
          fmt::format("'{}' has no place beside --from-statistics: the database counted "
                      "the rows for the schema; leave it out",
                      flag.names().back()));
}

// Exact are whole numbers alone: a database rounds every other sum.
void check_counts_alone(const Model& model) {
  const std::string name = sql::rounded_feature(model);
  if (name.empty()) return;
  throw UsageError(
      fmt::format("flag '--exact' has no place beside --from-statistics for column '{}' of family "
                  "'{}', whose sums a database rounds; leave the flag or the column out",
                  name, model.schema().find(name)->family));
}

}  // namespace

void declare_from_statistics(Grammar& grammar, std::optional<std::string>& file) {
  grammar.file(
      "--from-statistics", file, "FILE",
      "no DATA: what the SQL of 'credence sql learn' counted in a database; '-' is standard "
      "input");
  grammar.rule(check_beside_statistics);
}

void fit_from_statistics(const FitFlags& flags, Console& console) {
  Output output(flags.common.out, flags.common.overwrite());
  const Model model(*schema_of_file(flags.input.schema));
  if (flags.exact) check_counts_alone(model);
  const std::string& file = *flags.from_statistics;
  const Posterior<Model> posterior = console.timings().time(Phase::read, [&] {
    return from_plain_csv([&] {
      return sql::posterior_from_statistics(model, read_until_nul(file), name_of_file(file),
                                            flags.summation());
    });
  });
  console.timings().time(Phase::write, [&] {
    write_posterior(output, flags.common, flags.form, {.posterior = posterior});
  });
  note_unknown_classes(model.schema(), posterior.label.classes, console);
  console.note(fmt::format("the database counted rows of weight {}; the posterior has {}",
                           posterior.label.counts.count(),
                           counted(posterior.label.size(), "class", "classes")));
  note_fit(posterior, console);
}

}  // namespace credence::tool
