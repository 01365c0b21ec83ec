// `credence compare`: the main job.
#include <credence/study/compare.hpp>

#include "modelling.hpp"
#include "output.hpp"
#include "pictures.hpp"
#include "studies.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {
void compare(const Options& options, Console& console) {
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Pictures pictures(options);
  CompareOptions study = study_of(options);
  study.twin = twin_of(options);
  Timings& timings = console.timings();
  const Data data = timings.time(Phase::read, [&] { return read_training_data(options); });
  const Model model = timings.time(Phase::read, [&] { return make_model(options, data, console); });
  note_rows_without_label(data.table, model.schema().label, console);
  const Comparison comparison = credence::compare(model, data.table, study);
  timings.add(comparison.seconds);
  note_unknown_classes(model.schema(), comparison.classes, console);
  timings.time(Phase::write, [&] {
    write_study(comparison, options, output, pictures, [&] { return page_of(comparison); });
  });
}

}  // namespace credence::tool
