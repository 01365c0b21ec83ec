// Greedy rankings against a plain search that counts every table anew.
#include <credence/study/feature_selection.hpp>

#include <doctest/doctest.h>
#include <algorithm>

#include <cmath>
#include <credence/base/random.hpp>
#include <map>

#include "study/selection/coded_ranking.hpp"
#include "support/law_cases.hpp"
#include "support/models.hpp"
#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;
using detail::CodedColumn;
using detail::CodedRows;
using detail::CodedWords;

namespace {

using Codes = std::vector<Code>;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

// Columns of 2 to 4 levels that depend on the class and on each other, some cells missing, weights
// of 1 to 3, and documents of six words.
CodedRows random_rows(std::uint64_t seed, std::size_t count) {
  Random random{seed};
  CodedRows rows{.classes = 3};
  CodedWords documents;
  for (const char* word : {"t:a", "t:b", "t:c", "t:d", "t:e", "t:f"})
    documents.names.push_back(word);
  for (int j = 0; j < 6; ++j)
    rows.columns.push_back({.name = "c" + std::to_string(j), .levels = 2 + j % 3});
  for (std::size_t row = 0; row < count; ++row) {
    rows.truth.push_back(static_cast<Code>(random.below(3)));
    rows.weights.push_back(static_cast<double>(1 + random.below(3)));
    Code before = rows.truth.back();
    for (CodedColumn& column : rows.columns) {
      const auto levels = static_cast<std::uint64_t>(column.levels);
      if (random.below(3) == 0) before = static_cast<Code>(random.below(levels));
      const auto code = static_cast<Code>(static_cast<std::uint64_t>(before) % levels);
      column.codes.push_back(random.below(12) == 0 ? missing_code : code);
    }
    documents.missing.push_back(random.below(10) == 0);
    for (std::uint32_t word = 0; word < 6; ++word)
      if (!documents.missing.back() &&
          random.below(4) < 1 + (word == static_cast<std::uint32_t>(rows.truth.back()) ? 2u : 0u))
        documents.words.push_back(word);
    documents.first.push_back(documents.words.size());
  }
  rows.documents.push_back(std::move(documents));
  return rows;
}

// All columns as codes, words too.
std::map<std::string, Codes> all_codes(const CodedRows& rows) {
  std::map<std::string, Codes> all;
  for (const CodedColumn& column : rows.columns) all[column.name] = column.codes;
  for (const CodedWords& documents : rows.documents)
    for (std::size_t word = 0; word < documents.names.size(); ++word)
      for (std::size_t row = 0; row < rows.truth.size(); ++row) {
        Code code = documents.missing[row] ? missing_code : 0;
        for (std::size_t i = documents.first[row]; i < documents.first[row + 1]; ++i)
          if (documents.words[i] == word) code = 1;
        all[documents.names[word]].push_back(code);
      }
  return all;
}

// Sum of p ln p over the values of some columns together, rows that lack one of `known` left out.
double sum_p_log_p(const CodedRows& rows, const std::vector<const Codes*>& columns,
                   const std::vector<const Codes*>& known) {
  std::map<Codes, double> weight;
  double all = 0;
  for (std::size_t row = 0; row < rows.truth.size(); ++row) {
    const bool complete = std::all_of(known.begin(), known.end(), [&](const Codes* codes) {
      return (*codes)[row] != missing_code;
    });
    if (!complete) continue;
    Codes key;
    for (const Codes* codes : columns) key.push_back((*codes)[row]);
    weight[key] += rows.weights[row];
    all += rows.weights[row];
  }
  double sum = 0;
  for (const auto& entry : weight) sum += entry.second / all * std::log(entry.second / all);
  return sum;
}

struct Plain {
  double redundancy, joint, conditional;
};

Plain plain_information(const CodedRows& rows, const Codes& x, const Codes& s) {
  const Codes& y = rows.truth;
  const auto sum = [&](const std::vector<const Codes*>& columns) {
    return sum_p_log_p(rows, columns, {&x, &s});
  };
  return {sum({&x, &s}) - sum({&x}) - sum({&s}), sum({&x, &s, &y}) - sum({&x, &s}) - sum({&y}),
          sum({&x, &s, &y}) - sum({&x, &s}) - sum({&s, &y}) + sum({&s})};
}

double plain_score(const CodedRows& rows, const std::map<std::string, Codes>& codes,
                   const std::string& name, const Strings& chosen, Criterion criterion) {
  const Codes& x = codes.at(name);
  const Codes one(x.size(), 0);
  const double alone = plain_information(rows, x, one).joint;
  if (chosen.empty()) return alone;
  double redundancy = 0;
  double joint = 0;
  double least = std::numeric_limits<double>::infinity();
  for (const std::string& other : chosen) {
    const Plain with = plain_information(rows, x, codes.at(other));
    redundancy += with.redundancy;
    joint += with.joint;
    least = std::min(least, with.conditional);
  }
  const auto count = static_cast<double>(chosen.size());
  if (criterion == Criterion::jmi) return joint / count;
  return criterion == Criterion::mrmr ? alone - redundancy / count : least;
}

Strings names_of(const std::vector<ConditionalRank>& ranking) {
  Strings names;
  for (const ConditionalRank& one : ranking) names.push_back(one.name);
  return names;
}

std::vector<ConditionalRank> ranked(std::string_view csv, const Schema& schema,
                                    const ConditionalOptions& options) {
  const Table table = table_of(csv);
  const auto bound = bind(Model(schema), table);
  const auto classes = sorted_levels(bound.label.levels);
  const auto truth = label_positions(bound.label, bound.rows, classes);
  return rank_conditionally(schema, bound, truth, std::ssize(classes), all_rows(bound.rows),
                            options);
}

}  // namespace

