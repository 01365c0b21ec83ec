// The flags that say how estimators are compared.
#include "studies.hpp"

#include "faults.hpp"
#include "values.hpp"

namespace credence::tool {

CompareOptions study_of(const Options& options) {
  if (options.fold_column && (options.folds || options.seed))
    throw UsageError(
        "flag '--fold-column' takes the folds from the data, so --folds and --seed have no meaning "
        "beside it; leave one of them away");
  CompareOptions study;
  if (options.folds)
    study.folds = static_cast<Index>(whole_number_of(*options.folds, "--folds", 2));
  if (options.seed) study.seed = whole_number_of(*options.seed, "--seed", 0);
  study.fold_column = options.fold_column.value_or(std::string());
  study.weight = options.weight.value_or(std::string());
  study.like_scikit_learn = options.like.has_value();
  return study;
}

LogisticOptions logistic_options(const Options& options) {
  LogisticOptions asked;
  if (options.ridge) asked.ridge = number_of(*options.ridge, "--ridge");
  if (asked.ridge >= 0) return asked;
  throw UsageError("flag '--ridge' is " + *options.ridge + "; give a number of at least 0");
}

std::optional<LogisticOptions> twin_of(const Options& options) {
  if (options.twin) return logistic_options(options);
  if (options.ridge)
    throw UsageError("flag '--ridge' is for logistic regression; give --twin beside it");
  return std::nullopt;
}

}  // namespace credence::tool
