// Training rows of lazy rules.
#include "answers/lazy.hpp"

#include <credence/learn/found_structure.hpp>

#include <fmt/format.h>

#include "input/modelling.hpp"
#include "input/row_notes.hpp"
#include "process/faults.hpp"

namespace credence::tool {

void LazyFlags::declare(Grammar& grammar) {
  grammar.section(Section::structure);
  grammar.choice("--structure", asked,
                 "lazy Bayesian rules: a naive Bayes for each row, of the rows of --train that are "
                 "like it; slow, and without a posterior",
                 {{"lbr", true}});
  grammar.file("--train", train, "FILE", "of lbr: the training rows, in place of POSTERIOR");
  grammar.value("--label", label, "NAME", "of --train: the column that holds the classes");
  grammar.values("--drop", drop, "NAME,...", "of --train: columns to leave out; repeatable");
  grammar.rule(check_posterior_or_train);
}

namespace {

void check_lazy_flags(const Grammar& grammar) {
  if (!grammar.given("--train"))
    throw UsageError(
        "flag '--structure' is for lazy rules, 'lbr', which need the training rows: give them with "
        "--train FILE, in place of POSTERIOR");
  if (grammar.given("DATA") || grammar.given("--files-from"))
    throw UsageError(
        "beside --train stands DATA alone: the training rows take the place of POSTERIOR");
  const std::string_view flag =
      grammar.first_given({"--like", "--complement", "--class-prior", "--interval-mass", "--draws",
                           "--seed", "--with-coefficient"});
  if (!flag.empty())
    throw UsageError(fmt::format(
        "flag '{}' has no meaning beside --structure lbr, which has no posterior; leave it out",
        flag));
}

}  // namespace

void check_posterior_or_train(const Grammar& grammar) {
  const bool lazy = grammar.given("--structure");
  if (!grammar.given("POSTERIOR"))
    throw UsageError(
        lazy ? "'predict' needs DATA, a file or '-'; see 'credence predict --help'"
             : "'predict' needs a POSTERIOR, a file written by 'credence fit'; see 'credence "
               "predict --help'");
  if (lazy) return check_lazy_flags(grammar);
  const std::string_view flag = grammar.first_given({"--train", "--label", "--drop"});
  if (!flag.empty())
    throw UsageError(fmt::format(
        "flag '{}' is for lazy rules; leave it out, or give --structure lbr beside it", flag));
  if (!grammar.given("DATA") && !grammar.given("--files-from"))
    throw UsageError(
        "'predict' needs DATA after POSTERIOR, a file or '-'; see 'credence predict --help'");
}

LazyTraining lazy_training(const LazyFlags& flags, const InputFlags& input, Estimator estimator,
                           Console& console) {
  InputFlags of_training = input;
  of_training.data = *flags.train;
  of_training.files = {*flags.train};
  of_training.labelled = true;
  const ModelFlags asked{.label = flags.label, .drop = flags.drop, .has_columns = false};
  Training training = read_training(of_training, asked, console);
  auto table = std::make_unique<const Table>(std::move(training.data.table));
  note_rows_to_study(*table, training.model.schema(), of_training, asked, console);
  const Model model = with_structure(training.model, {});
  return console.timings().time(Phase::observe, [&] {
    const BoundTable bound = credence::bind(model, *table);
    LazyRules rules(model, bound, all_rows(bound.rows), estimator);
    return LazyTraining{
        .rows = std::move(table), .rules = std::move(rules), .posterior = empty_posterior(model)};
  });
}

}  // namespace credence::tool
