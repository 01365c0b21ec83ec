#pragma once
// Tables in databases, and what SQL makes of them beside what the library makes of the rows.
#include <doctest/doctest.h>
#include <algorithm>
#include <cmath>
#include <credence/data/csv.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/learn/cells.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/sql/sql.hpp>
#include <string>
#include <vector>

#include "engines/engines.hpp"

namespace credence::engines {

inline std::string in_marks(std::string_view text, char mark) {
  std::string all(1, mark);
  for (const char one : text) all += one == mark ? std::string(2, mark) : std::string(1, one);
  return all + mark;
}

/// A text in quotes. Clients drop a carriage return before a line feed.
inline std::string literal(const std::string& text, const Engine& engine) {
  std::string all;
  for (const char one : in_marks(text, '\''))
    all += one != '\r'                 ? std::string(1, one)
           : engine.name() == "sqlite" ? "' || char(13) || '"
                                       : "' || chr(13) || '";
  return all;
}

/// Makes a table of the cells of another, and a column `id` of row numbers from 0.
/// in  numbers: columns of numbers; all others are texts. An empty cell is NULL
inline void upload(Engine& engine, const std::string& name, const Table& table,
                   const std::vector<std::string>& numbers) {
  const auto is_number = [&](const std::string& column) {
    return std::find(numbers.begin(), numbers.end(), column) != numbers.end();
  };
  std::string sql = "CREATE TABLE " + in_marks(name, '"') + " (id integer";
  for (const Column& column : table.columns())
    sql += ", " + in_marks(column.name, '"') + " " +
           (is_number(column.name) ? engine.real_type() : engine.text_type());
  sql += ");\nBEGIN TRANSACTION;\n";
  for (Index row = 0; row < table.rows(); ++row) {
    sql += (row % 200 == 0 ? "INSERT INTO " + in_marks(name, '"') + " VALUES" : std::string(",")) +
           "\n(" + std::to_string(row);
    for (const Column& column : table.columns()) {
      const std::string cell = as_written(column, row);
      sql += ", ";
      sql += cell.empty() ? "NULL" : is_number(column.name) ? cell : literal(cell, engine);
    }
    sql += row % 200 == 199 || row + 1 == table.rows() ? ");\n" : ")";
  }
  const Run outcome = engine.run(sql + "COMMIT;\n");
  INFO(outcome.err);
  REQUIRE(outcome.exit == 0);
  REQUIRE(outcome.err.empty());
}

inline sql::Dialect dialect_of(const Engine& engine) {
  for (const sql::Dialect one :
       {sql::Dialect::postgresql, sql::Dialect::sqlite, sql::Dialect::duckdb})
    if (sql::to_string(one) == engine.name()) return one;
  return sql::Dialect::ansi;
}

/// What the database counted.
inline std::string counted(Engine& engine, const Model& model, const sql::Source& source) {
  const Run outcome = engine.run(sql::learning_sql(model, source, dialect_of(engine)));
  INFO(outcome.err.substr(0, 2000));
  REQUIRE(outcome.exit == 0);
  REQUIRE(outcome.err.empty());
  return outcome.out;
}

inline std::vector<double> numbers_in(const Fields& fields, std::string_view name) {
  for (const auto& [key, value] : fields)
    if (key == name)
      return std::holds_alternative<double>(value) ? std::vector{std::get<double>(value)}
                                                   : std::get<std::vector<double>>(value);
  return {};
}

/// The largest difference of statistics: of means in standard deviations, else relative; counts must
/// be equal.
inline double largest_difference(const PosteriorRecord& rows, const PosteriorRecord& sql) {
  REQUIRE(rows.classes == sql.classes);
  REQUIRE(rows.class_counts == sql.class_counts);
  REQUIRE(rows.features.size() == sql.features.size());
  double largest = 0;
  for (std::size_t j = 0; j < rows.features.size(); ++j) {
    const FeatureRecord& one = rows.features[j];
    CAPTURE(one.name);
    REQUIRE(one.levels == sql.features[j].levels);
    for (std::size_t c = 0; c < one.statistics.size(); ++c)
      for (const auto& statistic : one.statistics[c]) {
        const std::string& name = statistic.first;
        CAPTURE(name);
        const std::vector<double> a = numbers_in(one.statistics[c], name);
        const std::vector<double> b = numbers_in(sql.features[j].statistics[c], name);
        REQUIRE(a.size() == b.size());
        const auto sum = numbers_in(one.statistics[c], "sum_of_squares");
        for (std::size_t i = 0; i < a.size(); ++i) {
          double scale = std::abs(a[i]);
          if (name == "mean")
            scale = std::max(std::sqrt(sum[0] / numbers_in(one.statistics[c], "count")[0]),
                             std::abs(a[i]) * 2.3e-4);  // a unit in the last place is 1e-12 of it
          if (name == "scatter") scale = numbers_in(one.statistics[c], "scatter").back();
          if (a[i] != b[i]) largest = std::max(largest, std::abs(a[i] - b[i]) / scale);
        }
      }
  }
  return largest;
}

/// How far the answers of SQL are from those of a classifier.
struct Apart {
  Index labels = 0;  ///< rows whose labels differ
  double joint = 0;  ///< of log joints, in units of 1 + |log joint|
  double probability = 0;
};

inline Apart apart(Engine& engine, const Posterior<Model>& posterior, const Table& table,
                   const sql::Source& source, Estimator estimator) {
  sql::Answers answers{
      .estimator = estimator,
      .columns = {sql::Answer::label, sql::Answer::probability, sql::Answer::log_joint},
      .kept = {"id"}};
  const Run outcome =
      engine.run(sql::prediction_sql(posterior, source, dialect_of(engine), answers));
  INFO(outcome.err.substr(0, 2000));
  REQUIRE(outcome.exit == 0);
  REQUIRE(outcome.err.empty());
  const Predictions expected = Classifier<Model>(posterior, estimator).predict(table);
  const Table result =
      read_csv_text(outcome.out, "answers", {.separator = ',', .header = false, .missing = {}});
  Apart most;
  std::vector<bool> seen(static_cast<std::size_t>(table.rows()));
  const auto classes = static_cast<Index>(expected.classes.size());
  const auto column = [&](Index at) -> const Column& {
    return result.columns()[static_cast<std::size_t>(at)];
  };
  for (Index line = 0; line < result.rows(); ++line) {
    if (as_written(column(0), line) == "id") continue;
    const auto row = static_cast<Index>(to_number(as_written(column(0), line)).value());
    seen[static_cast<std::size_t>(row)] = true;
    most.labels += as_written(column(1), line) != expected.label_of(row) ? 1 : 0;
    for (Index k = 0; k < classes; ++k) {
      const double probability = to_number(as_written(column(2 + k), line)).value();
      const std::string text = as_written(column(2 + classes + k), line);
      const double joint = expected.log_joints(row)[static_cast<std::size_t>(k)];
      most.probability =
          std::max(most.probability, std::abs(probability - expected.probability(row, k)));
      if (std::isinf(joint)) {
        CHECK(text.front() == '-');
        CHECK((text.find("nf") != std::string::npos));
        continue;
      }
      most.joint =
          std::max(most.joint, std::abs(to_number(text).value() - joint) / (1 + std::abs(joint)));
    }
  }
  CHECK(std::count(seen.begin(), seen.end(), true) == table.rows());
  return most;
}

/// Names of the columns that a schema reads as numbers.
inline std::vector<std::string> number_columns(const Model& model) {
  std::vector<std::string> names;
  for (const ColumnSchema& feature : model.schema().columns) {
    if (feature.family == "none" || feature.family == "categorical") continue;
    if (feature.family == "bernoulli" && !feature.levels.empty()) continue;
    for (std::string& name : columns_read(feature)) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace credence::engines
