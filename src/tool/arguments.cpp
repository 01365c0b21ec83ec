// The grammar, told to CLI11 verb by verb; its errors in our words.
#include "arguments.hpp"

#include <credence/base/instructions.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "faults.hpp"
#include "grammar.hpp"
#include "pictures.hpp"
#include "values.hpp"

namespace credence::tool {
namespace {

using namespace grammar;

void grammar_of_compare(CLI::App& verb, Options& options) {
  add_data(verb, options);
  add_modelling(verb, options);
  add_weight(verb, options);
  value(verb, "--folds", options.folds, "K", "number of folds of the cross-validation [10]");
  value(verb, "--seed", options.seed, "S", "the same seed gives the same folds [1]");
  value(verb, "--fold-column", options.fold_column, "NAME", "take the folds from this column");
  add_like(verb, options, "add a row for scikit-learn's estimates");
  add_twin(verb, options);
  add_dialect(verb, options);
  add_pictures(verb, options);
  add_common(verb, options, "text|json|csv");
  verb.footer(
      "Examples:\n"
      "  credence compare iris.csv --label class\n"
      "  credence compare sms.tsv --label class --column text=multinomial --quote none\n"
      "  credence compare people.csv --label income --drop id --folds 5 --format json");
}

void grammar_of_fit(CLI::App& verb, Options& options) {
  add_data(verb, options);
  value(verb, "--update", options.update, "POSTERIOR",
        "add DATA to this posterior; schema and priors are its own");
  verb.add_flag("--stream", options.stream,
                "learn from a file of any length, part by part; families come from --schema or "
                "the first 10,000 rows");
  verb.add_flag("--exact", options.exact,
                "add up without rounding: any order or parts of the rows give the same bits, and "
                "'credence forget' can take rows back");
  value(verb, "--chunk", options.chunk, "BYTES", "how long a part of --stream is [16777216]");
  add_modelling(verb, options);
  add_weight(verb, options);
  add_like(verb, options, "predict and evaluate will compute what scikit-learn does");
  add_dialect(verb, options);
  add_posterior_format(verb, options);
  add_common(verb, options, "text|json");
  verb.footer(
      "Examples:\n"
      "  credence fit patients.csv --label diagnosis -o patients.json\n"
      "  credence fit patients.csv --label diagnosis --column visits=poisson \\\n"
      "    --prior smoker:ones=2,zeros=8 -o patients.json\n"
      "  credence fit --update patients.json more.csv -o patients.json\n"
      "  credence fit visits.csv.gz --stream --label outcome -o visits.json\n"
      "  credence fit rows.npy --label-file classes.npy -o rows.json");
}

void add_decisions(CLI::App& verb, Options& options) {
  add_class_prior(verb, options);
  value(verb, "--interval", options.interval, "MASS",
        "add columns lower and upper: where the label's probability lies with this mass [0.9]");
  value(verb, "--draws", options.draws, "N",
        "find the interval by N draws of all parameters [closed form for two classes, else 1000]");
  value(verb, "--seed", options.seed, "S", "the same seed gives the same draws [1]");
  value(verb, "--abstain-below", options.abstain_below, "P",
        "no label where its probability (with --interval: its lower end) is below");
  value(verb, "--loss", options.loss, "FILE",
        "CSV of losses, a row for each action and a column for each class: adds the action of "
        "least expected loss");
}

void grammar_of_predict(CLI::App& verb, Options& options) {
  add_posterior(verb, options);
  add_data(verb, options);
  add_estimator(verb, options, "predictive");
  add_like(verb, options, "compute what scikit-learn does");
  value(verb, "--output", options.output, "GROUP,...",
        "label, probability, log_probability, log_joint, impossible, log_evidence, interval, "
        "log_odds_interval, action, expected_loss [label,probability]");
  values(verb, "--keep", options.keep, "NAME,...", "columns of DATA to copy in front; repeatable");
  value(verb, "--complement", options.complement, "plain|normalised",
        "labels by the rule of complement naive Bayes, for documents; its scores are no "
        "probabilities");
  add_decisions(verb, options);
  add_dialect(verb, options);
  add_common(verb, options, "csv|json");
  verb.footer(
      "Examples:\n"
      "  credence predict patients.json today.csv -o answers.csv\n"
      "  credence predict patients.json today.csv --keep id --output label,log_joint\n"
      "  credence predict patients.json today.csv --interval 0.9 --abstain-below 0.8\n"
      "  credence predict patients.json - --estimator maximum_likelihood < today.csv");
}

void grammar_of_explain(CLI::App& verb, Options& options) {
  add_posterior(verb, options);
  add_data(verb, options);
  value(verb, "--row", options.row, "N", "the row of DATA to explain, counted from 1");
  value(verb, "--class", options.klass, "NAME", "the class to speak for [the most probable]");
  value(verb, "--against", options.against, "NAME",
        "the class to compare it with [the most probable of the others]");
  value(verb, "--unit", options.unit, "nats|bits|decibans", "what is counted in [nats]");
  value(verb, "--interval", options.interval, "MASS", "what the intervals hold [0.9]");
  add_estimator(verb, options, "predictive");
  add_like(verb, options, "explain what scikit-learn computes");
  add_class_prior(verb, options);
  add_dialect(verb, options);
  add_pictures(verb, options);
  add_common(verb, options, "text|json|csv");
  verb.footer(
      "Examples:\n"
      "  credence explain patients.json today.csv --row 3\n"
      "  credence explain patients.json today.csv --row 3 --class ill --unit decibans --format "
      "json");
}

void grammar_of_evaluate(CLI::App& verb, Options& options) {
  add_posterior(verb, options);
  add_data(verb, options);
  add_estimator(verb, options, "all four");
  add_like(verb, options, "compute what scikit-learn does");
  add_class_prior(verb, options);
  add_weight(verb, options);
  verb.add_flag("--leave-one-out", options.leave_one_out,
                "DATA are the rows that POSTERIOR has learned: each is scored without itself");
  add_dialect(verb, options);
  add_pictures(verb, options);
  add_common(verb, options, "text|json|csv");
  verb.footer(
      "Examples:\n"
      "  credence evaluate patients.json test.csv\n"
      "  credence evaluate patients.json test.csv --estimator predictive --format json\n"
      "  credence evaluate patients.json patients.csv --leave-one-out");
}

void grammar_of_describe(CLI::App& verb, Options& options) {
  add_posterior(verb, options);
  values(verb, "--feature", options.features, "NAME,...",
         "the features to describe, repeatable [all]");
  value(verb, "--interval", options.interval, "MASS",
        "how much of the posterior each credible interval holds [0.9]");
  value(verb, "--class", options.klass, "NAME", "the class whose beliefs are pictured [all]");
  value(verb, "--level", options.level, "NAME", "the level or word that is pictured [the first]");
  add_pictures(verb, options);
  add_common(verb, options, "text|json|csv");
  verb.footer(
      "Examples:\n"
      "  credence describe patients.json\n"
      "  credence describe patients.json --feature age,smoker --interval 0.5\n"
      "  credence describe patients.json --format json -o patients-described.json");
}

void grammar_of_schema(CLI::App& verb, Options& options) {
  add_data(verb, options);
  add_modelling(verb, options);
  add_weight(verb, options);
  add_dialect(verb, options);
  add_common(verb, options, "text|json");
  verb.footer(
      "Examples:\n"
      "  credence schema patients.csv --label diagnosis > schema.json\n"
      "  credence fit patients.csv --schema schema.json -o patients.json");
}

void grammar_of_suggest(CLI::App& verb, Options& options) {
  add_data(verb, options);
  value(verb, "--label", options.label, "NAME", "the column that holds the classes");
  values(verb, "--drop", options.drop, "NAME,...", "columns to leave out; repeatable");
  add_weight(verb, options);
  add_dialect(verb, options);
  add_common(verb, options, "text|json");
  verb.footer(
      "Examples:\n"
      "  credence suggest patients.csv --label diagnosis\n"
      "  credence fit patients.csv --label diagnosis --column visits=auto -o patients.json");
}

void grammar_of_merge(CLI::App& verb, Options& options) {
  verb.add_option("POSTERIOR", options.posteriors, "files written by fit; one alone is copied")
      ->type_name("FILE");
  add_posterior_format(verb, options);
  add_common(verb, options, "text|json");
  verb.footer(
      "Examples (all fitted with the same --schema):\n"
      "  credence merge monday.json tuesday.json -o week.json\n"
      "  credence merge week.json -o week.bin");
}

struct Verb {
  const char* name;
  const char* purpose;
  void (*grammar)(CLI::App&, Options&);
};
constexpr std::array verbs{
    Verb{"compare", "Compare the estimators: training, cross-validation, leave-one-out",
         grammar_of_compare},
    Verb{"fit", "Learn a posterior from data, or add data to one", grammar_of_fit},
    Verb{"predict", "Label the rows of data, with probabilities", grammar_of_predict},
    Verb{"evaluate", "Measure a posterior on rows whose classes are known", grammar_of_evaluate},
    Verb{"check", "Set the data of a posterior beside data that are simulated from it",
         grammar_of_check},
    Verb{"describe", "Show priors, statistics and estimates of a posterior", grammar_of_describe},
    Verb{"schema", "Show what the columns of data are taken for, as JSON", grammar_of_schema},
    Verb{"paired", "Compare two classifiers on the same folds: which is better, how sure is that",
         grammar_of_paired},
    Verb{"sensitivity", "Show how far the strength of priors must move until labels change",
         grammar_of_sensitivity},
    Verb{"select", "Rank the features by what they say of the class, and keep the best",
         grammar_of_select},
    Verb{"suggest", "Show which family the data of each column speak for", grammar_of_suggest},
    Verb{"merge", "Make one posterior of several", grammar_of_merge},
    Verb{"forget", "Take rows back out of a posterior that was fitted exactly", grammar_of_forget},
    Verb{"curve", "Show how the estimators do as the rows to learn from run short",
         grammar_of_curve},
    Verb{"simulate", "Draw data from a model, or find the error of the best classifier",
         grammar_of_simulate},
    Verb{"explain", "Show why a row gets its class, feature by feature", grammar_of_explain},
    Verb{"report", "Make a page of figures: data, estimators, what is learned", grammar_of_report}};

Texts verb_names() {
  Texts names;
  for (const Verb& verb : verbs) names.emplace_back(verb.name);
  return names;
}

void check_verb(const std::string& word) {
  const Texts names = verb_names();
  if (word.starts_with('-') || std::find(names.begin(), names.end(), word) != names.end()) return;
  throw UsageError(fmt::format("unknown verb '{}'; the verbs are {}", word, quoted_names(names)));
}

// What the grammar's complaint means to a reader.
std::string in_words(const CLI::ParseError& error, const CLI::App& app) {
  const std::string what = error.what();
  const std::string subject = what.substr(0, what.find(':'));
  const Texts extras = app.remaining(true);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !extras.empty())
    return fmt::format("{} '{}' is not understood",
                       extras.front().starts_with('-') ? "flag" : "word", extras.front());
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
    return fmt::format("no verb is given; the verbs are {}", quoted_names(verb_names()));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return what;
  return what.find("At Most") == std::string::npos
             ? fmt::format("flag '{}' needs a value", subject)
             : fmt::format("flag '{}' is given more than once", subject);
}

// The words last to first, as CLI11 takes them. It would give `--missing=` the next word for a value.
Texts backwards(const Texts& words) {
  Texts all;
  for (const std::string& word : words) {
    const bool is_empty_value = word.starts_with("--") && word.find('=') + 1 == word.size();
    all.push_back(is_empty_value ? word.substr(0, word.size() - 1) : word);
    if (is_empty_value) all.emplace_back();
  }
  std::reverse(all.begin(), all.end());
  return all;
}

void check_files(const Options& options) {
  const auto require = [&](bool given, std::string_view what) {
    if (!given)
      throw UsageError(
          fmt::format("'{0}' needs {1}; see 'credence {0} --help'", options.verb, what));
  };
  const std::string& verb = options.verb;
  if (verb == "predict" || verb == "evaluate" || verb == "describe" || verb == "explain" ||
      verb == "forget" || verb == "check" || verb == "sensitivity")
    require(!options.posteriors.empty(), "a POSTERIOR, a file written by 'credence fit'");
  if (verb != "describe" && verb != "merge" && verb != "simulate" && verb != "curve")
    require(!options.data.empty(), "DATA, a file or '-'");
  if (verb == "explain") require(options.row.has_value(), "--row N, counted from 1");
  if (verb == "fit" || verb == "merge" || verb == "forget")
    require(options.out.has_value(), "-o FILE for the posterior ('-' is standard output)");
}

void check_words(Options& options) {
  const std::string first_format = options.verb == "predict"  ? "csv"
                                   : options.verb == "report" ? "html"
                                                              : "text";
  if (options.format.empty()) options.format = first_format;
  if (has_pictures(options.verb))
    check_choice(options.format, "--format", {first_format, "json", "csv"});
  else
    check_choice(options.format, "--format", {first_format, "json"});
  check_choice(options.color, "--color", {"auto", "always", "never"});
  if (options.like) check_choice(*options.like, "--like", {"scikit-learn"});
}

}  // namespace

