// Tiles of so many documents that they are added class by class, or whole counts to small counters,
// against the same documents a few at a time, which are added in their order.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "learn/words/word_sums.hpp"
#include "support/instructions.hpp"
#include "support/word_samples.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr Index rows = 3600;
constexpr Index vocabulary = 6000;
constexpr Index classes = 90;
constexpr Index few = 100;

// The tables have 540,000 places, and the documents with a class 2.6 million values: four for each
// place and more are added class by class.
struct Sample {
  StoredDocuments documents;
  std::vector<Code> codes;
  std::vector<double> weights;
  std::vector<Index> order;

  Sample() {
    Random random{12};
    documents = random_documents(random, rows, vocabulary, 2000);
    for (double& count : documents.counts) count *= random.uniform();
    codes = random_classes(random, rows, classes);
    for (Index row = 0; row < rows; ++row) weights.push_back(random.uniform() + 0.01);
    order.resize(rows);
    std::iota(order.begin(), order.end(), Index{0});
    random.shuffle(order);
  }

  // Whole counts, some of them so large that counters run over.
  void make_whole() {
    for (std::size_t i = 0; i < documents.counts.size(); ++i) {
      double& count = documents.counts[i];
      count = i % 50 == 0 ? std::floor(65535 * count / (1 + count)) : std::ceil(count);
    }
  }
  // As `sums`, of weight 1.
  [[nodiscard]] WordSums unweighted(const WordRows& view, Index most, bool listed) {
    std::fill(weights.begin(), weights.end(), 1);
    return sums(view, most, listed, false);
  }
  // The rows in their order, or listed in a random one; at most `most` of them a tile.
  [[nodiscard]] WordSums sums(const WordRows& view, Index most, bool listed,
                              bool weighted = true) const {
    WordSums result;
    result.reset(vocabulary, classes);
    const RowSpan all{.count = rows, .list = listed ? order.data() : nullptr};
    for (Index first = 0; first < rows; first += most)
      REQUIRE(!result.add(view, {.rows = all.part(first, std::min(most, rows - first)),
                                 .classes = codes.data() + first,
                                 .weights = weighted ? weights.data() + first : nullptr}));
    return result;
  }
};

bool same_bits(const WordSums& a, const WordSums& b) {
  for (Index klass = 0; klass < classes; ++klass)
    if (!(a.totals(klass) == b.totals(klass))) return false;
  return true;
}

}  // namespace

TEST_CASE("documents added class by class have the bits of those added in their order") {
  const Sample sample;
  for (const Instructions instructions : available_instructions()) {
    CAPTURE(to_string(instructions));
    const UsingInstructions use(instructions);
    for (const bool listed : {false, true}) {
      CAPTURE(listed);
      CHECK(same_bits(sample.sums(sample.documents.view(), rows, listed),
                      sample.sums(sample.documents.view(), few, listed)));
    }
  }
}

TEST_CASE(
    "class by class missing documents, those with a NaN and words without a place are left out") {
  Sample sample;
  std::vector<bool> missing(rows);
  std::vector<Index> places(vocabulary);
  std::iota(places.rbegin(), places.rend(), Index{0});
  for (Index word = 0; word < vocabulary; word += 7) places[static_cast<std::size_t>(word)] = -1;
  for (Index row = 0; row < rows; ++row) {
    const auto at = static_cast<std::size_t>(row);
    missing[at] = row % 9 == 0;
    if (row % 11 == 0 && sample.documents.offsets[at] < sample.documents.offsets[at + 1])
      sample.documents.counts[sample.documents.offsets[at]] =
          std::numeric_limits<double>::quiet_NaN();
  }
  WordRows view = sample.documents.view();
  view.missing = &missing;
  view.translate = places.data();

  CHECK(same_bits(sample.sums(view, rows, false), sample.sums(view, few, false)));
}

TEST_CASE("class by class the first fault in the order of the rows is told") {
  Sample sample;
  const auto spoil = [&](std::size_t row, Code klass) {
    sample.codes[row] = klass;
    const auto begin = sample.documents.offsets[row];
    REQUIRE(begin < sample.documents.offsets[row + 1]);
    sample.documents.counts[begin] = -1;
    return Entry{.row = static_cast<Index>(row), .column = sample.documents.words[begin]};
  };
  const Entry first = spoil(1201, 80);
  static_cast<void>(spoil(1900, 2));
  static_cast<void>(spoil(600, -1));
  WordSums sums;
  sums.reset(vocabulary, classes);

  CHECK(sums.add(sample.documents.view(),
                 {.rows = {.count = rows}, .classes = sample.codes.data()}) == first);
}

TEST_CASE("whole counts have the same sums by counters of 16 bits") {
  Sample sample;
  sample.make_whole();
  for (const Instructions instructions : available_instructions()) {
    CAPTURE(to_string(instructions));
    const UsingInstructions use(instructions);
    for (const bool listed : {false, true}) {
      CAPTURE(listed);
      CHECK(same_bits(sample.unweighted(sample.documents.view(), rows, listed),
                      sample.unweighted(sample.documents.view(), few, listed)));
    }
  }
}

TEST_CASE("a document that counters do not take is added behind those before it") {
  Sample sample;
  sample.make_whole();
  for (const Instructions instructions : available_instructions()) {
    CAPTURE(to_string(instructions));
    const UsingInstructions use(instructions);
    for (const double odd :
         {0.5, 65535.0, 65536.0, 2147483647.0, 1e300, -0.0,
          std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::denorm_min()}) {
      CAPTURE(odd);
      for (const std::size_t row : {0U, 1700U, 3599U}) {
        CAPTURE(row);
        sample.codes[row] = 1;
        const std::uint64_t begin = sample.documents.offsets[row];
        const std::uint64_t end = sample.documents.offsets[row + 1];
        REQUIRE(begin < end);
        for (const std::uint64_t place : {begin, end - 1}) {
          CAPTURE(place);
          const double kept = std::exchange(sample.documents.counts[place], odd);
          CHECK(same_bits(sample.unweighted(sample.documents.view(), rows, false),
                          sample.unweighted(sample.documents.view(), few, false)));
          sample.documents.counts[place] = kept;
        }
      }
    }
  }
}

TEST_CASE("whole counts behind fractions keep the order of their additions") {
  Sample whole;
  const Sample fractions;
  whole.make_whole();
  const auto sums = [&](Index most) {
    WordSums result;
    result.reset(vocabulary, classes);
    for (const Sample* sample : {&fractions, &std::as_const(whole)})
      for (Index first = 0; first < rows; first += most)
        REQUIRE(!result.add(sample->documents.view(), {.rows = {.first = first, .count = most},
                                                       .classes = sample->codes.data() + first}));
    return result;
  };
  CHECK(same_bits(sums(rows), sums(few)));
}

TEST_CASE("the first fault behind counted documents is told, and what was counted is forgotten") {
  Sample sample;
  sample.make_whole();
  StoredDocuments spoilt = sample.documents;
  const std::size_t begin = spoilt.offsets[1800];
  REQUIRE(begin < spoilt.offsets[1801]);
  spoilt.counts[begin] = -1;
  sample.codes[1800] = 7;
  const detail::Tile tile{.rows = {.count = rows}, .classes = sample.codes.data()};
  WordSums sums;
  sums.reset(vocabulary, classes);
  CHECK(sums.add(spoilt.view(), tile) == Entry{.row = 1800, .column = spoilt.words[begin]});
  sums.reset(vocabulary, classes);
  REQUIRE(!sums.add(sample.documents.view(), tile));
  CHECK(same_bits(sums, sample.unweighted(sample.documents.view(), few, false)));
}
