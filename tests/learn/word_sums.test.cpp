// Word totals of tiles against WordTotals::observe, one document after the other.
#include "learn/words/word_sums.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/instructions.hpp"
#include "support/word_samples.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// Totals by the plain reference.
class Expected {
 public:
  Expected(Index vocabulary, Index classes) : totals_(static_cast<std::size_t>(classes)) {
    for (WordTotals& each : totals_) each.resize(vocabulary);
  }
  void observe(const WordCounts& document, Code klass, double weight) {
    if (klass >= 0) totals_[static_cast<std::size_t>(klass)].observe(document, weight);
  }
  [[nodiscard]] bool equals(const WordSums& sums) const {
    for (Index klass = 0; klass < sums.classes(); ++klass)
      if (!(sums.totals(klass) == totals_[static_cast<std::size_t>(klass)])) return false;
    return sums.classes() == static_cast<Index>(totals_.size());
  }
  [[nodiscard]] double largest_difference(const WordSums& sums) const {
    double largest = 0;
    for (Index klass = 0; klass < sums.classes(); ++klass)
      for (Index word = 0; word < sums.vocabulary(); ++word) {
        const double total =
            totals_[static_cast<std::size_t>(klass)].counts[static_cast<std::size_t>(word)];
        const double sum = sums.counts(klass)[static_cast<std::size_t>(word)];
        largest = std::max(largest, std::abs(sum - total) / std::max(1.0, total));
      }
    return largest;
  }

 private:
  std::vector<WordTotals> totals_;
};

WordSums empty_sums(Index vocabulary, Index classes) {
  WordSums sums;
  sums.reset(vocabulary, classes);
  return sums;
}

void check_documents(Index rows, Index vocabulary, Index classes) {
  Random random{static_cast<std::uint64_t>(rows * 100 + vocabulary + classes)};
  const auto documents = random_documents(random, rows, vocabulary, 70);
  const std::vector<Code> codes = random_classes(random, rows, classes);
  std::vector<double> weights;
  Expected plain(vocabulary, classes);
  Expected weighted(vocabulary, classes);
  for (Index row = 0; row < rows; ++row) {
    const Code code = codes[static_cast<std::size_t>(row)];
    // The weight of a row that is passed over means nothing.
    weights.push_back(code < 0 ? not_a_number : static_cast<double>(1 + random.below(3)));
    plain.observe(documents.document(row), code, 1);
    weighted.observe(documents.document(row), code, weights.back());
  }

  WordSums sums = empty_sums(vocabulary, classes);
  detail::Tile tile{.rows = {.first = 0, .count = rows}, .classes = codes.data()};
  REQUIRE(!sums.add(documents.view(), tile));
  CHECK(plain.equals(sums));

  sums.reset(vocabulary, classes);
  tile.weights = weights.data();
  REQUIRE(!sums.add(documents.view(), tile));
  CHECK(weighted.equals(sums));
}

constexpr std::array<Index, 10> sizes{0, 1, 2, 7, 8, 9, 31, 33, 255, 1000};

}  // namespace

TEST_CASE("totals of documents are those of the plain reference") {
  on_all_instructions([] {
    for (const Index rows : sizes)
      for (const Index classes : {1, 2, 3, 20}) {
        CAPTURE(rows);
        CAPTURE(classes);
        check_documents(rows, 50 + rows, classes);
      }
    check_documents(40, 1, 300);
    check_documents(40, 9000, 70);
  });
}

TEST_CASE("totals of fractional weights and counts are close to the plain reference") {
  on_all_instructions([] {
    Random random{11};
    auto documents = random_documents(random, 500, 30, 40);
    for (double& count : documents.counts) count *= random.uniform();
    const std::vector<Code> codes = random_classes(random, 500, 4);
    std::vector<double> weights;
    Expected expected(30, 4);
    for (Index row = 0; row < 500; ++row) {
      weights.push_back(random.uniform() + 0.01);
      expected.observe(documents.document(row), codes[static_cast<std::size_t>(row)],
                       weights.back());
    }

    WordSums sums = empty_sums(30, 4);
    REQUIRE(!sums.add(
        documents.view(),
        {.rows = {.first = 0, .count = 500}, .classes = codes.data(), .weights = weights.data()}));

    CHECK(expected.largest_difference(sums) < 1e-13);
  });
}

