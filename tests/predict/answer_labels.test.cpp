// Labels of binary answers by steps of 16 bits: those of the log joints wherever they say one.
#include "predict/levels/answer_labels.hpp"

#include <credence/base/random.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "predict/levels/level_scores.hpp"
#include "predict/tiles/tile_answers.hpp"
#include "support/instructions.hpp"
#include "support/limits.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// Rows of answers, `stride` bytes apart, and the panel that reads them.
struct AnswerRows {
  std::vector<std::uint8_t> bytes;
  std::vector<const std::uint8_t*> columns;
  Panel<std::uint8_t> panel;

  AnswerRows(Random& random, Index rows, Index width, Index stride) {
    for (Index i = 0; i < rows * stride; ++i)
      bytes.push_back(random.uniform() < 0.4 ? std::uint8_t{1} : std::uint8_t{0});
    for (Index j = 0; j < width; ++j) columns.push_back(bytes.data() + j);
    panel = {.columns = columns, .rows = rows, .stride = stride};
  }
};

// A table of log densities under some classes: column, level, class.
struct AnswerTable {
  Index columns = 0;
  Index classes = 2;
  std::vector<double> priors = {};
  std::vector<double> terms = {};

  [[nodiscard]] LevelScores scores() const {
    return LevelScores(std::vector<Index>(static_cast<std::size_t>(columns), 2), classes, terms, {},
                       MinusOne::fault);
  }
};

// Probabilities of 1 that differ between classes by about `spread` on the scale of log odds.
AnswerTable random_table(Random& random, Index columns, Index classes, double spread) {
  AnswerTable table{.columns = columns, .classes = classes};
  for (Index k = 0; k < classes; ++k) table.priors.push_back(-2 * random.uniform());
  for (Index j = 0; j < columns; ++j) {
    const double all = 6 * (random.uniform() - 0.5);
    std::vector<double> yes, no;
    for (Index k = 0; k < classes; ++k) {
      const double odds = all + spread * (random.uniform() - 0.5);
      no.push_back(-std::log1p(std::exp(odds)));
      yes.push_back(-std::log1p(std::exp(-odds)));
    }
    table.terms.insert(table.terms.end(), no.begin(), no.end());
    table.terms.insert(table.terms.end(), yes.begin(), yes.end());
  }
  return table;
}

// The labels of log joints.
std::vector<Code> labels_of_joints(const AnswerTable& table, const Panel<std::uint8_t>& panel,
                                   const RowSpan& rows) {
  const LevelScores scores = table.scores();
  std::vector<Code> labels;
  detail::TileBuffer buffer(table.classes, 64);
  for (Index first = 0; first < rows.count; first += 64) {
    const RowSpan part = rows.part(first, std::min<Index>(64, rows.count - first));
    ScoreTile tile = buffer.tile(part.count);
    detail::start_tile(tile, table.priors);
    REQUIRE(!scores.add(panel, part, tile));
    std::array<Code, 64> some;
    most_probable(tile, std::span(some).first(static_cast<std::size_t>(part.count)));
    labels.insert(labels.end(), some.begin(), some.begin() + part.count);
  }
  return labels;
}

bool has_finder() { return available_instructions().size() > 1; }

// How many rows are decided; none of them wrongly.
Index decided(const AnswerTable& table, const Panel<std::uint8_t>& panel, const RowSpan& rows) {
  const auto finder = table.scores().label_finder(panel, rows, table.priors);
  if (!finder) return 0;
  std::vector<Code> labels(static_cast<std::size_t>(rows.count), 99);
  finder->find(rows, labels);
  const std::vector<Code> expected = labels_of_joints(table, panel, rows);
  Index count = 0, wrong = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    count += labels[i] != -1 ? 1 : 0;
    wrong += labels[i] != -1 && labels[i] != expected[i] ? 1 : 0;
  }
  CHECK(wrong == 0);
  return count;
}

// The baseline multiplies no bytes.
void on_instructions_with_finder(const auto& check) {
  for (const Instructions instructions : available_instructions()) {
    if (instructions == available_instructions().front()) continue;
    CAPTURE(to_string(instructions));
    const UsingInstructions use(instructions);
    check();
  }
}

}  // namespace

TEST_CASE("labels of answers by steps are those of log joints, and few are left open") {
  on_instructions_with_finder([] {
    Random random{31};
    for (const Index width : {7, 8, 31, 32, 33, 63, 64, 65, 127, 200, 1000, 4095, 4096}) {
      CAPTURE(width);
      const AnswerRows rows(random, 300, width, width);
      const AnswerTable table = random_table(random, width, 2, 2);
      CHECK(decided(table, rows.panel, {.count = 300}) >= 280);
    }
  });
}

TEST_CASE("rows may be any, and lie apart; of more classes two may be possible") {
  on_instructions_with_finder([] {
    Random random{32};
    const AnswerRows rows(random, 500, 90, 97);
    std::vector<Index> list;
    for (Index i = 0; i < 400; ++i) list.push_back(499 - i);
    AnswerTable table = random_table(random, 90, 2, 2);
    CHECK(decided(table, rows.panel, {.count = 400, .list = list.data()}) >= 380);
    CHECK(decided(table, rows.panel, {.first = 100, .count = 400}) >= 380);

    table = random_table(random, 90, 4, 2);
    CHECK(!table.scores().label_finder(rows.panel, {.count = 500}, table.priors));
    table.priors[0] = table.priors[2] = -infinity;
    CHECK(decided(table, rows.panel, {.count = 500}) >= 450);
  });
}

