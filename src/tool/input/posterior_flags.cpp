// Flags to a posterior.
#include "input/posterior_flags.hpp"

#include <credence/learn/posterior_priors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "flags/input_flags.hpp"
#include "flags/values.hpp"
#include "input/reading.hpp"
#include "process/faults.hpp"

namespace credence::tool {

namespace {

// Rows in the place of the posterior, and the posterior behind them.
void refuse_other_order(const Grammar& grammar) {
  const Flag* const data = grammar.find("DATA");
  if (!grammar.given("POSTERIOR") || data == nullptr || data->values.empty()) return;
  const std::string& first = grammar.find("POSTERIOR")->values.front();
  const std::string& second = data->values.front();
  std::error_code none;
  if (std::filesystem::is_regular_file(first, none) && !names_posterior(first) &&
      names_posterior(second))
    throw UsageError(fmt::format(
        "'{0}' is a file of a posterior, which stands before the rows: write '{0}' before '{1}'",
        second, first));
}

}  // namespace

Flag& PosteriorFlags::declare(Grammar& grammar) {
  grammar.rule(refuse_other_order);
  return grammar.word("POSTERIOR", file, "FILE", "file written by fit; '-' is standard input")
      .is_read()
      .needed("a POSTERIOR, a file written by 'credence fit'");
}

void PosteriorFlags::declare_class_prior(Grammar& grammar) {
  grammar.section(Section::priors);
  grammar.value("--class-prior", class_prior, "PRIOR",
                "another class prior than that of POSTERIOR: uniform, frequencies, each=1 or "
                "given=a:0.2,b:0.8",
                class_prior_of);
}

Posterior<Model> posterior_asked(const PosteriorFlags& flags, Console& console) {
  return console.timings().time(
      Phase::read, [&] { return under_flags(load_posterior(flags.file, console), flags); });
}

void check_class(const std::string& name, std::string_view flag,
                 const std::vector<std::string>& classes) {
  if (std::find(classes.begin(), classes.end(), name) != classes.end()) return;
  throw UsageError(fmt::format("flag '{}' names the class '{}', which the posterior lacks{}", flag,
                               name, meant_or_listed(name, "choose from", classes)));
}

Posterior<Model> under_flags(Posterior<Model> posterior, const PosteriorFlags& flags) {
  if (flags.without_weights) posterior.feature_weights = {};
  if (!flags.class_prior) return posterior;
  try {
    return with_class_prior(std::move(posterior), *flags.class_prior);
  } catch (const Error& error) {
    throw UsageError(fmt::format("flag '--class-prior' does not fit: {}", error.what()));
  }
}

}  // namespace credence::tool