TEST_CASE("listed rows are taken in their order with the classes of the tile") {
  on_all_instructions([] {
    Random random{5};
    const auto documents = random_documents(random, 60, 25, 30);
    std::vector<Index> list;
    for (int i = 0; i < 37; ++i) list.push_back(static_cast<Index>(random.below(60)));
    const std::vector<Code> codes = random_classes(random, 37, 3);
    Expected expected(25, 3);
    for (std::size_t i = 0; i < list.size(); ++i)
      expected.observe(documents.document(list[i]), codes[i], 1);
    const detail::Tile tile{.rows = {.count = 37, .list = list.data()}, .classes = codes.data()};

    WordSums sums = empty_sums(25, 3);
    REQUIRE(!sums.add(documents.view(), tile));
    CHECK(expected.equals(sums));
  });
}

TEST_CASE("missing documents and documents with a NaN are left out") {
  on_all_instructions([] {
    Random random{6};
    auto documents = random_documents(random, 50, 40, 60);
    std::vector<bool> missing(50);
    const std::vector<Code> codes(50, 0);
    Expected expected(40, 1);
    for (Index row = 0; row < 50; ++row) {
      const auto at = static_cast<std::size_t>(row);
      missing[at] = row % 7 == 0;
      const auto begin = documents.offsets[at];
      const auto size = documents.offsets[at + 1] - begin;
      const bool broken = row % 5 == 0 && size > 0;
      if (!missing[at] && !broken) expected.observe(documents.document(row), 0, 1);
      if (broken) documents.counts[begin + random.below(size)] = not_a_number;
    }
    WordRows view = documents.view();
    view.missing = &missing;

    WordSums sums = empty_sums(40, 1);
    REQUIRE(!sums.add(view, {.rows = {.first = 0, .count = 50}, .classes = codes.data()}));

    CHECK(expected.equals(sums));
  });
}

TEST_CASE("words are put where the posterior has them, others are left out") {
  on_all_instructions([] {
    Random random{8};
    const auto documents = random_documents(random, 40, 12, 30);
    const std::vector<Index> places{5, -1, 3, 0, -1, 19, 18, 7, 1, 2, -1, 4};
    const std::vector<Code> codes(40, 0);
    Expected expected(20, 1);
    for (Index row = 0; row < 40; ++row) {
      WordCounts moved;
      for (const WordCount& entry : documents.document(row))
        if (places[entry.word] >= 0)
          moved.push_back({static_cast<std::uint32_t>(places[entry.word]), entry.count});
      expected.observe(moved, 0, 1);
    }
    WordRows view = documents.view();
    view.translate = places.data();

    WordSums sums = empty_sums(20, 1);
    REQUIRE(!sums.add(view, {.rows = {.first = 0, .count = 40}, .classes = codes.data()}));

    CHECK(expected.equals(sums));
  });
}

TEST_CASE("the first count that is none is told with its row and word") {
  on_all_instructions([] {
    for (const double bad : {-1.0, infinity, -infinity, 2e300}) {
      CAPTURE(bad);
      StoredDocuments documents;
      documents.vocabulary = 90;
      WordCounts longer;
      for (std::uint32_t word = 10; word < 40; ++word) longer.push_back({word, 1});
      documents.add({{3, 1}, {5, 2}});
      documents.add(longer);
      documents.add({{1, 1}});
      documents.counts[2 + 17] = bad;
      documents.counts[2 + 29] = bad;
      documents.counts[2] = not_a_number;  // a fault counts for more than a missing document
      documents.counts.back() = bad;
      std::vector<Code> codes{0, 0, 0};
      WordSums sums = empty_sums(90, 1);
      const detail::Tile tile{.rows = {.first = 0, .count = 3}, .classes = codes.data()};

      CHECK(sums.add(documents.view(), tile) == Entry{.row = 1, .column = 27});

      codes[1] = -1;
      sums.reset(90, 1);
      CHECK(sums.add(documents.view(), tile) == Entry{.row = 2, .column = 1});
    }
  });
}

