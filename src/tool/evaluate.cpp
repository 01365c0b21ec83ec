// `credence evaluate`: a posterior on rows whose classes are known.
#include <credence/study/evaluate.hpp>
#include <credence/study/evaluate_learned.hpp>

#include "decisions.hpp"
#include "estimators.hpp"
#include "modelling.hpp"
#include "output.hpp"
#include "pictures.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

std::vector<Estimator> estimators_of(const Options& options, const Posterior<Model>& posterior) {
  const std::optional<Estimator> asked = estimator_asked(options, posterior);
  if (asked) return {*asked};
  return {all_estimators.begin(), all_estimators.end()};
}

}  // namespace

void evaluate(const Options& options, Console& console) {
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Pictures pictures(options);
  Timings& timings = console.timings();
  const Posterior<Model> posterior =
      timings.time(Phase::read, [&] { return posterior_asked(options); });
  const std::vector<Estimator> estimators = estimators_of(options, posterior);
  const Data data = timings.time(Phase::read, [&] { return read_data_for(posterior, options); });
  const Table& table = data.table;
  if (options.weight) check_column(table, *options.weight, "--weight");
  note_rows_without_label(table, posterior.label.name, console);
  const std::string weight = options.weight.value_or(std::string());
  const Evaluation evaluation = options.leave_one_out
                                    ? evaluate_learned(posterior, table, estimators, weight)
                                    : credence::evaluate(posterior, table, estimators, weight);
  timings.add(evaluation.seconds);
  timings.time(Phase::write, [&] {
    write_study(evaluation, options, output, pictures, [&] { return page_of(evaluation); });
  });
}

}  // namespace credence::tool
