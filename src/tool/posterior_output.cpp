// Posterior files in the form that is asked for.
#include "posterior_output.hpp"

#include <CLI/CLI.hpp>

#include "grammar.hpp"
#include "values.hpp"

namespace credence::tool {
namespace {

PosteriorForm form_asked(const Options& options) {
  if (options.posterior_format)
    return *options.posterior_format == "binary" ? PosteriorForm::binary : PosteriorForm::json;
  return posterior_form_of(options.out.value_or("-"));
}

}  // namespace

namespace grammar {

void add_posterior_format(CLI::App& verb, Options& options) {
  const auto assign = [&options](const std::string& word) {
    check_choice(word, "--posterior-format", {"json", "binary"});
    options.posterior_format = word;
  };
  verb.add_option_function<std::string>(
          "--posterior-format", assign,
          "the form of the posterior file [binary for FILE.bin, else json]")
      ->type_name("json|binary");
}

}  // namespace grammar

void write_posterior(Output& output, const Options& options, const Posterior<Model>& posterior) {
  output.write(to_bytes(posterior, form_asked(options)));
  output.finish();
}

}  // namespace credence::tool
