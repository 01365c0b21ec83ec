// `credence suggest`: which family the data of each column speak for.
#include <credence/report/json.hpp>
#include <credence/report/text.hpp>
#include <credence/study/suggest.hpp>

#include "modelling.hpp"
#include "output.hpp"
#include "verbs.hpp"

namespace credence::tool {

void suggest(const Options& options, Console& console) {
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Timings& timings = console.timings();
  const Data data = timings.time(Phase::read, [&] { return read_training_data(options); });
  const SuggestOptions asked = suggest_options(options, data);
  note_rows_without_label(data.table, asked.label, console);
  const Suggestions suggestions =
      timings.time(Phase::observe, [&] { return credence::suggest(data.table, asked); });
  timings.time(Phase::write, [&] {
    write_text(output, options.format == "json" ? to_json(suggestions) : to_text(suggestions));
  });
}

}  // namespace credence::tool
