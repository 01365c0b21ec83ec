// Posterior files in the form that is asked for.
#include "posterior_output.hpp"

#include <fmt/format.h>

#include "values.hpp"

namespace credence::tool {

void PosteriorFormFlag::declare(Grammar& grammar) {
  grammar.section(Section::output);
  grammar
      .choice("--posterior-format", form,
              "the form of the posterior file [binary for FILE.bin, else JSON]",
              {{"json", PosteriorForm::json}, {"binary", PosteriorForm::binary}})
      .before_others();
}

std::string dropped_weights(std::string_view what) {
  return fmt::format(
      "the feature weights are dropped: they belong to the rows before {}; credence fit with "
      "--feature-weights finds weights anew",
      what);
}

void write_posterior(Output& output, const CommonFlags& common, PosteriorFormFlag flag,
                     const Posterior<Model>& posterior) {
  const PosteriorForm form = flag.form.value_or(posterior_form_of(common.out.value_or("-")));
  output.write(to_bytes(posterior, form));
  output.finish();
}

}  // namespace credence::tool
