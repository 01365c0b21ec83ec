// The flags of `credence paired` and `credence sensitivity`.
#include <CLI/CLI.hpp>

#include "grammar.hpp"
#include "pictures.hpp"

namespace credence::tool::grammar {

namespace {

void add_second(CLI::App& verb, Options& options) {
  PairedFlags& flags = options.paired;
  value(verb, "--second-schema", flags.schema, "FILE", "what the columns are to the second");
  values(verb, "--second-column", flags.columns, "NAME=FAMILY",
         "the family of a column for the second alone; repeatable");
  values(verb, "--second-drop", flags.drop, "NAME,...",
         "columns that the second leaves out; repeatable");
  values(verb, "--second-prior", flags.priors, "NAME:PRIOR",
         "the prior of a column for the second alone; repeatable");
  value(verb, "--second-class-prior", flags.class_prior, "PRIOR", "the class prior of the second");
  value(verb, "--second-tied", flags.tied, "free|classes|features|all|auto",
        "one block of the normal columns for the second alone");
}

}  // namespace

void grammar_of_paired(CLI::App& verb, Options& options) {
  add_data(verb, options);
  PairedFlags& flags = options.paired;
  const std::string words =
      "maximum_likelihood, maximum_a_posteriori, posterior_mean, predictive, scikit_learn or "
      "logistic_regression [predictive]";
  value(verb, "--first", flags.first, "CLASSIFIER", words);
  value(verb, "--second", flags.second, "CLASSIFIER", words);
  add_second(verb, options);
  value(verb, "--measure", flags.measure, "accuracy|log_loss|brier", "what is compared [accuracy]");
  value(verb, "--rope", flags.rope, "SIZE", "differences of at most this size are none [0.01]");
  value(verb, "--interval", options.interval, "MASS", "what intervals hold [0.9]");
  value(verb, "--folds", options.folds, "K", "number of folds of the cross-validation [10]");
  value(verb, "--repeat", options.repeats, "N", "how often the folds are drawn anew [10]");
  value(verb, "--seed", options.seed, "S", "the same seed gives the same folds [1]");
  value(verb, "--fold-column", options.fold_column, "NAME", "take the folds from this column");
  add_ridge(verb, options);
  add_modelling(verb, options);
  add_weight(verb, options);
  add_pictures(verb, options);
  add_dialect(verb, options);
  add_common(verb, options, "text|json|csv");
  verb.footer(
      "Flags without 'second' are of both classifiers.\n\n"
      "Examples:\n"
      "  credence paired iris.csv --label class --second logistic_regression\n"
      "  credence paired iris.csv --label class --first predictive --second maximum_likelihood\n"
      "  credence paired people.csv --label income --second-drop age,hours --measure log_loss\n"
      "  credence paired iris.csv --label class --second-tied classes --html page.html");
}

void grammar_of_sensitivity(CLI::App& verb, Options& options) {
  add_posterior(verb, options);
  add_data(verb, options);
  add_estimator(verb, options, "predictive");
  value(verb, "--octaves", options.octaves, "N",
        "priors are multiplied by 1/2^N to 2^N of their strength, 1 to 60 [20]");
  add_class_prior(verb, options);
  add_pictures(verb, options);
  add_dialect(verb, options);
  add_common(verb, options, "text|json|csv");
  verb.footer(
      "Examples:\n"
      "  credence sensitivity patients.json patients.csv\n"
      "  credence sensitivity patients.json today.csv --estimator posterior_mean --format csv");
}

}  // namespace credence::tool::grammar
