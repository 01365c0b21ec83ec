// The picture of what changed: which classes and columns it has room for.
#include <credence/report/figures.hpp>
#include <credence/study/drift.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "report/listing/text_table.hpp"
#include "support/has.hpp"
#include "support/models.hpp"

using namespace credence;
using testing::has;

namespace {

// Classes c0 to c19 of one column, the later of which changed the more.
Drift of_many_classes() {
  Drift drift{.label = "kind"};
  drift.labels = {.feature = "kind", .rows_before = 9, .rows_after = 9};
  for (int klass = 0; klass < 20; ++klass) drift.classes.push_back("c" + std::to_string(klass));
  for (int klass = 19; klass >= 0; --klass)
    drift.changes.push_back({.feature = "age",
                             .klass = drift.classes[static_cast<std::size_t>(klass)],
                             .rows_before = 9,
                             .rows_after = 9,
                             .log_bayes_factor = 1.0 * klass,
                             .probability = 0.5});
  drift.columns = {{.feature = "age", .family = "normal", .probability = 0.5}};
  return drift;
}

}  // namespace

TEST_CASE("of many classes those that changed most are drawn, and the caption says so") {
  const Figure figure = drift_figure(of_many_classes());

  CHECK(has(figure.caption, "Of 20 classes the 12 that changed most are drawn."));
  const std::string svg = to_svg(figure);
  CHECK(has(svg, ">c19<"));
  CHECK(has(svg, ">c8<"));
  CHECK_FALSE(has(svg, ">c7<"));
  CHECK(svg.find(">c8<") < svg.find(">c19<"));
}

TEST_CASE("the table of text shortens long names of levels, columns and classes, JSON does not") {
  const std::string level = "critical/other existing credit" + std::string(60, 'x');
  Drift drift = of_many_classes();
  drift.changes[0].feature = "savings_status_of_the_customer";
  drift.changes[0].klass = "refused_after_a_second_look";
  drift.changes[0].moves = {
      {.parameter = "probabilities", .level = level, .before = 0.2617, .after = 0.4161}};

  const std::string text = to_text(drift);

  const std::size_t begin = text.find("\nsavings") + 1;
  const std::string line = text.substr(begin, text.find('\n', begin) - begin);
  CHECK(line.size() > 110);
  CHECK(report::fits(line));
  CHECK(has(line, "probability of 'critical/other"));
  CHECK(has(to_json(drift), level));
}

TEST_CASE("a few classes are all drawn, without a word on it") {
  Drift drift = of_many_classes();
  drift.classes.resize(3);
  CHECK_FALSE(has(drift_figure(drift).caption, "classes the"));
}

TEST_CASE("of more than 24 columns those that changed most are drawn, in the order of the schema") {
  Drift drift{.label = "kind", .classes = {"c"}};
  drift.labels = {.feature = "kind", .rows_before = 9, .rows_after = 9};
  for (int j = 0; j < 30; ++j)
    drift.columns.push_back({.feature = "x" + std::to_string(j), .family = "normal"});
  for (int j = 29; j >= 0; --j)
    drift.changes.push_back({.feature = "x" + std::to_string(j), .klass = "c", .probability = 0.5});

  const Figure figure = drift_figure(drift);
  const std::string svg = to_svg(figure);

  CHECK(has(figure.caption, " Of 30 columns the 24 that changed most are drawn."));
  CHECK(svg.find(">x6<") < svg.find(">x29<"));
  CHECK_FALSE(has(svg, ">x5<"));
}

TEST_CASE("one row before is a row") {
  Drift drift = of_many_classes();
  CHECK(to_text(drift).starts_with("9 rows before and 9 after, "));
  drift.labels.rows_before = 1;
  CHECK(to_text(drift).starts_with("1 row before and 9 after, "));
}

TEST_CASE("what was not compared is said once for each reason, ten times at most") {
  Drift drift = of_many_classes();
  drift.changes = {{.feature = "x0", .klass = "c1", .undefined = "no rows before"}};
  for (int j = 0; j < 12; ++j)
    for (const std::string klass : {"c0", "c2"})
      drift.changes.push_back(
          {.feature = "x" + std::to_string(j), .klass = klass, .undefined = "no rows before"});

  const std::string text = to_text(drift);
  const Page page = page_of(drift);

  CHECK(has(text, "'x9' is not compared: no rows before\nand 2 more\n"));
  CHECK_FALSE(has(text, "'x10' is not"));
  CHECK(page.sections[0].details.size() == 11);
  CHECK(page.sections[0].details[0] == "'x0' is not compared: no rows before");
}

