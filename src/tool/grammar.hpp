#pragma once
// The flags that several verbs share, and the grammars of verbs that have a file of their own.
#include <optional>
#include <string>
#include <vector>

#include "options.hpp"

namespace CLI {
class App;
}

namespace credence::tool::grammar {

using Text = std::optional<std::string>;
using Texts = std::vector<std::string>;

/// A flag with one value.
void value(CLI::App& verb, const std::string& flag, Text& target, const std::string& form,
           const std::string& help);
/// A flag that may be given several times, with one value each time.
void values(CLI::App& verb, const std::string& flag, Texts& target, const std::string& form,
            const std::string& help);

void add_common(CLI::App& verb, Options& options, const std::string& formats);
void add_data(CLI::App& verb, Options& options);
void add_posterior(CLI::App& verb, Options& options);
void add_posterior_format(CLI::App& verb, Options& options);
void add_dialect(CLI::App& verb, Options& options);
void add_modelling(CLI::App& verb, Options& options);
void add_weight(CLI::App& verb, Options& options);
void add_like(CLI::App& verb, Options& options, const std::string& help);
void add_class_prior(CLI::App& verb, Options& options);
/// Logistic regression beside the estimators, and its ridge.
void add_twin(CLI::App& verb, Options& options);
void add_ridge(CLI::App& verb, Options& options);
/// in  otherwise: what is meant where the flag is not given
void add_estimator(CLI::App& verb, Options& options, const std::string& otherwise);

void grammar_of_curve(CLI::App& verb, Options& options);
void grammar_of_simulate(CLI::App& verb, Options& options);
void grammar_of_select(CLI::App& verb, Options& options);
void grammar_of_check(CLI::App& verb, Options& options);
void grammar_of_forget(CLI::App& verb, Options& options);
void grammar_of_paired(CLI::App& verb, Options& options);
void grammar_of_sensitivity(CLI::App& verb, Options& options);

}  // namespace credence::tool::grammar
