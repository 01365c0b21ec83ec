// The flags that several verbs share, told to CLI11.
#include "grammar.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "dialect.hpp"

namespace credence::tool::grammar {
namespace {

// "CSV file, ARFF file, or sparse rows": tables of columns first.
std::string data_forms() {
  std::vector<std::string_view> shown;
  for (const bool labels_rows : {false, true})
    for (const Form& form : forms())
      if (form.labels_rows == labels_rows && !form.shown.empty()) shown.push_back(form.shown);
  const std::string_view last = shown.back();
  shown.pop_back();
  return fmt::format("{}, or {}", fmt::join(shown, ", "), last);
}

}  // namespace

// Our own assignment: an empty value counts as given.
void value(CLI::App& verb, const std::string& flag, Text& target, const std::string& form,
           const std::string& help) {
  verb.add_option_function<std::string>(
          flag, [&target](const std::string& text) { target = text; }, help)
      ->type_name(form);
}

void values(CLI::App& verb, const std::string& flag, Texts& target, const std::string& form,
            const std::string& help) {
  verb.add_option(flag, target, help)->type_name(form)->allow_extra_args(false);
}

void add_common(CLI::App& verb, Options& options, const std::string& formats) {
  verb.add_option("--format", options.format, "how the result (and an error) is written")
      ->type_name(formats);
  value(verb, "-o", options.out, "FILE", "where the result goes; '-' is standard output");
  verb.add_flag("--force", options.force, "let the result take the place of a file");
  value(verb, "--threads", options.threads, "N",
        "how many threads to work on; the answer is the same [all there are]");
  verb.add_flag("--timings", options.timings,
                "seconds of each phase, as the last line on standard error, JSON");
  verb.add_flag("-q,--quiet", options.quiet, "no notes on standard error");
  verb.add_option("--color", options.color, "colour on standard error; NO_COLOR is respected")
      ->type_name("auto|always|never");
}

void add_data(CLI::App& verb, Options& options) {
  verb.add_option("DATA", options.data,
                  data_forms() + "; all but arrays may be compressed by " + compression_names() +
                      "; '-' is CSV from standard input")
      ->type_name("FILE");
  value(verb, "--label-file", options.label_file, "FILE.npy",
        "one whole number or bool a row: the column of the label, called label unless named");
}

void add_posterior(CLI::App& verb, Options& options) {
  const auto assign = [&options](const std::string& path) { options.posteriors = {path}; };
  verb.add_option_function<std::string>("POSTERIOR", assign,
                                        "file written by fit; '-' is standard input")
      ->type_name("FILE");
}

void add_dialect(CLI::App& verb, Options& options) {
  value(verb, "--schema", options.schema, "FILE", "what the columns are (see 'credence schema')");
  value(verb, "--input-format", options.input_format,
        fmt::format("{}", fmt::join(form_names(), "|")), "what DATA are, whatever their name says");
  values(verb, "--limit", options.limits, "NAME=N",
         "read at most so much: line, field, columns, levels, decompressed or memory; K, M and G "
         "count by 1024; repeatable");
  value(verb, "--separator", options.separator, "CHAR|tab", "what stands between fields [,]");
  value(verb, "--quote", options.quote, "CHAR|none", "what stands around fields [\"]");
  value(verb, "--header", options.header, "yes|no|NAME,...",
        "first line holds names, or there is none (c1, c2, ...), or these are the names [yes]");
  verb.add_flag("--trim", options.trim, "drop blanks around unquoted fields");
  value(verb, "--comment", options.comment, "CHAR", "skip lines that begin with it");
  values(verb, "--missing", options.missing, "MARK",
         "mark of a missing cell, repeatable; replaces the marks '' and '?'");
}

void add_modelling(CLI::App& verb, Options& options) {
  value(verb, "--label", options.label, "NAME", "the column that holds the classes");
  values(verb, "--column", options.columns, "NAME=FAMILY",
         "give a column a family, 'auto': the one of most evidence; repeatable");
  values(verb, "--drop", options.drop, "NAME,...", "columns to leave out; repeatable");
  values(verb, "--prior", options.priors, "NAME:PRIOR",
         "auto, auto3, empirical or key=value,... for a column; repeatable");
  value(verb, "--class-prior", options.class_prior, "PRIOR",
        "uniform, frequencies, each=1 or given=a:0.2,b:0.8");
  value(verb, "--tied", options.tied, "free|classes|features|all|auto",
        "make one block of the normal columns; who shares a variance, 'auto': by evidence");
  value(verb, "--covariance", options.covariance, "full|diagonal",
        "full: make one block of the normal columns, with a covariance for every two of them");
}

void add_weight(CLI::App& verb, Options& options) {
  value(verb, "--weight", options.weight, "NAME", "the column that holds the weights of rows");
}

void add_like(CLI::App& verb, Options& options, const std::string& help) {
  value(verb, "--like", options.like, "scikit-learn", help);
}

void add_class_prior(CLI::App& verb, Options& options) {
  value(verb, "--class-prior", options.class_prior, "PRIOR",
        "another class prior than that of POSTERIOR: uniform, frequencies, each=1 or "
        "given=a:0.2,b:0.8");
}

void add_ridge(CLI::App& verb, Options& options) {
  value(verb, "--ridge", options.ridge, "PRECISION",
        "of the normal prior of each weight of logistic regression, in units of the columns' "
        "spreads; 0: none [1]");
}

void add_twin(CLI::App& verb, Options& options) {
  verb.add_flag("--twin", options.twin, "add logistic regression on the same columns");
  add_ridge(verb, options);
}

void add_estimator(CLI::App& verb, Options& options, const std::string& otherwise) {
  value(
      verb, "--estimator", options.estimator, "NAME",
      "maximum_likelihood, maximum_a_posteriori, posterior_mean or predictive [" + otherwise + "]");
}

}  // namespace credence::tool::grammar
