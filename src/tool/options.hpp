#pragma once
// What the command line said, as plain text: every flag of every verb, under one name each.
#include <optional>
#include <string>
#include <vector>

namespace credence::tool {

/// The flags that only `select` has.
struct SelectFlags {
  std::optional<std::string> by;
  std::optional<std::string> criterion;
  std::optional<std::string> bins;
  std::optional<std::string> top;
  std::optional<std::string> choose;
  std::optional<std::string> rule;
  bool bits = false;  ///< the unit of what is written
};

/// The flags that only `check` has.
struct CheckFlags {
  bool prior = false;      ///< what data are simulated from
  bool posterior = false;  ///< the same
  std::optional<std::string> simulations;
  std::optional<std::string> extreme;
};

/// The flags that only `paired` has: what is otherwise with the second classifier, and the test.
struct PairedFlags {
  std::optional<std::string> first;
  std::optional<std::string> second;
  std::optional<std::string> schema;
  std::vector<std::string> columns;
  std::vector<std::string> drop;
  std::vector<std::string> priors;
  std::optional<std::string> class_prior;
  std::optional<std::string> tied;
  std::optional<std::string> measure;
  std::optional<std::string> rope;
};

/// The words of a command line. A flag that was not given is empty.
struct Options {
  std::string verb;

  // Every verb.
  std::string format;                  ///< "text", "json" or "csv", as far as the verb has it
  std::string color = "auto";          ///< "auto", "always" or "never"
  bool quiet = false;                  ///< no notes on standard error
  std::optional<std::string> out;      ///< where the result goes; none or "-": standard output
  bool force = false;                  ///< the result may take the place of a file
  std::optional<std::string> threads;  ///< how many to work on
  std::optional<std::string> posterior_format;  ///< "json" or "binary"
  bool timings = false;                         ///< seconds of each phase on standard error

  // What is read.
  std::string data;                     ///< "-": standard input
  std::vector<std::string> posteriors;  ///< files; one for all verbs but merge
  std::optional<std::string> separator;
  std::optional<std::string> quote;
  std::optional<std::string> header;
  std::optional<std::string> comment;
  std::vector<std::string> missing;
  bool trim = false;
  std::optional<std::string> input_format;  ///< of DATA; its name says it otherwise
  std::vector<std::string> limits;          ///< NAME=N each
  std::optional<std::string> label_file;
  bool stream = false;               ///< learn chunk after chunk
  std::optional<std::string> chunk;  ///< bytes of one
  bool exact = false;                ///< add up without rounding

  // What the columns are.
  std::optional<std::string> label;
  std::optional<std::string> schema;
  std::vector<std::string> columns;
  std::vector<std::string> drop;
  std::vector<std::string> priors;
  std::optional<std::string> class_prior;
  std::optional<std::string> tied;
  std::optional<std::string> covariance;
  std::optional<std::string> weight;
  std::optional<std::string> like;

  // What is done.
  std::optional<std::string> update;
  std::optional<std::string> estimator;
  std::optional<std::string> output;
  std::vector<std::string> keep;
  std::optional<std::string> row;  ///< counted from 1
  std::optional<std::string> klass;
  std::optional<std::string> against;
  std::optional<std::string> unit;
  std::optional<std::string> interval;  ///< mass of intervals
  std::optional<std::string> draws;
  std::optional<std::string> complement;  ///< how its weights are scaled
  std::optional<std::string> abstain_below;
  std::optional<std::string> loss;  ///< a file
  std::optional<std::string> folds;
  std::optional<std::string> seed;
  std::optional<std::string> fold_column;
  std::vector<std::string> features;  ///< those to describe
  std::optional<std::string> test_sizes;
  std::optional<std::string> training_sizes;
  std::optional<std::string> repeats;
  bool simulate = false;  ///< the rows of a curve are drawn
  std::optional<std::string> test_rows;
  bool independent = false;  ///< splits of every size of their own
  bool stratified = false;
  bool runs = false;                  ///< single repeats are written
  std::optional<std::string> test;    ///< a file of rows that are not learned from
  std::optional<std::string> level;   ///< of the feature to describe
  std::optional<std::string> html;    ///< where a page of figures goes
  std::optional<std::string> svg;     ///< where one figure goes
  std::optional<std::string> figure;  ///< which one
  bool leave_one_out = false;         ///< DATA are the rows that the posterior has learned
  SelectFlags select;
  CheckFlags check;
  PairedFlags paired;
  bool twin = false;                   ///< logistic regression beside the estimators
  std::optional<std::string> ridge;    ///< of logistic regression
  std::optional<std::string> octaves;  ///< how far the strength of priors moves

  // What is simulated. A posterior to simulate from is the one of `posteriors`.
  std::optional<std::string> rows;
  std::optional<std::string> parameters;  ///< a file
  std::optional<std::string> truth;       ///< a file to write
  std::optional<std::string> tokens;      ///< of each document
  std::optional<std::string> exposure;    ///< of each count that has one
  bool balanced = false;                  ///< equally many rows of each class
  bool bayes_error = false;
};

}  // namespace credence::tool
