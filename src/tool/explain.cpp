// `credence explain`: why one row gets one class and not another.
#include <credence/predict/explain.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "decisions.hpp"
#include "estimators.hpp"
#include "faults.hpp"
#include "output.hpp"
#include "pictures.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

Index row_asked(const Options& options, const Table& table) {
  const std::uint64_t row = whole_number_of(*options.row, "--row", 1);
  if (row > static_cast<std::uint64_t>(table.rows()))
    throw UsageError(fmt::format("flag '--row' is {}, and the data have {} rows; rows count from 1",
                                 row, table.rows()));
  return static_cast<Index>(row - 1);
}

std::string class_asked(const std::optional<std::string>& name, std::string_view flag,
                        const std::vector<std::string>& classes) {
  if (!name) return {};
  if (std::find(classes.begin(), classes.end(), *name) == classes.end())
    throw UsageError(
        fmt::format("flag '{}' names the class '{}', which the posterior lacks; choose "
                    "from {}",
                    flag, *name, quoted_names(classes)));
  return *name;
}

ExplainOptions explain_options(const Options& options, const std::vector<std::string>& classes) {
  ExplainOptions asked{.klass = class_asked(options.klass, "--class", classes),
                       .against = class_asked(options.against, "--against", classes)};
  if (!asked.klass.empty() && asked.klass == asked.against)
    throw UsageError(
        fmt::format("flags '--class' and '--against' both name '{}'; compare it with "
                    "another class",
                    asked.klass));
  if (options.interval) asked.mass = mass_of(*options.interval, "--interval");
  return asked;
}

LogUnit unit_asked(const Options& options) {
  if (!options.unit) return LogUnit::nats;
  check_choice(*options.unit, "--unit", {"nats", "bits", "decibans"});
  return *log_unit_named(*options.unit);
}

// None where an automatic prior has no numbers: maximum likelihood needs none. Asked for by name, the
// intervals must be there.
std::optional<Beliefs> beliefs_for(const Posterior<Model>& posterior, const Options& options) {
  try {
    return beliefs(posterior);
  } catch (const Error& error) {
    if (options.interval || error.code() != ErrorCode::undefined) throw;
    return std::nullopt;
  }
}

}  // namespace

void explain(const Options& options, Console& console) {
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Pictures pictures(options);
  Timings& timings = console.timings();
  const LogUnit unit = unit_asked(options);
  const Posterior<Model> posterior =
      timings.time(Phase::read, [&] { return posterior_asked(options); });
  const Estimator estimator = estimator_asked(options, posterior).value_or(Estimator::predictive);
  const ExplainOptions asked = explain_options(options, posterior.label.classes);
  const auto estimates =
      timings.time(Phase::estimate, [&] { return estimate(posterior, estimator); });
  const auto believed =
      timings.time(Phase::estimate, [&] { return beliefs_for(posterior, options); });
  const Data data = timings.time(Phase::read, [&] { return read_data_for(posterior, options); });
  const Index row = row_asked(options, data.table);
  const Explanation explanation = timings.time(Phase::score, [&] {
    const auto bound = credence::bind(posterior.model, data.table);
    return in_unit(believed ? credence::explain(estimates, *believed, bound, row, asked)
                            : credence::explain(estimates, bound, row, asked),
                   unit);
  });
  timings.time(Phase::write, [&] {
    write_study(explanation, options, output, pictures, [&] { return page_of(explanation); });
  });
}

}  // namespace credence::tool
