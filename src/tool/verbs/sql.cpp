// `credence sql`: SQL that counts rows in a database, or scores them there.
#include <credence/learn/model_posterior.hpp>
#include <credence/sql/sql.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "console/output.hpp"
#include "flags/common_flags.hpp"
#include "flags/values.hpp"
#include "input/estimator_flags.hpp"
#include "input/posterior_flags.hpp"
#include "input/reading.hpp"
#include "input/weight_flags.hpp"
#include "process/faults.hpp"
#include "process/remedies.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_sql {
namespace {

struct Flags {
  std::string action;
  PosteriorFlags posterior;
  std::optional<std::string> schema;
  std::optional<sql::Dialect> dialect;
  sql::Source source;
  std::vector<std::string> from_text;  ///< each a column, or a list of columns
  std::vector<std::string> renames;    ///< NAME=COLUMN
  EstimatorFlags estimator;
  std::optional<std::vector<sql::Answer>> columns;
  std::vector<std::string> keep;  ///< each a column, or a list of columns
  CommonFlags common;

  void declare(Grammar& grammar);
};

std::vector<sql::Answer> sql_answers_of(const std::string& text, std::string_view flag) {
  std::vector<std::pair<std::string, sql::Answer>> known;
  for (const sql::Answer answer :
       {sql::Answer::label, sql::Answer::probability, sql::Answer::log_probability,
        sql::Answer::log_joint, sql::Answer::impossible})
    known.emplace_back(sql::to_string(answer), answer);
  std::vector<sql::Answer> answers;
  for (const std::string& name : list_of(text, flag)) {
    answers.push_back(Choice<sql::Answer>{known}(name, flag));
    if (std::count(answers.begin(), answers.end(), answers.back()) > 1)
      throw UsageError(fmt::format("flag '{}' names '{}' twice; name it once", flag, name));
  }
  return answers;
}

// Flags of the other action.
void refuse_other_action(const Grammar& grammar, std::string_view action,
                         std::initializer_list<std::string_view> names) {
  const std::string_view flag = grammar.first_given(names);
  if (!flag.empty())
    throw UsageError(
        fmt::format("'{}' has no meaning in 'credence sql {}'; leave it out", flag, action));
}

void check_sql_action(const Grammar& grammar) {
  if (!grammar.given("ACTION"))
    throw UsageError("'sql' needs an action: learn or predict; see 'credence sql --help'");
  const std::string& action = grammar.find("ACTION")->values.front();
  if (choice_of(action, "ACTION", {"learn", "predict"}) == 0) {
    refuse_other_action(grammar, action,
                        {"POSTERIOR", "--estimator", "--columns", "--keep", "--class-prior",
                         "--like", "--feature-weights"});
    if (!grammar.given("--schema"))
      throw UsageError(
          "'sql learn' needs --schema FILE, which says what the columns are (see 'credence "
          "schema')");
    return;
  }
  refuse_other_action(grammar, action, {"--schema", "--weight"});
  if (!grammar.given("POSTERIOR"))
    throw UsageError("'sql predict' needs a POSTERIOR, a file written by 'credence fit'");
}

void check_sql_rows(const Grammar& grammar) {
  if (grammar.given("--table") == grammar.given("--query"))
    throw UsageError("'sql' needs the rows: give one of --table NAME and --query SELECT");
}

sql::Source sql_source_of(const Flags& flags) {
  sql::Source source = flags.source;
  for (const std::string& value : flags.from_text)
    for (std::string& name : list_of(value, "--from-text"))
      source.from_text.push_back(std::move(name));
  for (const std::string& value : flags.renames) {
    const auto renamed = split_at_last(value, '=', "--rename", "NAME=COLUMN");
    for (const auto& earlier : source.renamed)
      if (earlier.first == renamed.first)
        throw UsageError(
            fmt::format("flag '--rename' names column '{}' twice; name it once", renamed.first));
    source.renamed.push_back(renamed);
  }
  return source;
}

// 'credence fit' makes no feature of weights, so that SQL counts none: under the names of the schema,
// and under those of the database.
void check_sql_weight(const sql::Source& source, Schema schema) {
  constexpr std::string_view feature =
      "a feature of the schema, or read by one; give it family 'none' there, or choose another "
      "column";
  check_weight(source.weight, schema, feature);
  const auto rename = [&](std::string& name) {
    for (const auto& [renamed, column] : source.renamed)
      if (renamed == name) return void(name = column);
  };
  std::string weight = source.weight;
  rename(weight);
  rename(schema.label);
  for (ColumnSchema& column : schema.columns) {
    if (column.columns.empty()) rename(column.name);
    rename(column.exposure);
    for (std::string& name : column.columns) rename(name);
  }
  check_weight(weight, schema, feature);
}

std::string learning_text(const Flags& flags, Console& console) {
  const Model model =
      console.timings().time(Phase::read, [&] { return Model(*schema_of_file(flags.schema)); });
  const sql::Source source = sql_source_of(flags);
  if (!source.weight.empty()) check_sql_weight(source, model.schema());
  return sql::learning_sql(model, source, *flags.dialect);
}

std::string prediction_text(const Flags& flags, Console& console) {
  const Posterior<Model> posterior = posterior_asked(flags.posterior, console);
  sql::Answers answers;
  answers.estimator = estimator_asked(flags.estimator, posterior).value_or(Estimator::predictive);
  if (flags.columns) answers.columns = *flags.columns;
  for (const std::string& value : flags.keep)
    for (std::string& name : list_of(value, "--keep")) answers.kept.push_back(std::move(name));
  return sql::prediction_sql(posterior, sql_source_of(flags), *flags.dialect, answers);
}

void run(const Flags& flags, Console& console) {
  Output output(flags.common.out, flags.common.overwrite());
  std::string text;
  try {
    text =
        flags.action == "learn" ? learning_text(flags, console) : prediction_text(flags, console);
  } catch (const Error& error) {
    // What stands in a schema file has a place; what SQL has no words for is a matter of the flags.
    const bool is_ours = error.code() == ErrorCode::schema && error.where().file.empty();
    if (is_ours) throw UsageError(with_flags(error.what()));
    throw;
  }
  console.timings().time(Phase::write, [&] {
    output.write(text);
    output.finish();
  });
}

void Flags::declare(Grammar& grammar) {
  grammar.word("ACTION", action, "learn|predict", "what the SQL does: count rows, or score them");
  grammar
      .word("POSTERIOR", posterior.file, "FILE",
            "of predict: file written by fit; '-' is standard input")
      .is_read();
  grammar.section(Section::options);
  grammar
      .choice("--dialect", dialect, "what the database speaks",
              {{"postgresql", sql::Dialect::postgresql},
               {"sqlite", sql::Dialect::sqlite},
               {"duckdb", sql::Dialect::duckdb},
               {"ansi", sql::Dialect::ansi}})
      .needed("--dialect, what the database speaks");
  grammar.value("--table", source.table, "NAME",
                "the table of the rows, as SQL names it: schema.table; of duckdb also a file, "
                "'x.parquet' in single quotes");
  grammar.value("--query", source.query, "SELECT",
                "the rows are those of this query, which is put in as it stands: it is your SQL");
  grammar.value("--where", source.where, "CONDITION",
                "only rows for which this holds, which is put in as it stands: it is your SQL");
  grammar.values("--from-text", from_text, "NAME,...",
                 "columns of numbers that the database keeps as text; repeatable");
  grammar.values("--rename", renames, "NAME=COLUMN",
                 "column NAME of the schema is COLUMN in the database; repeatable");
  grammar.file("--schema", schema, "FILE",
               "of learn: what the columns are (see 'credence schema')");
  grammar.value("--weight", source.weight, "NAME", "of learn: column of row weights");
  grammar.value("--columns", columns, "GROUPS",
                "of predict: label, probability, log_probability, log_joint, impossible "
                "[label,probability]",
                sql_answers_of);
  grammar.values("--keep", keep, "NAME,...", "of predict: columns to copy in front; repeatable");
  estimator.declare(grammar, "predictive");
  declare_like(grammar, estimator.like_scikit_learn, "compute what scikit-learn does");
  declare_without_weights(grammar, posterior.without_weights);
  posterior.declare_class_prior(grammar);
  common.declare(grammar, {Format::text, Format::json}, "an error");
  grammar.rule(check_sql_action);
  grammar.rule(check_sql_rows);
  grammar.examples(
      "Examples:\n"
      "  credence sql learn --dialect postgresql --table visits --schema s.json \\\n"
      "    | psql -Xqt --csv hospital > counted.csv\n"
      "  credence fit --from-statistics counted.csv --schema s.json -o p.json\n"
      "  credence sql predict p.json --dialect postgresql --table today --keep id \\\n"
      "    | psql -Xq --csv hospital > answers.csv");
}

}  // namespace
}  // namespace of_sql

const Verb verbs::sql = verb<of_sql::Flags, of_sql::run>(
    "sql", "Write SQL that counts or scores the rows of a database");

}  // namespace credence::tool
