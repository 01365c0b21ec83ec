// One SELECT that scores rows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <credence/predict/classifier.hpp>
#include <limits>
#include <set>
#include <unordered_map>

#include "sql/terms.hpp"

namespace credence::sql {
namespace {

constexpr std::string_view kept_name = "k";

// The table of each feature by name, and its place in it.
std::unordered_map<std::string_view, std::pair<const AnyTable*, Index>> tables_of(
    const Estimates& estimates) {
  std::unordered_map<std::string_view, std::pair<const AnyTable*, Index>> tables;
  for (const Box<AnyTable>& table : estimates.tables)
    for (Index j = 0; j < table->size(); ++j)
      tables.emplace(table->feature(j).name, std::pair(&*table, j));
  return tables;
}

/// The parts of the statement, from the cells to the answers. Their names end in _ here as in counting.cpp:
/// a table of the user's has no such name, and SQLite would take one of the same name for the part itself.
class Prediction {
 public:
  Prediction(const Estimates& estimates, const Rows& rows, const Answers& answers)
      : estimates_(estimates), rows_(rows), writer_(rows.writer()), answers_(answers) {
    std::size_t at = 0;
    const auto tables = tables_of(estimates);
    for (const ColumnSchema& feature : rows.schema().columns) {
      if (feature.family == "none") continue;
      const auto& [table, j] = tables.at(feature.name);
      features_.push_back(
          terms_of(rows, feature, *table, j, estimates.log_class_probabilities, at++));
    }
  }

  [[nodiscard]] std::string text() const {
    return "WITH " + cells() + lookups() + seen() + sums() + best() + shares() + totals() +
           answers();
  }

 private:
  [[nodiscard]] std::size_t classes() const { return estimates_.classes.size(); }
  [[nodiscard]] std::string joint(std::size_t k) const { return "j" + std::to_string(k); }
  [[nodiscard]] std::string impossible() const {
    return "best = " + writer_.number(-std::numeric_limits<double>::infinity());
  }
  [[nodiscard]] std::string kept() const {
    std::string all;
    for (std::size_t i = 0; i < answers_.kept.size(); ++i)
      all += std::string(all.empty() ? "" : ", ") + std::string(kept_name) + std::to_string(i);
    return all;
  }
  // A SELECT list of the kept columns and of others.
  [[nodiscard]] std::string with_kept(const std::vector<std::string>& others) const {
    std::vector<std::string> all;
    if (!answers_.kept.empty()) all.push_back(kept());
    all.insert(all.end(), others.begin(), others.end());
    return joined(all, ", ");
  }
  [[nodiscard]] std::vector<std::string> joints() const {
    std::vector<std::string> all;
    for (std::size_t k = 0; k < classes(); ++k) all.push_back(joint(k));
    return all;
  }

  [[nodiscard]] std::string cells() const;
  [[nodiscard]] std::string lookups() const;
  [[nodiscard]] std::string seen() const;
  [[nodiscard]] std::string sums() const;
  [[nodiscard]] std::string best() const;
  [[nodiscard]] std::string shares() const;
  [[nodiscard]] std::string totals() const;
  [[nodiscard]] std::string answers() const;
  [[nodiscard]] std::string answer(Answer answer, std::size_t k) const;
  [[nodiscard]] std::string label() const;