TEST_CASE("a class without a value in any column is said not to be compared once") {
  Drift drift = of_many_classes();
  drift.columns = {{.feature = "x0"}, {.feature = "x1"}, {.feature = "x2"}};
  drift.changes.clear();
  for (int j = 0; j < 3; ++j) {
    const std::string name = "x" + std::to_string(j);
    drift.changes.push_back(
        {.feature = name, .klass = "c0", .rows_after = 2, .undefined = "no rows before"});
    drift.changes.push_back({.feature = name,
                             .klass = "c1",
                             .rows_before = 1,
                             .rows_after = j == 0 ? 1.0 : 0.0,
                             .undefined = "no rows after"});
  }

  const std::string text = to_text(drift);

  CHECK(has(text,
            "\nclass 'c0' is not compared: no row of it in the first data holds a value\n"
            "'x0' is not compared: no rows after\n'x1' is not compared: no rows after\n"
            "'x2' is not compared: no rows after\n"));
}

TEST_CASE("a class without a comparison of a column, and an undefined one, are dashes") {
  Drift drift = of_many_classes();
  drift.classes = {"c0", "c1", "new"};
  drift.changes = {{.feature = "age", .klass = "c0", .probability = 0.5},
                   {.feature = "age", .klass = "c1", .undefined = "no rows before"}};

  const std::string marks = drift_figure(drift).drawing.marks();

  const std::size_t first = marks.find(">-<");
  const std::size_t second = marks.find(">-<", first + 1);
  REQUIRE(second != std::string::npos);
  CHECK(marks.find(">-<", second + 1) == std::string::npos);
}

namespace {

Move move_of(const std::string& klass, double before, double after, double size) {
  return {.klass = klass,
          .parameter = "probabilities",
          .level = "yes",
          .before = before,
          .after = after,
          .size = size};
}

// Both the class probabilities and a column within a class changed.
Drift of_both() {
  Drift drift{.label = "kind", .classes = {"c0", "c1"}};
  drift.labels = {
      .feature = "kind",
      .log_bayes_factor = 7,
      .probability = 0.99,
      .moves = {
          {.klass = "c1", .parameter = "probabilities", .before = 0.5, .after = 0.25, .size = -3}}};
  drift.columns = {{.feature = "smoker", .family = "bernoulli", .probability = 0.99}};
  drift.changes = {{.feature = "smoker",
                    .klass = "c0",
                    .log_bayes_factor = 123.4,
                    .probability = 0.99,
                    .moves = {move_of("c0", 0.1, 0.4, 5)}}};
  return drift;
}

bool says_of(const Drift& drift, const std::string& words) {
  for (const std::string& sentence : sentences_on(drift, 10))
    if (has(sentence, words)) return true;
  return false;
}

}  // namespace

TEST_CASE("sentences say what changed, what moved most and what follows") {
  Drift drift = of_both();
  CHECK(drift.kind() == DriftKind::both);
  CHECK(to_string(drift.kind()) == "both");
  CHECK(says_of(drift,
                "the class probabilities changed (probability of change 0.9900, log Bayes factor "
                "7.0): probability of 'c1' 0.5 to 0.25"));
  CHECK(says_of(drift,
                "'smoker' changed within class 'c0' (log Bayes factor 123.4): probability of "
                "'yes' 0.1 to 0.4"));
  CHECK(says_of(drift, "columns changed within a class: no class prior corrects that"));

  drift.changes[0].probability = 0.5;
  CHECK(to_string(drift.kind()) == "labels");
  CHECK(says_of(drift, "the class frequencies changed, and no column within a class with a"));
  for (Change& change : drift.changes) change.probability = 0.01;
  CHECK(says_of(drift, "label shift: the class frequencies changed, and no column changed"));
  drift.labels.undefined = "there is one class";
  CHECK(to_string(drift.kind()) == "none");
  CHECK(says_of(drift, "the class probabilities are not compared: there is one class"));
  drift.new_classes = {"c2", "c3", "c4"};
  CHECK(
      says_of(drift, "the model has seen no row of class 'c2' and of 2 more, and no class prior"));
}