TEST_CASE("every choice has the largest score of a plain search") {
  for (const Criterion criterion : {Criterion::jmi, Criterion::mrmr, Criterion::cmim})
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      CAPTURE(to_string(criterion));
      CAPTURE(seed);
      const CodedRows rows = random_rows(seed, 80);
      const auto codes = all_codes(rows);
      Strings chosen;
      for (const ConditionalRank& one :
           detail::conditional_ranking(rows, {.criterion = criterion})) {
        double best = -std::numeric_limits<double>::infinity();
        for (const auto& [name, column] : codes)
          if (std::find(chosen.begin(), chosen.end(), name) == chosen.end())
            best = std::max(best, plain_score(rows, codes, name, chosen, criterion));
        CHECK(std::abs(one.score - best) < 1e-12);
        CHECK(std::abs(plain_score(rows, codes, one.name, chosen, criterion) - best) < 1e-12);
        CHECK(std::abs(one.alone - plain_score(rows, codes, one.name, {}, criterion)) < 1e-12);
        chosen.push_back(one.name);
      }
      CHECK(chosen.size() == codes.size());
    }
}

TEST_CASE("fewer features are the first of all") {
  const CodedRows rows = random_rows(3, 60);
  auto all = detail::conditional_ranking(rows, {});
  const auto few = detail::conditional_ranking(rows, {.most = 4});
  all.resize(4);
  CHECK(few == all);
  CHECK(detail::conditional_ranking(rows, {.most = 0}).empty());
}

TEST_CASE("a copy of a feature comes first by itself and last beside it") {
  const char* const csv =
      "best,copy,other,class\n1,1,1,a\n1,1,0,a\n1,1,1,a\n0,0,0,a\n0,0,0,b\n0,0,1,b\n0,0,0,b\n0,0,0,"
      "b\n";
  const Schema schema = schema_of({{.name = "best", .family = "bernoulli"},
                                   {.name = "copy", .family = "bernoulli"},
                                   {.name = "other", .family = "bernoulli"}});
  for (const Criterion criterion : {Criterion::jmi, Criterion::mrmr, Criterion::cmim}) {
    CAPTURE(to_string(criterion));
    const auto ranking = ranked(csv, schema, {.criterion = criterion});
    CHECK(names_of(ranking) == Strings{"best", "other", "copy"});
    CHECK(ranking[2].alone == ranking[0].alone);
  }
}

TEST_CASE("what two features say only together is seen beside one of them") {
  const char* const csv =
      "left,right,weak,class\n1,1,1,a\n0,0,1,a\n1,0,0,b\n0,1,1,b\n1,1,0,a\n0,0,0,a\n1,0,0,b\n0,1,0,"
      "b\n"
      "1,0,0,b\n0,0,1,a\n";
  const Schema schema = schema_of({{.name = "left", .family = "bernoulli"},
                                   {.name = "right", .family = "bernoulli"},
                                   {.name = "weak", .family = "bernoulli"}});
  const auto ranking = ranked(csv, schema, {.criterion = Criterion::jmi});
  CHECK(ranking.front().name == "weak");
  const auto together = ranking[2];
  CHECK(together.alone < 0.05);
  CHECK(together.score > 0.3);
}

