#pragma once
// From data to predictions in one include: tables, models, posteriors, classifiers and what they say.
// <credence/studies.hpp> brings what compares, selects and reports besides. Four things come by name
// alone, because they are slow to compile (and <credence/wrap/mpi.hpp>, which needs MPI):
// <credence/catalogue/row_classifier.hpp>, for models over structs of your own,
// <credence/catalogue/family_of.hpp>, for the file that registers a family of your own,
// <credence/learn/typed_block.hpp>, for the cell of a feature and class, and
// <credence/data/eigen.hpp>.
#include <credence/base/box.hpp>
#include <credence/base/error.hpp>
#include <credence/base/file.hpp>
#include <credence/base/index.hpp>
#include <credence/base/instructions.hpp>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/parallel.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/base/triangle.hpp>
#include <credence/data/arff.hpp>
#include <credence/data/convert.hpp>
#include <credence/data/csv.hpp>
#include <credence/data/form.hpp>
#include <credence/data/infer.hpp>
#include <credence/data/levels.hpp>
#include <credence/data/npy.hpp>
#include <credence/data/number.hpp>
#include <credence/data/schema.hpp>
#include <credence/data/shards.hpp>
#include <credence/data/svmlight.hpp>
#include <credence/data/table.hpp>
#include <credence/family/exact_statistics.hpp>
#include <credence/family/shipped.hpp>
#include <credence/learn/bound_table.hpp>
#include <credence/learn/evidence.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/learn/keep.hpp>
#include <credence/learn/label_column.hpp>
#include <credence/learn/model.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/learn/posterior.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/learn/shards.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/predict/complement.hpp>
#include <credence/predict/decide.hpp>
#include <credence/predict/estimates.hpp>
#include <credence/predict/estimator.hpp>
#include <credence/predict/explain.hpp>
#include <credence/predict/linear_form.hpp>
#include <credence/predict/logistic_regression.hpp>
#include <credence/predict/prediction.hpp>
#include <credence/predict/uncertainty.hpp>
#include <credence/sql/sql.hpp>
