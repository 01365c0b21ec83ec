// Tiles of so many documents that they are added class by class, against the same documents a few
// at a time, which are added in their order.

#include <doctest/doctest.h>

#include <limits>
#include <numeric>

#include "learn/word_sums.hpp"
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

  // The rows in their order, or listed in a random one; at most `most` of them a tile.
  [[nodiscard]] WordSums sums(const WordRows& view, Index most, bool listed) const {
    WordSums result;
    result.reset(vocabulary, classes);
    const RowSpan all{.count = rows, .list = listed ? order.data() : nullptr};
    for (Index first = 0; first < rows; first += most)
      REQUIRE(!result.add(view, {.rows = all.part(first, std::min(most, rows - first)),
                                 .classes = codes.data() + first,
                                 .weights = weights.data() + first}));
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