TEST_CASE("numbers fall into bins of equally many rows, and equal numbers share one") {
  const auto binned = [](const Doubles& numbers, Index bins) {
    return detail::binned("x", numbers, Doubles(numbers.size(), 1.0), bins);
  };
  const CodedColumn column = binned({5, 1, 2, 2, 2, 9, 7, none, 3, 4, 8}, 3);
  CHECK(column.levels == 3);
  CHECK(column.codes == Codes{2, 0, 0, 0, 0, 2, 2, missing_code, 1, 1, 2});
  CHECK(binned({3, 1, 3, 1}, 5).codes == Codes{1, 0, 1, 0});
  CHECK(binned({1, 1, 1, 1, 1, 1, 1, 2, 3}, 2).codes == Codes{0, 0, 0, 0, 0, 0, 0, 1, 1});
  CHECK(binned({none}, 2).codes == Codes{missing_code});
}

TEST_CASE("bins of numbers hold equal weights: a row of weight 2 is the row twice") {
  CHECK(holds("bins of numbers hold equal weights", [](std::uint64_t seed) {
    Random random{seed};
    Doubles numbers, weights, repeated;
    Codes codes;
    for (int row = 0; row < 30; ++row) {
      numbers.push_back(static_cast<double>(random.below(40)));
      weights.push_back(static_cast<double>(1 + random.below(3)));
    }
    const CodedColumn column = detail::binned("x", numbers, weights, 5);
    for (std::size_t row = 0; row < numbers.size(); ++row)
      for (double copy = 0; copy < weights[row]; ++copy) {
        repeated.push_back(numbers[row]);
        codes.push_back(column.codes[row]);
      }
    RC_ASSERT(detail::binned("x", repeated, Doubles(repeated.size(), 1.0), 5).codes == codes);
  }));
  CHECK(detail::binned("x", Doubles{1, 2, 3, 4}, Doubles{0.1, 0.1, 0.1, 0.9}, 2).codes ==
        Codes{0, 0, 0, 1});
}

TEST_CASE("every family of a schema is ranked, words and columns of blocks by their names") {
  const Schema schema =
      schema_of({{.name = "x", .family = "normal"},
                 {.name = "city", .family = "categorical"},
                 {.name = "visits", .family = "poisson", .exposure = "years"},
                 {.name = "note", .family = "multinomial"},
                 {.name = "words", .family = "multinomial", .columns = {"w0", "w1"}},
                 {.name = "sizes",
                  .family = "normal",
                  .columns = {"length", "width"},
                  .tied = Tying::classes}});
  auto names = names_of(
      ranked("x,city,visits,years,note,w0,w1,length,width,class\n1,r,2,1,go home,1,0,3,4,a\n"
             "2,s,0,2,stay,0,2,1,,b\n?,r,1,1,go,1,1,2,2,a\n",
             schema, {}));
  std::sort(names.begin(), names.end());
  CHECK(names == Strings{"city", "note:go", "note:home", "note:stay", "sizes:length", "sizes:width",
                         "visits", "words:w0", "words:w1", "x"});
}

TEST_CASE("levels that no row holds change no bit of a ranking, however many they are") {
  for (const Criterion criterion : {Criterion::jmi, Criterion::mrmr, Criterion::cmim}) {
    CAPTURE(to_string(criterion));
    CodedRows rows = random_rows(5, 80);
    const auto few = detail::conditional_ranking(rows, {.criterion = criterion});
    for (CodedColumn& column : rows.columns) column.levels = 1000;
    CHECK(detail::conditional_ranking(rows, {.criterion = criterion}) == few);
  }
}

TEST_CASE("columns of as many levels as rows take the memory of the rows") {
  constexpr Index count = 200'000;
  CodedRows rows{.classes = 2};
  CodedColumn column{.name = "id", .levels = count};
  for (Index row = 0; row < count; ++row) {
    rows.truth.push_back(static_cast<Code>(row % 2));
    rows.weights.push_back(1);
    column.codes.push_back(static_cast<Code>(row));
  }
  rows.columns = {column, column};
  rows.columns.back().name = "same";

  const auto ranking = detail::conditional_ranking(rows, {.criterion = Criterion::mrmr});

  CHECK(ranking[0].score == relative(std::log(2.0), 1e-12));
  CHECK(ranking[1].score == relative(std::log(2.0) - std::log(200'000.0), 1e-12));
}

TEST_CASE("fewer than two bins are refused") {
  CHECK(throws_error([] { (void)ranked("x,class\n1,a\n", schema_of({}), {.bins = 1}); },
                     ErrorCode::domain, "1 bin"));
}