TEST_CASE("labels of answers by steps are never wrong, however close or far apart classes are") {
  on_instructions_with_finder([] {
    Random random{33};
    Index all = 0;
    for (int trial = 0; trial < 400; ++trial) {
      CAPTURE(trial);
      const auto width = static_cast<Index>(7 + random.below(150));
      const AnswerRows rows(random, 300, width, width);
      AnswerTable table = random_table(random, width, 2, std::pow(10.0, 3 - 20 * random.uniform()));
      if (trial % 3 == 0) table.priors = {-0.7, -0.7};
      // One column is all but certain under one class.
      if (trial % 5 == 0) table.terms[2] = -745;
      if (trial % 7 == 0)
        for (double& term : table.terms) term *= 1e-300;
      all += decided(table, rows.panel, {.count = 300});
    }
    CHECK(all > 0);
  });
}

TEST_CASE(
    "equal classes are left to log joints, and priors alone decide where answers say nothing") {
  on_instructions_with_finder([] {
    Random random{34};
    const AnswerRows rows(random, 300, 40, 40);
    AnswerTable table = random_table(random, 40, 2, 0);
    table.priors = {-1, -1};
    CHECK(decided(table, rows.panel, {.count = 300}) == 0);
    table.priors = {-2, -1};
    CHECK(decided(table, rows.panel, {.count = 300}) == 300);
  });
}

// Ten million rows where CREDENCE_SOAK is set.
TEST_CASE("labels of answers by steps are those of log joints in many rows") {
  if (!has_finder()) return;
  const Index rows = std::getenv("CREDENCE_SOAK") != nullptr ? 10'000'000 : 20'000;
  Random random{38};
  Index all = 0;
  for (Index done = 0; done < rows; done += 5000) {
    const auto width = static_cast<Index>(7 + random.below(60));
    const AnswerRows some(random, 5000, width, width);
    const double spread = std::pow(10.0, 1 - 4 * random.uniform());
    all += decided(random_table(random, width, 2, spread), some.panel, {.count = 5000});
  }
  CHECK(all > rows / 2);
}

TEST_CASE("a row of anything but 0 and 1 is left open, wherever it stands in the row") {
  on_instructions_with_finder([] {
    Random random{35};
    for (const Index width : {7, 64, 70, 200})
      for (const std::uint8_t byte : {std::uint8_t{2}, std::uint8_t{128}, std::uint8_t{255}})
        for (Index column = 0; column < width; column += 3) {
          AnswerRows rows(random, 256, width, width);
          const AnswerTable table = random_table(random, width, 2, 8);
          const auto finder = table.scores().label_finder(rows.panel, {.count = 256}, table.priors);
          REQUIRE(finder);
          rows.bytes[static_cast<std::size_t>(100 * width + column)] = byte;
          std::vector<Code> labels(256, 99);
          finder->find({.count = 256}, labels);
          CHECK(labels[100] == -1);
          CHECK(std::count(labels.begin(), labels.end(), -1) < 64);
        }
  });
}

TEST_CASE("what steps cannot tell has no finder") {
  Random random{36};
  const AnswerRows rows(random, 300, 40, 40);
  AnswerTable table = random_table(random, 40, 2, 2);
  const auto finder = [&](const RowSpan& some) {
    return table.scores().label_finder(rows.panel, some, table.priors) != nullptr;
  };
  CHECK(finder({.count = 300}) == has_finder());
  CHECK(!finder({.count = 255}));  // too few
  table.terms[5] = -infinity;
  CHECK(!finder({.count = 300}));
  const UsingInstructions use(available_instructions().front());
  table = random_table(random, 40, 2, 2);
  CHECK(!finder({.count = 300}));
}

TEST_CASE("a classifier of answers gives the labels of its predictions") {
  constexpr Index rows = 600, width = 12;
  Random random{37};
  std::vector<std::uint8_t> bytes;
  Strings labels;
  for (Index i = 0; i < rows; ++i) {
    const bool spam = random.uniform() < 0.5;
    labels.emplace_back(spam ? "spam" : "ham");
    for (Index j = 0; j < width; ++j)
      bytes.push_back(random.uniform() < (spam == (j % 2 == 0) ? 0.6 : 0.4) ? 1 : 0);
  }
  Table table;
  std::vector<ColumnSchema> columns;
  for (Index j = 0; j < width; ++j) {
    const std::string name = "a" + std::to_string(j);
    table.add(name, NumberView{Strided<std::uint8_t>{
                        .data = bytes.data() + j, .size = rows, .stride = width}});
    columns.push_back({.name = name, .family = "bernoulli"});
  }
  table.add("class", labels);
  const Posterior<Model> posterior = observe(Model(schema_of(columns)), table);
  const BoundTable bound = bind(posterior.model, table);
  // These are rows for which a finder is asked.
  const auto& panels = std::get<BlockCells<bool>>(bound.blocks.front().cells).panels;
  REQUIRE(panels.size() == 1);
  panels.front().visit([](const auto& panel) {
    CHECK(std::is_same_v<std::remove_cvref_t<decltype(panel)>, Panel<std::uint8_t>>);
    CHECK(panel.row_major());
  });
  for (const Estimator estimator : all_estimators) {
    const Classifier<Model> classifier(posterior, estimator);
    CHECK(classifier.labels(bound, RowSpan{.count = bound.rows}) ==
          classifier.predict(table).label);
  }
}