TEST_CASE("what moved most is drawn to the side it moved to, the class probabilities first") {
  const std::vector<Figure> figures = figures_of(of_both());

  REQUIRE(figures.size() == 2);
  CHECK(has(figures[0].drawing.marks(), ">123<"));
  CHECK(has(figures[0].drawing.marks(), ">7.0<"));
  const FigureNumbers& moved = figures[1].numbers;
  REQUIRE(moved.rows.size() == 2);
  CHECK(std::get<std::string>(moved.rows[0][0]) == "kind: c1");
  CHECK(std::get<std::string>(moved.rows[1][0]) == "smoker, c0: probability of 'yes'");
  CHECK(has(figures[1].drawing.marks(), ">0.5 to 0.25<"));
  Drift still = of_both();
  still.labels.probability = still.changes[0].probability = 0.5;
  CHECK(figures_of(still)[1].caption == "Nothing is said to have changed.");
}

TEST_CASE("a change of which it is not known what moved has a reason and no numbers") {
  Drift drift = of_both();
  drift.labels.probability = 0.5;
  drift.changes[0].moves.clear();
  drift.changes[0].no_moves = "the variance has no mean";

  CHECK(figures_of(drift)[1].caption == "Of no change it is known how far a parameter moved.");
  CHECK(has(to_text(drift), "how 'smoker' moved is not known: the variance has no mean\n"));
  CHECK(has(to_json(drift), "\"no_moves\": \"the variance has no mean\""));
  const FigureNumbers numbers = drift_figure(drift).numbers;
  const auto column = [&](const std::string& name) {
    return std::find(numbers.columns.begin(), numbers.columns.end(), name) -
           numbers.columns.begin();
  };
  for (const char* name : {"from", "to"})
    CHECK(std::isnan(std::get<double>(numbers.rows[1][static_cast<std::size_t>(column(name))])));
}

TEST_CASE("where the posterior mean does not exist a change says why nothing moved") {
  const Schema numbers = testing::schema_of({{.name = "x", .family = "normal"}});
  // One number: under 'auto' its variance has no posterior mean.
  const auto before = testing::learned(numbers, "x,class\n1,p\n1.5,p\n2,p\n2.5,p\n3,p\n");
  const auto after = testing::learned(numbers, "x,class\n900,p\n");

  Drift drift = compare_in_time(before, after);

  REQUIRE(drift.changes.size() == 1);
  CHECK(drift.changes[0].undefined.empty());
  CHECK(drift.changes[0].moves.empty());
  CHECK(has(drift.changes[0].no_moves, "'shape' above 1"));
  CHECK(drift.changes[0].no_moves.ends_with("give a stronger prior, such as 'auto3'"));
  drift.changes[0].probability = 1;
  const std::vector<std::string> sentences = sentences_on(drift, 10);
  CHECK(std::any_of(sentences.begin(), sentences.end(), [](const std::string& sentence) {
    return sentence.find("'x' changed within class 'p'") == 0 &&
           has(sentence, "; how it moved is not known: ");
  }));
  CHECK(compare_in_time(before, before).changes[0].no_moves.empty());
}

TEST_CASE("numbers that moved by little are told apart") {
  Drift drift = of_both();
  drift.changes[0].moves[0].before = 2012.125;
  drift.changes[0].moves[0].after = 2012.25;

  CHECK(says_of(drift, "probability of 'yes' 2012.1 to 2012.2"));
  CHECK(has(to_text(drift), "2012.1 to 2012.2"));
  drift.changes[0].moves[0].after = 2012.125;
  CHECK(says_of(drift, "2012 to 2012"));
}

TEST_CASE("of many changes twenty-four moves are drawn, and none that has no size") {
  Drift drift = of_both();
  drift.changes[0].moves[0].size.reset();
  for (int j = 0; j < 30; ++j)
    drift.changes.push_back({.feature = "x" + std::to_string(j),
                             .klass = "c0",
                             .probability = 0.99,
                             .moves = {move_of("c0", 0.2, 0.1, -2)}});

  const FigureNumbers moved = figures_of(drift)[1].numbers;

  REQUIRE(moved.rows.size() == 24);
  CHECK(std::get<std::string>(moved.rows[1][0]) == "x0, c0: probability of 'yes'");
  CHECK(std::get<std::string>(moved.rows[23][0]) == "x22, c0: probability of 'yes'");
}