TEST_CASE("a negative count and a word beyond the vocabulary are faults") {
  on_all_instructions([] {
    StoredDocuments documents;
    documents.vocabulary = 10;
    documents.add({{1, 1}, {2, 1}, {9, 4}});
    const std::vector<Code> codes{0};
    const detail::Tile tile{.rows = {.first = 0, .count = 1}, .classes = codes.data()};
    WordSums sums = empty_sums(10, 1);
    REQUIRE(!sums.add(documents.view(), tile));

    documents.counts[1] = -3;
    CHECK(sums.add(documents.view(), tile) == Entry{.row = 0, .column = 2});
    documents.counts[1] = 3;
    documents.words[2] = 10;
    CHECK(sums.add(documents.view(), tile) == Entry{.row = 0, .column = 10});
    documents.words[2] = 4294967295U;
    CHECK(sums.add(documents.view(), tile) == Entry{.row = 0, .column = 4294967295});
  });
}

TEST_CASE("merging the sums of two parts gives those of the whole") {
  Random random{9};
  const auto documents = random_documents(random, 90, 33, 30);
  const std::vector<Code> codes = random_classes(random, 90, 5);
  WordSums whole = empty_sums(33, 5);
  WordSums first = empty_sums(33, 5);
  WordSums second = empty_sums(33, 5);
  REQUIRE(
      !whole.add(documents.view(), {.rows = {.first = 0, .count = 90}, .classes = codes.data()}));
  REQUIRE(
      !first.add(documents.view(), {.rows = {.first = 0, .count = 41}, .classes = codes.data()}));
  REQUIRE(!second.add(documents.view(),
                      {.rows = {.first = 41, .count = 49}, .classes = codes.data() + 41}));

  first.merge(second);

  for (Index klass = 0; klass < 5; ++klass) CHECK(first.totals(klass) == whole.totals(klass));
  CHECK(whole.documents(0) > 0);
}

TEST_CASE("resetting forgets, and lets the shape change") {
  StoredDocuments documents;
  documents.vocabulary = 2;
  documents.add({{0, 1}, {1, 2}});
  const std::vector<Code> codes{0};
  WordSums sums = empty_sums(2, 1);
  REQUIRE(!sums.add(documents.view(), {.rows = {.first = 0, .count = 1}, .classes = codes.data()}));
  REQUIRE(sums.counts(0)[1] == 2);

  sums.reset(3, 2);

  CHECK(sums.classes() == 2);
  CHECK(sums.vocabulary() == 3);
  for (Index klass = 0; klass < 2; ++klass) {
    CHECK(sums.documents(klass) == 0);
    CHECK(sums.totals(klass).counts == std::vector<double>{0, 0, 0});
  }
}

TEST_CASE("the words of a text column are seen without a copy") {
  const Words words{.vocabulary = {"a", "b"},
                    .offsets = {0, 1, 1, 3},
                    .words = {1, 0, 1},
                    .counts = {2, 1, 5},
                    .missing = {false, true, false}};
  const std::vector<Code> codes{0, 0, 0};
  WordSums sums = empty_sums(2, 1);

  REQUIRE(!sums.add(word_rows(words), {.rows = {.first = 0, .count = 3}, .classes = codes.data()}));

  CHECK(sums.totals(0) == WordTotals{.counts = {1, 7}, .documents = 2});
}
