// The flags that say how estimators are compared.
#include "flags/study_flags.hpp"

#include "process/faults.hpp"

namespace credence::tool {

void FoldFlags::declare(Grammar& grammar, ModelFlags& model) {
  declare_folds(grammar, "K");
  declare_seed(grammar, seed, "folds");
  declare_fold_column(grammar, model);
}

void FoldFlags::declare_folds(Grammar& grammar, const std::string& form) {
  grammar.section(Section::folds);
  grammar.value("--folds", folds, form, "number of folds of the cross-validation [10]",
                Whole{.least = 2});
}

void declare_fold_column(Grammar& grammar, ModelFlags& model) {
  grammar.value("--fold-column", model.fold_column, "NAME",
                "make each value of this column a fold; with --folds: keep the rows of each value "
                "in one fold");
}

FoldValues fold_values_of(const FoldFlags& folds, const ModelFlags& model) {
  return model.fold_column && folds.folds ? FoldValues::groups : FoldValues::folds;
}

CompareOptions study_of(const FoldFlags& folds, const ModelFlags& model) {
  if (model.fold_column && folds.seed && !folds.folds)
    throw UsageError(
        "flag '--fold-column' makes each value a fold, so --seed has no meaning beside it; leave "
        "one of them out, or add --folds K for K folds of whole values");
  CompareOptions study;
  study.folds = folds.folds.value_or(study.folds);
  study.seed = folds.seed.value_or(study.seed);
  study.fold_column = model.fold_column.value_or(std::string());
  study.fold_values = fold_values_of(folds, model);
  study.weight = model.weights();
  study.like_scikit_learn = model.like_scikit_learn;
  return study;
}

void TwinFlags::declare(Grammar& grammar, const std::string& help) {
  grammar.section(Section::estimators);
  grammar.on_off("--twin", twin, help);
  declare_ridge(grammar);
  grammar.rule([](const Grammar& flags) {
    if (flags.given("--ridge") && !flags.given("--twin"))
      throw UsageError("flag '--ridge' is for logistic regression; give --twin beside it");
  });
}

void TwinFlags::declare_ridge(Grammar& grammar) {
  grammar.section(Section::estimators);
  grammar.value(
      "--ridge", ridge, "PRECISION",
      "L2 penalty of logistic regression: the precision of the normal prior of each weight, "
      "in units of the columns' standard deviations; 0: none [1]",
      not_negative_of);
}

LogisticOptions logistic_options(const TwinFlags& flags) {
  LogisticOptions asked;
  asked.ridge = flags.ridge.value_or(asked.ridge);
  return asked;
}

std::optional<LogisticOptions> twin_of(const TwinFlags& flags) {
  if (!flags.twin) return std::nullopt;
  return logistic_options(flags);
}

}  // namespace credence::tool