  const Estimates& estimates_;
  const Rows& rows_;
  const Writer& writer_;
  const Answers& answers_;
  std::vector<FeatureTerms> features_{};
};

std::string Prediction::cells() const {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < answers_.kept.size(); ++i)
    list.push_back(rows_.column(answers_.kept[i]) + " AS " + std::string(kept_name) +
                   std::to_string(i));
  for (const FeatureTerms& feature : features_)
    for (const NamedExpression& cell : feature.cells)
      list.push_back(cell.expression + " AS " + cell.name);
  return fmt::format("cells_{}SELECT {}{})", writer_.once(), joined(list, ",\n  "), rows_.from());
}

std::string Prediction::lookups() const {
  std::string all;
  for (const FeatureTerms& feature : features_)
    if (!feature.lookup.empty()) all += ",\n" + feature.lookup;
  return all;
}

std::string Prediction::seen() const {
  std::string numbers = "cells_.*";
  std::string list = "numbers_.*";
  std::string from = " FROM numbers_";
  for (const FeatureTerms& feature : features_) {
    for (const NamedExpression& one : feature.numbers)
      numbers += ",\n  " + one.expression + " AS " + one.name;
    for (const NamedExpression& one : feature.derived)
      list += ",\n  " + one.expression + " AS " + one.name;
    from += feature.join;
  }
  return fmt::format(",\nnumbers_ AS (SELECT {} FROM cells_),\nseen_{}SELECT {}{})", numbers,
                     writer_.once(), list, from);
}

// Some features at a time, so that no statement computes more numbers than a database takes.
std::string Prediction::sums() const {
  const std::size_t at_once = std::max<std::size_t>(1, writer_.width() / classes());
  std::string all;
  std::string from = "seen_";
  std::size_t first = 0;
  do {
    const std::size_t end = std::min(features_.size(), first + at_once);
    std::vector<std::string> list;
    for (std::size_t k = 0; k < classes(); ++k) {
      std::string sum =
          first == 0 ? writer_.number(estimates_.log_class_probabilities[k]) : joint(k);
      for (std::size_t j = first; j < end; ++j)
        if (!features_[j].terms[k].empty()) sum += "\n    + " + features_[j].terms[k];
      list.push_back(sum + " AS " + joint(k));
    }
    for (std::size_t j = end; j < features_.size(); ++j)
      for (const auto* names : {&features_[j].cells, &features_[j].numbers, &features_[j].derived})
        for (const NamedExpression& one : *names) list.push_back(one.name);
    const std::string name = end == features_.size() ? "joints_" : "sum_" + std::to_string(end);
    all += fmt::format(",\n{}{}SELECT {} FROM {})", name, writer_.once(), with_kept(list), from);
    from = name;
    first = end;
  } while (first < features_.size());
  return all;
}

std::string Prediction::best() const {
  std::vector<std::string> list = joints();
  list.push_back(writer_.largest(joints()) + " AS best");
  return fmt::format(",\nbest_of_{}SELECT {} FROM joints_)", writer_.once(), with_kept(list));
}

std::string Prediction::shares() const {
  std::vector<std::string> list = joints();
  list.emplace_back("best");
  for (std::size_t k = 0; k < classes(); ++k) {
    std::string share = writer_.exponential("(" + joint(k) + " - best)");
    if (writer_.has_infinity())
      share = fmt::format("CASE WHEN {} THEN {} ELSE {} END", impossible(),
                          writer_.number(std::exp(estimates_.log_class_probabilities[k])), share);
    list.push_back(fmt::format("{} AS e{}", share, k));
  }
  return fmt::format(",\nshares_{}SELECT {} FROM best_of_)", writer_.once(), with_kept(list));
}

std::string Prediction::totals() const {
  std::vector<std::string> list = joints();
  list.emplace_back("best");
  std::vector<std::string> shares;
  for (std::size_t k = 0; k < classes(); ++k) shares.push_back("e" + std::to_string(k));
  list.insert(list.end(), shares.begin(), shares.end());
  list.push_back(joined(shares, " + ") + " AS total");
  return fmt::format(",\ntotals_ AS (SELECT {} FROM shares_)\n", with_kept(list));
}

std::string Prediction::label() const {
  std::string all = "CASE";
  if (writer_.has_infinity())
    all += fmt::format(
        " WHEN {} THEN {}", impossible(),
        writer_.text(estimates_.classes[static_cast<std::size_t>(estimates_.most_frequent)]));
  for (std::size_t k = 0; k < classes(); ++k)
    all += fmt::format(" WHEN {} = best THEN {}", joint(k), writer_.text(estimates_.classes[k]));
  return all + " END";
}

std::string Prediction::answer(Answer answer, std::size_t k) const {
  switch (answer) {
    case Answer::label:
      return label();
    case Answer::impossible:
      return writer_.has_infinity() ? fmt::format("CASE WHEN {} THEN 1 ELSE 0 END", impossible())
                                    : "0";
    case Answer::probability:
      return writer_.exact_column(fmt::format("e{} / total", k));
    case Answer::log_joint:
      return writer_.exact_column(joint(k));
    default:
      break;
  }
  std::string value = fmt::format("{} - best - LN(total)", joint(k));
  if (!writer_.has_infinity()) return value;
  return writer_.exact_column(fmt::format("CASE WHEN {} THEN {} ELSE {} END", impossible(),
                                          writer_.number(estimates_.log_class_probabilities[k]),
                                          value));
}

std::string Prediction::answers() const {
  std::vector<std::string> list;
  std::set<std::string> names;
  constexpr std::string_view other_answers =
      "choose other answers (Answers::columns), or fit with other names of classes";
  const auto add = [&](const std::string& value, const std::string& name, std::string_view remedy) {
    if (!names.insert(name).second)
      throw Error(ErrorCode::schema,
                  fmt::format("two columns of the answers would be called '{}'; keep each column "
                              "once, and none that is called as an answer is",
                              name));
    list.push_back(value + " AS " + writer_.name(name, remedy));
  };
  for (std::size_t i = 0; i < answers_.kept.size(); ++i)
    add(std::string(kept_name) + std::to_string(i), answers_.kept[i], "keep another column");
  for (const Answer one : answers_.columns) {
    const std::string name(to_string(one));
    if (one == Answer::label || one == Answer::impossible) {
      add(answer(one, 0), name, other_answers);
      continue;
    }
    for (std::size_t k = 0; k < classes(); ++k)
      add(answer(one, k), name + ":" + estimates_.classes[k], other_answers);
  }
  return fmt::format("SELECT {}\nFROM totals_;\n", joined(list, ",\n  "));
}

}  // namespace

std::string_view to_string(Answer answer) {
  switch (answer) {
    case Answer::label:
      return "label";
    case Answer::probability:
      return "probability";
    case Answer::log_probability:
      return "log_probability";
    case Answer::log_joint:
      return "log_joint";
    default:
      return "impossible";
  }
}

std::string prediction_sql(const Posterior<Model>& posterior, const Source& source, Dialect dialect,
                           const Answers& answers) {
  check_sql_model(posterior.model);
  if (posterior.feature_weights.any())
    throw Error(ErrorCode::schema,
                "SQL scores naive Bayes without feature weights, and the posterior has some; leave "
                "them aside (Posterior::feature_weights), or score the rows with the library");
  const Classifier<Model> classifier(posterior, answers.estimator);
  const Rows rows(posterior.model.schema(), source, Writer(dialect));
  const std::string before = dialect == Dialect::postgresql ? std::string(client_settings) : "";
  return before + Prediction(classifier.estimates(), rows, answers).text();
}

}  // namespace credence::sql
