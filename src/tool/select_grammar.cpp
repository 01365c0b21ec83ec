// The flags of `credence select`.
#include <CLI/CLI.hpp>

#include "grammar.hpp"
#include "pictures.hpp"

namespace credence::tool::grammar {

void grammar_of_select(CLI::App& verb, Options& options) {
  add_data(verb, options);
  SelectFlags& flags = options.select;
  value(verb, "--by", flags.by, "mutual_information|evidence|conditional",
        "what features are ranked by [mutual_information]");
  value(verb, "--criterion", flags.criterion, "jmi|mrmr|cmim",
        "of --by conditional: what a feature adds to those before it [jmi]");
  value(verb, "--bins", flags.bins, "N", "of --by conditional: that numbers are cut into [5]");
  value(verb, "--top", flags.top, "K", "keep the K best; with --choose: try at most K");
  value(verb, "--choose", flags.choose, "leave_one_out|cross_validation",
        "find out how many to keep");
  value(verb, "--rule", flags.rule, "one_standard_error|best",
        "the fewest that do nearly as well as the best, or the best [one_standard_error]");
  value(verb, "--folds", options.folds, "N", "number of folds of the cross-validation [10]");
  value(verb, "--seed", options.seed, "S", "the same seed gives the same folds and draws [1]");
  value(verb, "--fold-column", options.fold_column, "NAME", "take the folds from this column");
  add_estimator(verb, options, "predictive");
  value(verb, "--interval", options.interval, "MASS", "what the bounds hold [0.9]");
  value(verb, "--draws", options.draws, "N",
        "of the posterior, for the bounds of numbers and counts; 0: no such bounds [200]");
  verb.add_flag("--bits", flags.bits, "count information in bits, not in nats");
  add_modelling(verb, options);
  add_weight(verb, options);
  add_pictures(verb, options);
  add_dialect(verb, options);
  add_posterior_format(verb, options);
  add_common(verb, options, "text|json|csv");
  verb.footer(
      "-o writes the posterior of the features that were kept; the ranking goes to standard "
      "output.\n\n"
      "Examples:\n"
      "  credence select iris.csv --label class\n"
      "  credence select patients.csv --label diagnosis --top 10 -o small.json\n"
      "  credence select sms.tsv --label class --column text=multinomial --quote none --top 500 "
      "\\\n"
      "    --choose cross_validation -o few_words.json\n"
      "  credence select people.csv --label income --by conditional --criterion mrmr --format "
      "json");
}

}  // namespace credence::tool::grammar
