// `credence forget`: rows back out of a posterior that was fitted exactly.
#include <credence/learn/model_posterior.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "grammar.hpp"
#include "modelling.hpp"
#include "posterior_output.hpp"
#include "reading.hpp"
#include "stream.hpp"
#include "verbs.hpp"

namespace credence::tool {

namespace grammar {

void grammar_of_forget(CLI::App& verb, Options& options) {
  add_posterior(verb, options);
  add_data(verb, options);
  add_weight(verb, options);
  add_dialect(verb, options);
  add_posterior_format(verb, options);
  add_common(verb, options, "text|json");
  verb.footer(
      "POSTERIOR must have been written by 'credence fit --exact'. The result is what fitting the "
      "other rows\nalone would have given, bit for bit; classes and levels stay.\n\n"
      "Example:\n"
      "  credence forget patients.json withdrawn.csv -o patients.json --force");
}

}  // namespace grammar

void forget(const Options& options, Console& console) {
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Timings& timings = console.timings();
  Posterior<Model> posterior =
      timings.time(Phase::read, [&] { return load_posterior(options.posteriors.front()); });
  const Data data = timings.time(Phase::read, [&] { return read_data_for(posterior, options); });
  note_unlisted_beside(posterior, data.table, options, console);
  note_rows_without_label(data.table, posterior.label.name, console);
  timings.time(Phase::observe, [&] {
    credence::forget(posterior, data.table, options.weight.value_or(std::string()));
  });
  timings.time(Phase::write, [&] { write_posterior(output, options, posterior); });
  console.note(fmt::format("{} taken back", counted(data.table.rows(), "row", "rows")));
}

}  // namespace credence::tool
