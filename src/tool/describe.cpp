// `credence describe`: a posterior's priors, statistics and estimates.
#include <credence/report/json.hpp>
#include <credence/report/text.hpp>
#include <credence/study/describe.hpp>

#include "output.hpp"
#include "reading.hpp"
#include "verbs.hpp"

namespace credence::tool {

void describe(const Options& options, Console&) {
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  const Description description = credence::describe(load_posterior(options.posteriors.front()));
  write_text(output, options.format == "json" ? to_json(description) : to_text(description));
}

}  // namespace credence::tool
