// `credence forget`: rows back out of a posterior that was fitted exactly.
#include <credence/learn/model_posterior.hpp>

#include <fmt/format.h>

#include "console/update_lock.hpp"
#include "fit/stream.hpp"
#include "input/chunks.hpp"
#include "input/posterior_flags.hpp"
#include "input/posterior_output.hpp"
#include "input/reading.hpp"
#include "input/row_notes.hpp"
#include "process/faults.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_forget {
namespace {

struct Flags {
  PosteriorFlags posterior;
  InputFlags input;
  std::optional<std::string> weight;
  PosteriorFormFlag form;
  CommonFlags common;

  void declare(Grammar& grammar) {
    posterior.declare(grammar).may_be_replaced();
    input.declare(grammar);
    declare_weight(grammar, weight);
    input.declare_dialect(grammar);
    input.declare_chunk(grammar);
    form.declare(grammar);
    common.declare(grammar, {Format::text, Format::json}, "an error")
        .needed("-o FILE for the posterior ('-' is standard output)");
    grammar.examples(
        "POSTERIOR must have been written by 'credence fit --exact'. The result is what training "
        "on\n"
        "the other rows alone would have given, bit for bit; classes, levels and the names of\n"
        "sources (fit --source) stay.\n\n"
        "Example:\n"
        "  credence forget patients.json withdrawn.csv -o patients.json --force");
  }
};

// With a class and a weight.
Index rows_that_count(const BoundTable& bound) {
  Index count = 0;
  for (Index row = 0; row < bound.rows; ++row)
    if (detail::teaches(bound.label, bound.weights, row)) ++count;
  return count;
}

void run(const Flags& flags, Console& console) {
  Output output(flags.common.out, flags.common.overwrite());
  const auto lock = lock_if_replaced(flags.posterior.file, flags.common.out, console);
  Timings& timings = console.timings();
  RecordedPosterior recorded =
      timings.time(Phase::read, [&] { return load_recorded(flags.posterior.file); });
  Posterior<Model>& posterior = recorded.posterior;
  drop_shards(recorded.provenance, "rows are taken back", console);
  const bool has_weights = posterior.feature_weights.any();
  RowsSeen rows;
  Index taken_back = 0;
  const Posterior<Model> before = posterior;
  for_tables_of(before, flags.input, flags.common.quiet, console, [&](const Table& table) {
    if (rows.all() == 0) note_unlisted_beside(before, table, flags.weight, console);
    rows.add(table, before.model.schema());
    timings.time(Phase::observe, [&] {
      static_cast<void>(table.column(before.label.name));
      const BoundTable bound =
          credence::bind(before.model, table, flags.weight.value_or(std::string()));
      forget(posterior, bound, RowSpan{.count = bound.rows});
      taken_back += rows_that_count(bound);
    });
  });
  rows.note(before.model.schema(), flags.input, console);
  if (has_weights)
    console.note(dropped_weights("since they were found with the rows that are forgotten"));
  if (lock) lock->check_unchanged();
  timings.time(Phase::write, [&] { write_posterior(output, flags.common, flags.form, recorded); });
  console.note(fmt::format("{} taken back", counted(taken_back, "row", "rows")));
  if (const auto& sources = recorded.provenance.sources; !sources.empty())
    console.note(
        fmt::format("the posterior keeps the names of its sources, {}: rows of that name "
                    "are refused as before, so give others another name",
                    quoted_names(sources)));
}

}  // namespace
}  // namespace of_forget

const Verb verbs::forget = verb<of_forget::Flags, of_forget::run>(
    "forget", "Remove rows from a posterior that was trained with --exact");

}  // namespace credence::tool
