#pragma once
// The verbs of the tool: each reads files, does one thing and writes one result.
#include "console.hpp"
#include "options.hpp"

namespace credence::tool {

/// The estimators side by side: on the training rows, in cross-validation, leaving one row out.
void compare(const Options& options, Console& console);
/// The estimators over sizes of the training set.
void curve(const Options& options, Console& console);
/// A posterior from data, or more data into a posterior.
void fit(const Options& options, Console& console);
/// Labels and probabilities of rows.
void predict(const Options& options, Console& console);
/// How well a posterior labels rows whose classes are known.
void evaluate(const Options& options, Console& console);
/// The data of a posterior beside data that are simulated from it.
void check(const Options& options, Console& console);
/// What a posterior holds.
void describe(const Options& options, Console& console);
/// Two classifiers on the same folds.
void paired(const Options& options, Console& console);
/// How far the strength of priors must move until labels change.
void sensitivity(const Options& options, Console& console);
/// Why one row gets one class and not another.
void explain(const Options& options, Console& console);
/// A page that shows what data are, how estimators do on them and what is learned.
void report(const Options& options, Console& console);
/// The schema of data: inferred, or from a file and overridden.
void schema(const Options& options, Console& console);
/// The features that say most of the class, and the posterior of the best.
void select(const Options& options, Console& console);
/// The families that data speak for, column by column.
void suggest(const Options& options, Console& console);
/// Data drawn from a model, or the error of the best classifier of such data.
void simulate(const Options& options, Console& console);
/// Several posteriors into one.
void merge(const Options& options, Console& console);
/// Rows out of a posterior that adds up exactly.
void forget(const Options& options, Console& console);

}  // namespace credence::tool