Arguments parse(const Texts& words) {
  if (!words.empty()) check_verb(words.front());
  Arguments arguments;
  CLI::App app("Conjugate Bayesian models: naive Bayes classifiers over columns of mixed types",
               "credence");
  app.set_help_flag("-h,--help", "show this text");
  app.set_version_flag("--version", fmt::format("credence " CREDENCE_VERSION " ({} instructions)",
                                                to_string(instructions_in_use())));
  app.require_subcommand(1);
  app.footer(
      "'credence VERB --help' shows the flags and examples of a verb.\n"
      "Exit codes: 0 done, 1 no such estimate, 2 usage, 3 data, 4 reading or writing,\n"
      "5 posterior file, 6 limit.\n\n"
      "Examples:\n"
      "  credence compare iris.csv --label class\n"
      "  credence fit iris.csv --label class -o iris.json\n"
      "  credence predict iris.json flowers.csv");
  for (const Verb& verb : verbs) {
    CLI::App* grammar = app.add_subcommand(verb.name, verb.purpose);
    verb.grammar(*grammar, arguments.options);
  }
  try {
    app.parse(backwards(words));
  } catch (const CLI::CallForHelp&) {
    arguments.answer = app.help();
    return arguments;
  } catch (const CLI::CallForVersion& version) {
    arguments.answer = std::string(version.what()) + '\n';
    return arguments;
  } catch (const CLI::ParseError& error) {
    const auto parsed = app.get_subcommands();
    throw UsageError(fmt::format("{}; see 'credence{} --help'", in_words(error, app),
                                 parsed.empty() ? "" : " " + parsed.front()->get_name()));
  }
  arguments.options.verb = app.get_subcommands().front()->get_name();
  check_words(arguments.options);
  check_files(arguments.options);
  return arguments;
}

std::string short_help() {
  std::string text = "usage: credence VERB [options] [FILE|-]\n\n";
  for (const Verb& verb : verbs) text += fmt::format("  {:<12}{}\n", verb.name, verb.purpose);
  return text + "\nSee 'credence --help', 'credence VERB --help' and 'credence --version'.\n";
}

}  // namespace credence::tool
