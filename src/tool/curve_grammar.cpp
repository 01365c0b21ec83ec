// The flags of `credence curve`.
#include <CLI/CLI.hpp>

#include "grammar.hpp"
#include "pictures.hpp"

namespace credence::tool::grammar {

void grammar_of_curve(CLI::App& verb, Options& options) {
  add_data(verb, options);
  value(verb, "--test-sizes", options.test_sizes, "FROM:TO:COUNT|SIZE,...",
        "shares of the rows to test on, or their numbers; the others are learned [0.1:0.9:9]");
  value(verb, "--sizes", options.training_sizes, "FROM:TO:COUNT|ROWS,...",
        "numbers of rows to learn, in the place of --test-sizes; the others are tested");
  value(verb, "--repeat", options.repeats, "N", "random splits of the rows at each size [100]");
  value(verb, "--seed", options.seed, "S", "the same seed gives the same splits [1]");
  verb.add_flag("--independent", options.independent,
                "draw every split anew; else a larger training set holds the smaller ones");
  verb.add_flag("--stratified", options.stratified,
                "keep the shares of the classes in every training set");
  value(verb, "--estimator", options.estimator, "NAME,...",
        "maximum_likelihood, maximum_a_posteriori, posterior_mean, predictive [all four]");
  add_like(verb, options, "add scikit-learn's estimates");
  add_twin(verb, options);
  verb.add_flag("--runs", options.runs, "json and csv: write every single repeat");
  verb.add_flag("--simulate", options.simulate,
                "no DATA: draw the rows from the model of --schema or --parameters, and show the "
                "best possible; sizes by --sizes");
  value(verb, "--parameters", options.parameters, "FILE",
        "with --simulate: the parameters, as 'credence simulate --truth' writes them [drawn from "
        "the priors of --schema]");
  value(verb, "--test-rows", options.test_rows, "N", "with --simulate: rows to test on [1000]");
  value(verb, "--draws", options.draws, "N",
        "with --simulate: rows for the best possible, where it has no closed form [100000]");
  value(verb, "--tokens", options.tokens, "N", "with --simulate: words of each text [50]");
  value(verb, "--exposure", options.exposure, "E",
        "with --simulate: the exposure of counts that have one [1]");
  add_modelling(verb, options);
  add_pictures(verb, options);
  add_dialect(verb, options);
  add_common(verb, options, "text|json|csv");
  verb.footer(
      "Examples:\n"
      "  credence curve iris.csv --label class\n"
      "  credence curve seeds.csv --label class --test-sizes 0.01:0.98:100 --format csv -o "
      "curve.csv\n"
      "  credence curve iris.csv --label class --sizes 10,20,50 --estimator predictive --repeat "
      "1000\n"
      "  credence curve --simulate --parameters truth.json --sizes 4,10,100,1000");
}

}  // namespace credence::tool::grammar
