// `credence describe`: a posterior's priors, statistics and estimates.
#include <credence/report/json.hpp>
#include <credence/report/text.hpp>
#include <credence/study/describe.hpp>

#include "output.hpp"
#include "reading.hpp"
#include "verbs.hpp"

namespace credence::tool {

void describe(const Options& options, Console& console) {
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Timings& timings = console.timings();
  const Posterior<Model> posterior =
      timings.time(Phase::read, [&] { return load_posterior(options.posteriors.front()); });
  const Description description =
      timings.time(Phase::estimate, [&] { return credence::describe(posterior); });
  timings.time(Phase::write, [&] {
    write_text(output, options.format == "json" ? to_json(description) : to_text(description));
  });
}

}  // namespace credence::tool
