// SQL as text: quoting, what it refuses, and statistics that come back whole or not at all.
#include <credence/sql/sql.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <credence/data/csv.hpp>
#include <credence/learn/posterior_file.hpp>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>

#include "sql/writer.hpp"
#include "support/paths.hpp"

using namespace credence;

namespace {

constexpr sql::Dialect dialects[] = {sql::Dialect::postgresql, sql::Dialect::sqlite,
                                     sql::Dialect::duckdb, sql::Dialect::ansi};

std::string project_text(const std::string& path) {
  std::ifstream file{testing::project_file(path), std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

// What a database reads of a literal; empty where it does not end at the end.
std::string read_literal(std::string_view literal) {
  const bool escapes = literal.starts_with("E");
  if (escapes) literal.remove_prefix(1);
  std::string text;
  std::size_t at = 1;
  for (; at < literal.size(); ++at) {
    if (escapes && literal[at] == '\\') {
      text += literal[++at];
      continue;
    }
    if (literal[at] == '\'') {
      if (at + 1 >= literal.size() || literal[at + 1] != '\'') break;
      ++at;
    }
    text += literal[at];
  }
  return at + 1 == literal.size() ? text : std::string();
}

// Counted by SQLite 3.40.1 with the SQL of `credence sql learn` for german_credit.schema.json.
struct Counted {
  Model model{schema_from_json(project_text("tests/sql/german_credit.schema.json"), "schema")};
  std::string csv = project_text("tests/sql/german_credit.statistics.csv");

  [[nodiscard]] Posterior<Model> posterior(const std::string& text) const {
    return sql::posterior_from_statistics(model, text, "counted.csv");
  }
};

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line + "\n");
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += line;
  return all;
}

std::string message_of(const std::string& text) {
  try {
    static_cast<void>(Counted{}.posterior(text));
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a text in quotes is read back as it is, whatever it holds") {
  for (const char* text :
       {"'); DROP TABLE t; --", "a\"b", "back\\slash", "line\nfeed", "$$", ":name",
        "it\xE2\x80\x99s", "\\'", "'", "''", "\\", "\\\\'", "x\n.quit\n", "/*", "{}"})
    for (const sql::Dialect dialect : dialects) {
      CAPTURE(text);
      CAPTURE(sql::to_string(dialect));
      CHECK(read_literal(sql::Writer(dialect).text(text)) == text);
    }
}

TEST_CASE("a carriage return, which clients drop before a line feed, is written as a number") {
  CHECK(sql::Writer(sql::Dialect::sqlite).text("a\r\n'b") == "('a' || char(13) || '\n''b')");
  CHECK(sql::Writer(sql::Dialect::duckdb).text("\r") == "('' || chr(13) || '')");
  CHECK(sql::Writer(sql::Dialect::postgresql).text("a\r\n'b") == "E'a\\r\n''b'");
}

TEST_CASE("names and texts that no database holds are refused") {
  const sql::Writer writer(sql::Dialect::postgresql);
  CHECK_THROWS_AS(static_cast<void>(writer.text(std::string_view("a\0b", 3))), Error);
  CHECK_THROWS_AS(static_cast<void>(writer.text("caf\xE9")), Error);
  CHECK_THROWS_AS(static_cast<void>(writer.name("")), Error);
  CHECK_THROWS_AS(static_cast<void>(writer.name("a\r\nb")), Error);
  CHECK_THROWS_AS(static_cast<void>(writer.name(std::string(64, 'a'))), Error);
  CHECK(writer.name(std::string(63, 'a')).size() == 65);
  CHECK(sql::Writer(sql::Dialect::sqlite).name(std::string(64, 'a')).size() == 66);
}

TEST_CASE("a table's name is read as SQL and written in quotes") {
  const auto table = [](sql::Dialect dialect, std::string_view name) {
    return sql::Writer(dialect).table(name);
  };
  CHECK(table(sql::Dialect::postgresql, "Clinic.visits") == "\"clinic\".\"visits\"");
  CHECK(table(sql::Dialect::sqlite, "Clinic.visits") == "\"Clinic\".\"visits\"");
  CHECK(table(sql::Dialect::postgresql, "\"My.Table\"") == "\"My.Table\"");
  CHECK(table(sql::Dialect::sqlite, "\"a\"\"b\".c") == "\"a\"\"b\".\"c\"");
  CHECK(table(sql::Dialect::duckdb, "'x.parquet'") == "'x.parquet'");
  CHECK(table(sql::Dialect::sqlite, "t; DROP TABLE u") == "\"t; DROP TABLE u\"");
  for (const char* bad : {"a..b", "", ".", "\"a", "\"a\"b"})
    CHECK_THROWS_AS(static_cast<void>(table(sql::Dialect::sqlite, bad)), Error);
}

TEST_CASE("numbers are doubles of every dialect") {
  CHECK(sql::Writer(sql::Dialect::postgresql).number(-1.5) == "float8 '-1.5'");
  CHECK(sql::Writer(sql::Dialect::sqlite).number(2) == "2e0");
  CHECK(sql::Writer(sql::Dialect::duckdb).number(-0.1) == "(-0.1e0)");
  CHECK(sql::Writer(sql::Dialect::ansi).number(1e300) == "1e+300");
}

TEST_CASE("texts are compared by byte, and no missing cell is a real number") {
  const sql::Writer duckdb(sql::Dialect::duckdb);
  const sql::Writer postgresql(sql::Dialect::postgresql);
  CHECK(duckdb.as_text("x") == "(CAST(x AS VARCHAR) COLLATE \"C\")");
  CHECK(postgresql.as_text("x") == "(CAST(x AS TEXT) COLLATE \"C\")");
  CHECK(sql::Writer(sql::Dialect::sqlite).as_text("x") == "(CAST(x AS TEXT) || '')");
  CHECK(duckdb.is_real("x").starts_with("(x IS NOT NULL AND "));
  CHECK(postgresql.is_real("x").starts_with("(x IS NOT NULL AND "));
}

TEST_CASE("only texts of the bytes of numbers are cast to numbers") {
  const auto number = [](sql::Dialect dialect) { return sql::Writer(dialect).real_of_text("x"); };
  CHECK(holds(number(sql::Dialect::postgresql), " ~ '[^0-9.eE+-]' THEN 'no number: ' || "));
  CHECK(holds(number(sql::Dialect::duckdb), ", '[^0-9.eE+-]') THEN 'no number: ' || "));
  CHECK(holds(number(sql::Dialect::sqlite), "x NOT GLOB '*[^0-9.eE+-]*' THEN "));
}

TEST_CASE("a square beyond the range of double is infinite where the database would end") {
  CHECK(sql::Writer(sql::Dialect::postgresql).square("x") ==
        "(CASE WHEN ABS(x) < 1.6e-162 THEN 0 WHEN ABS(x) > 1.3407807929942596e154 THEN "
        "float8 'Infinity' ELSE (x) * (x) END)");
}

TEST_CASE("SQL names what it cannot count or score") {
  const sql::Source rows{.table = "t"};
  const auto refused = [&](const Schema& schema) {
    try {
      static_cast<void>(sql::learning_sql(Model(schema), rows, sql::Dialect::sqlite));
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  Schema text{.label = "y", .columns = {{.name = "note", .family = "multinomial"}}};
  CHECK(holds(refused(text), "column 'note': SQL cannot divide texts into words"));
  Schema tree{.label = "y", .columns = {{.name = "a", .family = "categorical"}}};
  tree.structure.kind = StructureKind::tan;
  CHECK(holds(refused(tree), "the schema has a structure"));
  const Model model(Schema{.label = "y", .columns = {{.name = "a", .family = "normal"}}});
  CHECK_THROWS_AS(static_cast<void>(sql::learning_sql(model, {}, sql::Dialect::sqlite)), Error);
  CHECK_THROWS_AS(static_cast<void>(sql::learning_sql(model, {.table = "t", .query = "SELECT 1"},
                                                      sql::Dialect::sqlite)),
                  Error);
  CHECK_THROWS_AS(static_cast<void>(sql::learning_sql(model, {.table = "t", .from_text = {"b"}},
                                                      sql::Dialect::sqlite)),
                  Error);
}

TEST_CASE("statistics of a database make the posterior of the rows") {
  const Counted counted;
  const Table table = read_csv(testing::project_file("examples/data/german_credit.csv"));

  const PosteriorRecord sql = record_of(counted.posterior(counted.csv));
  const PosteriorRecord rows = record_of(observe(counted.model, table));

  CHECK(sql.classes == rows.classes);
  CHECK(sql.class_counts == rows.class_counts);
  REQUIRE(sql.features.size() == rows.features.size());
  for (std::size_t j = 0; j < rows.features.size(); ++j) {
    CAPTURE(rows.features[j].name);
    CHECK(sql.features[j].levels == rows.features[j].levels);
    for (std::size_t c = 0; c < rows.classes.size(); ++c)
      for (std::size_t i = 0; i < rows.features[j].statistics[c].size(); ++i) {
        const auto& [name, value] = rows.features[j].statistics[c][i];
        const FieldValue& other = sql.features[j].statistics[c][i].second;
        if (name == "mean" || name == "sum_of_squares")
          CHECK(std::get<double>(other) == doctest::Approx(std::get<double>(value)).epsilon(1e-12));
        else
          CHECK(other == value);
      }
  }
}

TEST_CASE("lines may come in any order, with the header of a client before each statement") {
  const Counted counted;
  std::vector<std::string> lines = lines_in(counted.csv);
  std::mt19937_64 random(7);
  std::shuffle(lines.begin() + 1, lines.end() - 1, random);
  lines.insert(lines.begin(), "feature,class,level,statistic,value\n");
  lines.insert(lines.begin() + 9, "feature,class,level,statistic,value\r\n");

  CHECK(counted.posterior(joined(lines)) == counted.posterior(counted.csv));
}

TEST_CASE("no statistics that were cut, lost, doubled or mixed with other texts are accepted") {
  const Counted counted;
  const std::vector<std::string> lines = lines_in(counted.csv);
  const std::string whole = joined(lines);
  REQUIRE_NOTHROW(static_cast<void>(counted.posterior(whole)));
  std::mt19937_64 random(20261125);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  int accepted = 0;
  for (int i = 0; i < 1000; ++i) {
    std::vector<std::string> some = lines;
    std::string text;
    const std::size_t at = below(lines.size());
    switch (i % 5) {
      case 0:
        text = whole.substr(0, below(whole.size()));
        break;
      case 1:
        some.erase(some.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 2:
        some.insert(some.begin() + static_cast<std::ptrdiff_t>(below(lines.size() + 1)), lines[at]);
        break;
      case 3:
        some.insert(some.begin() + static_cast<std::ptrdiff_t>(below(lines.size() + 1)),
                    i % 2 == 0 ? "ERROR:  canceling statement due to statement timeout\n"
                               : "Error: near line 12, column 3, in x, y: a, table is locked\n");
        break;
      default: {
        const std::size_t hash = some[0].find("crc32:") + 6 + below(8);
        some[0][hash] = some[0][hash] == '0' ? '1' : '0';
      }
    }
    if (i % 5 != 0) text = joined(some);
    CAPTURE(i);
    try {
      static_cast<void>(counted.posterior(text));
      ++accepted;
    } catch (const Error& error) {
      CHECK((error.code() == ErrorCode::schema || error.code() == ErrorCode::parse));
    }
  }
  CHECK(accepted == 0);
}

TEST_CASE("what a client prints beside CSV is named with the way out") {
  const Counted counted;
  CHECK(
      message_of("SET\nSET\nBEGIN\n" + counted.csv) ==
      "a row of 1 field in a table of 5 columns, counted.csv:1:4; let the client of the database "
      "print CSV and nothing beside it, such as the names of statements that were run, and look at "
      "its messages");
}

TEST_CASE("of refused numbers all columns are named that may be kept as text") {
  std::string text = Counted{}.csv;
  for (const char* column : {"duration", "age"}) {
    const std::string begin = "\n" + std::string(column) + ",good,\"\",refused,";
    const std::size_t at = text.find(begin);
    REQUIRE(at != std::string::npos);
    text[at + begin.size()] = '7';
  }
  CHECK(
      holds(message_of(text),
            "7 cells of column 'duration' in class 'good' hold something else; write the SQL with "
            "Source::from_text = duration,age where the database keeps numbers as text"));
}

TEST_CASE("statistics that contradict themselves are refused with their place") {
  const Counted counted;
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = counted.csv;
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return message_of(text.replace(at, from.size(), to));
  };
  CHECK(holds(changed("\nduration,bad,\"\",count,300.0", "\nduration,bad,\"\",count,-300"),
              "counts nothing below 0"));
  CHECK(holds(changed("\nduration,bad,\"\",count,300.0", "\nduration,bad,\"\",count,301"),
              "contradict the counts of classes"));
  CHECK(holds(changed("\nduration,bad,\"\",count,300.0", "\nduration,bad,\"\",count,inf"),
              "is no finite number"));
  CHECK(holds(changed("skipped_rows,0.0", "skipped_rows,1"), "add up to 1001 rows"));
  CHECK(holds(changed("\nduration,bad,\"\",refused,0.0", "\nduration,bad,\"\",refused,2"),
              "2 cells of column 'duration' in class 'bad'"));
  CHECK(holds(changed("\nduration,bad,\"\",centre", "\nduration,bad,\"\",middle"),
              "lacks statistic 'centre' of column 'duration' in class 'bad'"));
  CHECK(holds(changed("\nduration,bad,\"\",most,72.0", "\nduration,bad,\"\",most,22"),
              "numbers from 6 to 22 have no mean of"));
  CHECK(holds(message_of(""), "did the database stop?"));
  CHECK_FALSE(message_of("psql: error: no such table\n").empty());
}
