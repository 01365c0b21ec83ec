// Posterior files in the form that is asked for.
#include "input/posterior_output.hpp"

#include <credence/learn/model_posterior.hpp>
#include <credence/learn/posterior_priors.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "input/row_notes.hpp"

namespace credence::tool {

void PosteriorFormFlag::declare(Grammar& grammar) {
  grammar.section(Section::output);
  grammar
      .choice("--posterior-format", form,
              "the form of the posterior file [binary for FILE.bin, else JSON]",
              {{"json", PosteriorForm::json}, {"binary", PosteriorForm::binary}})
      .before_others();
}

std::string dropped_weights(std::string_view why) {
  return fmt::format(
      "the feature weights are dropped, {}; 'credence fit --feature-weights each' finds new "
      "ones",
      why);
}

namespace {

// A class that the class prior names and no row has may be a slip of the pen: it takes a part of the
// probability.
void note_classes_without_rows(const LabelColumn& label, Console& console) {
  std::vector<std::string> names;
  for (const auto& [klass, probability] : label.prior.given) {
    const auto at = std::find(label.classes.begin(), label.classes.end(), klass);
    if (at == label.classes.end() ||
        label.counts.counts[static_cast<std::size_t>(at - label.classes.begin())] == 0)
      names.push_back(fmt::format("'{}'", klass));
  }
  if (!names.empty())
    console.note(fmt::format("the class prior names {} {}, which no row has",
                             names.size() == 1 ? "class" : "classes", fmt::join(names, ", ")));
}

}  // namespace

void note_fit(const Posterior<Model>& posterior, Console& console) {
  note_classes_without_rows(posterior.label, console);
  if (posterior.label.size() == 1)
    console.note(
        fmt::format("label '{}' has one class, '{}': the posterior has nothing to tell apart",
                    posterior.label.name, posterior.label.classes.front()));
  note_header_as_row(posterior.label.name, posterior.label.classes, console);
  for (const std::string& note : notes_on_priors(posterior)) console.note(note);
  for (const std::string& note : notes_on_counts(posterior)) console.note(note);
  for (const std::string& note : notes_on_incomplete_rows(posterior)) console.note(note);
}

void write_posterior(Output& output, const CommonFlags& common, PosteriorFormFlag flag,
                     const RecordedPosterior& recorded) {
  const PosteriorForm form = flag.form.value_or(posterior_form_of(common.out.value_or("-")));
  output.write(to_bytes(recorded, form));
  output.finish();
}

}  // namespace credence::tool
