// Scores of documents against log_density of the densities, class by class.
#include <credence/predict/word_scores.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "support/word_samples.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double guard = 12345.5;

// A tile between guards, filled with log joints to which scores are added.
class GuardedTile {
 public:
  GuardedTile(Index classes, Index rows)
      : stride_((rows + 31) / 32 * 32),
        classes_(classes),
        rows_(rows),
        values_(static_cast<std::size_t>(classes * stride_ + 16), guard) {
    for (Index klass = 0; klass < classes; ++klass)
      for (Index row = 0; row < stride_; ++row) tile().at(klass, row) = start(klass, row);
  }
  [[nodiscard]] ScoreTile tile() {
    return {.data = values_.data() + 8, .classes = classes_, .rows = rows_, .stride = stride_};
  }
  [[nodiscard]] static double start(Index klass, Index row) {
    return -static_cast<double>(klass + row) / 8;
  }
  [[nodiscard]] bool guarded() const {
    for (std::size_t i = 0; i < 8; ++i)
      if (values_[i] != guard || values_[values_.size() - 1 - i] != guard) return false;
    return true;
  }

 private:
  Index stride_;
  Index classes_;
  Index rows_;
  LargeArray<double> values_;
};

// A log density with the sum of the sizes of what it is added from.
struct Reference {
  double value = 0;
  double size = 0;
};

Reference reference(const Multinomial& d, const WordCounts& document) {
  Reference result{.value = log_density(d, document)};
  for (const WordCount& entry : document)
    if (entry.count > 0 && entry.word < d.probabilities.size())
      result.size += std::abs(x_log_y(entry.count, d.probabilities[entry.word]));
  return result;
}

Reference reference(const DirichletMultinomial& d, const WordCounts& document) {
  Reference result{.value = log_density(d, document)};
  for (const WordCount& entry : document)
    if (entry.count > 0 && entry.word < d.weights.size())
      result.size += std::abs(log_gamma_ratio(d.weights[entry.word], entry.count));
  if (length(document) > 0)
    result.size += std::abs(log_gamma_ratio(compensated_sum(d.weights), length(document)));
  return result;
}

// How far a score is from the reference, in units of what is allowed; infinity where one is
// infinite and the other is not.
double error_of(double score, double start, const Reference& expected) {
  if (!std::isfinite(expected.value)) return score == expected.value ? 0 : infinity;
  if (!std::isfinite(score)) return infinity;
  return std::abs(score - start - expected.value) /
         (1e-12 * expected.size + 4e-16 * std::abs(start) + 1e-300);
}

Multinomial random_multinomial(Random& random, Index words, bool impossible_words) {
  Multinomial d{.probabilities =
                    random.dirichlet(std::vector<double>(static_cast<std::size_t>(words), 0.7))};
  for (double& p : d.probabilities) p = std::max(p, 1e-12);
  if (impossible_words)
    for (double& p : d.probabilities) p = random.below(30) == 0 ? 0 : p;
  return d;
}

template <class Density>
std::vector<Density> random_densities(Random& random, Index classes, Index words, bool special) {
  std::vector<Density> all;
  for (Index klass = 0; klass < classes; ++klass) {
    if constexpr (std::is_same_v<Density, Multinomial>) {
      all.push_back(random_multinomial(random, words, special));
    } else {
      Density d;
      for (Index word = 0; word < words; ++word)
        d.weights.push_back(special ? std::exp(20 * (random.uniform() - 0.8))
                                    : 1 + static_cast<double>(random.below(20)));
      all.push_back(d);
    }
  }
  return all;
}

// The largest error over all rows and classes; infinity where a guard was overwritten.
// document(row) gives what is expected to have been scored, nothing where it is missing.
template <class Density, class Data, class DocumentOf>
double largest_error(const std::vector<Density>& densities, const Data& data, const RowSpan& rows,
                     DocumentOf document) {
  const std::vector<bool> live(densities.size(), true);
  const WordScores scores(densities, live);
  GuardedTile tile(static_cast<Index>(densities.size()), rows.count);
  ScoreTile filled = tile.tile();
  if (scores.add(data, rows, filled)) return infinity;
  double largest = tile.guarded() ? 0 : infinity;
  for (Index i = 0; i < rows.count; ++i)
    for (std::size_t klass = 0; klass < densities.size(); ++klass) {
      const auto k = static_cast<Index>(klass);
      const Reference expected = reference(densities[klass], document(rows[i]));
      largest = std::max(largest, error_of(filled.at(k, i), GuardedTile::start(k, i), expected));
    }
  return largest;
}

template <class Density, class Count>
double error_of_documents(Index rows, Index vocabulary, Index classes, bool special) {
  Random random{static_cast<std::uint64_t>(rows * 1000 + vocabulary * 10 + classes)};
  const auto documents = random_documents<Count>(random, rows, vocabulary, 60);
  const auto densities = random_densities<Density>(random, classes, vocabulary, special);
  return largest_error(densities, documents.view(), {.first = 0, .count = rows},
                       [&](Index row) { return documents.document(row); });
}

template <class Density, class T>
double error_of_columns(Index rows, Index width, Index classes, bool special, bool by_row) {
  Random random{static_cast<std::uint64_t>(rows * 1000 + width * 10 + classes)};
  const std::vector<double> counts = random_counts(random, rows, width);
  const StoredColumns<T> stored(counts, rows, width, by_row, 5);
  const auto densities = random_densities<Density>(random, classes, width, special);
  return largest_error(densities, stored.panel(), {.first = 0, .count = rows},
                       [&](Index row) { return document_of(counts, row, width); });
}

template <class Check>
void on_all_instructions(Check check) {
  for (const Instructions instructions : available_instructions()) {
    CAPTURE(to_string(instructions));
    const UsingInstructions use(instructions);
    check();
  }
}

constexpr std::array<Index, 9> sizes{0, 1, 2, 7, 8, 9, 31, 33, 255};

template <class Density, class Count>
void check_documents() {
  on_all_instructions([] {
    for (const bool special : {false, true}) {
      CAPTURE(special);
      for (const Index rows : sizes) {
        CAPTURE(rows);
        CHECK(error_of_documents<Density, Count>(rows, 40, 3, special) <= 1);
      }
      for (Index classes = 1; classes <= 40; ++classes) {
        CAPTURE(classes);
        CHECK(error_of_documents<Density, Count>(11, 60, classes, special) <= 1);
      }
      for (const Index classes : {63, 64, 65, 71, 129, 1000}) {
        CAPTURE(classes);
        CHECK(error_of_documents<Density, Count>(9, 300, classes, special) <= 1);
      }
      CHECK(error_of_documents<Density, Count>(40, 9000, 20, special) <= 1);
    }
  });
}

template <class Density, class T>
void check_columns() {
  on_all_instructions([] {
    for (const bool special : {false, true})
      for (const bool by_row : {false, true}) {
        CAPTURE(special);
        CAPTURE(by_row);
        for (const Index rows : sizes) {
          CAPTURE(rows);
          CHECK(error_of_columns<Density, T>(rows, 5, 10, special, by_row) <= 1);
        }
        for (Index classes = 1; classes <= 20; ++classes) {
          CAPTURE(classes);
          CHECK(error_of_columns<Density, T>(13, 17, classes, special, by_row) <= 1);
        }
        for (const Index width : {1, 64, 255, 256, 257, 1000}) {
          CAPTURE(width);
          CHECK(error_of_columns<Density, T>(12, width, 4, special, by_row) <= 1);
        }
        CHECK(error_of_columns<Density, T>(12, 7, 200, special, by_row) <= 1);
      }
  });
}

}  // namespace

TEST_CASE_TEMPLATE("scores of documents under multinomial densities are the log densities", Count,
                   double, float, std::uint8_t, std::int32_t, std::int64_t) {
  check_documents<Multinomial, Count>();
}

TEST_CASE_TEMPLATE("scores of documents under compound densities are the log densities", Count,
                   double, float, std::uint8_t, std::int32_t, std::int64_t) {
  check_documents<DirichletMultinomial, Count>();
}

TEST_CASE_TEMPLATE("scores of count columns under multinomial densities are the log densities", T,
                   double, float, std::uint8_t, std::int32_t, std::int64_t) {
  check_columns<Multinomial, T>();
}

TEST_CASE_TEMPLATE("scores of count columns under compound densities are the log densities", T,
                   double, float, std::uint8_t, std::int32_t, std::int64_t) {
  check_columns<DirichletMultinomial, T>();
}

TEST_CASE("compound scores hold for any weights and counts") {
  on_all_instructions([] {
    for (const double weight :
         {1e-320, 1e-300, 1e-9, 0.01, 0.5, 1.0, 3.0, 7.5, 9.0, 1e3, 1e12, 1e29, 1e31, 1e100})
      for (const double count :
           {1e-3, 0.5, 1.0, 1.5, 2.0, 3.0, 7.0, 7.5, 8.0, 8.5, 9.0, 20.0, 1000.0, 1e9, 1e15}) {
        CAPTURE(weight);
        CAPTURE(count);
        StoredDocuments<double> documents;
        documents.vocabulary = 2;
        documents.add({{0, count}});
        documents.add({{0, 1}, {1, count}});
        documents.add({{1, count}});
        const std::vector<DirichletMultinomial> densities{
            {.weights = {weight, weight}}, {.weights = {weight, 1}}, {.weights = {0.25, weight}}};
        CHECK(largest_error(densities, documents.view(), {.first = 0, .count = 3},
                            [&](Index row) { return documents.document(row); }) <= 1);
      }
  });
}

TEST_CASE("long documents keep their digits") {
  on_all_instructions([] {
    Random random{3};
    StoredDocuments<double> documents;
    documents.vocabulary = 200000;
    for (const std::uint32_t size : {511U, 512U, 513U, 1024U, 1500U, 200000U}) {
      WordCounts document;
      for (std::uint32_t word = 0; word < size; ++word)
        document.push_back({word, 0.1 + static_cast<double>(random.below(4))});
      documents.add(document);
    }
    const auto document = [&](Index row) { return documents.document(row); };
    const RowSpan rows{.first = 0, .count = documents.rows()};
    const auto plain = random_densities<Multinomial>(random, 2, 200000, false);
    CHECK(largest_error(plain, documents.view(), rows, document) <= 1);
    for (double& count : documents.counts) count = std::ceil(count);
    const auto compound = random_densities<DirichletMultinomial>(random, 2, 200000, false);
    CHECK(largest_error(compound, documents.view(), rows, document) <= 1);
  });
}

TEST_CASE_TEMPLATE("listed rows are scored in their order", Density, Multinomial,
                   DirichletMultinomial) {
  on_all_instructions([] {
    Random random{4};
    const auto documents = random_documents<double>(random, 50, 30, 30);
    const std::vector<double> counts = random_counts(random, 50, 30);
    const StoredColumns<double> stored(counts, 50, 30, true);
    const auto densities = random_densities<Density>(random, 6, 30, false);
    std::vector<Index> list;
    for (int i = 0; i < 29; ++i) list.push_back(static_cast<Index>(random.below(50)));
    list.push_back(49);
    const RowSpan rows{.count = 30, .list = list.data()};

    CHECK(largest_error(densities, documents.view(), rows,
                        [&](Index row) { return documents.document(row); }) <= 1);
    CHECK(largest_error(densities, stored.panel(), rows,
                        [&](Index row) { return document_of(counts, row, 30); }) <= 1);
  });
}

TEST_CASE_TEMPLATE("words move to their places, the others together to the reserved one", Density,
                   Multinomial, DirichletMultinomial) {
  on_all_instructions([] {
    Random random{5};
    const auto documents = random_documents<float>(random, 40, 10, 25);
    const auto densities = random_densities<Density>(random, 4, 9, false);
    const std::vector<Index> places{3, -1, 0, 7, -1, 1, -1, 5, 4, 2};
    WordRows<float> view = documents.view();
    view.translate = places.data();
    for (const Index reserved : {-1, 8}) {
      CAPTURE(reserved);
      view.reserved = reserved;
      const auto moved = [&](Index row) {
        std::vector<double> counts(9);
        for (const WordCount& entry : documents.document(row)) {
          const Index place = places[entry.word] >= 0 ? places[entry.word] : reserved;
          if (place >= 0) counts[static_cast<std::size_t>(place)] += entry.count;
        }
        return document_of(counts, 0, 9);
      };
      CHECK(largest_error(densities, view, {.first = 0, .count = 40}, moved) <= 1);
    }
  });
}

TEST_CASE_TEMPLATE("missing documents and those with a NaN add nothing", Density, Multinomial,
                   DirichletMultinomial) {
  on_all_instructions([] {
    Random random{6};
    auto documents = random_documents<double>(random, 40, 50, 60);
    const StoredDocuments<double> whole = documents;
    const auto densities = random_densities<Density>(random, 10, 50, true);
    std::vector<bool> missing(40);
    std::vector<bool> broken(40);
    for (std::size_t row = 0; row < 40; ++row) {
      missing[row] = row % 7 == 3;
      broken[row] = row % 5 == 1 && documents.offsets[row + 1] > documents.offsets[row];
      if (broken[row]) documents.counts[documents.offsets[row + 1] - 1] = not_a_number;
    }
    WordRows<double> view = documents.view();
    view.missing = &missing;

    CHECK(largest_error(densities, view, {.first = 0, .count = 40}, [&](Index row) {
            const auto at = static_cast<std::size_t>(row);
            return missing[at] || broken[at] ? WordCounts() : whole.document(row);
          }) <= 1);
  });
}

TEST_CASE_TEMPLATE("a row of columns with a NaN adds nothing", Density, Multinomial,
                   DirichletMultinomial) {
  on_all_instructions([] {
    for (const Index width : {4, 520})
      for (const bool special : {false, true}) {
        CAPTURE(width);
        CAPTURE(special);
        Random random{7};
        const std::vector<double> whole = random_counts(random, 21, width);
        std::vector<double> counts = whole;
        for (Index row = 0; row < 21; row += 3)
          counts[static_cast<std::size_t>(row * width + (row * 37) % width)] = not_a_number;
        const StoredColumns<double> stored(counts, 21, width, true);
        const auto densities = random_densities<Density>(random, 3, width, special);
        CHECK(largest_error(densities, stored.panel(), {.first = 0, .count = 21}, [&](Index row) {
                return row % 3 == 0 ? WordCounts() : document_of(whole, row, width);
              }) <= 1);
      }
  });
}

TEST_CASE("classes without probability stay impossible and their densities are not read") {
  on_all_instructions([] {
    StoredDocuments<double> documents;
    documents.vocabulary = 3;
    documents.add({{0, 2}, {2, 3}});
    const auto check = [&](const WordScores& scores, double expected) {
      GuardedTile guarded(3, 1);
      ScoreTile tile = guarded.tile();
      tile.at(1, 0) = -infinity;
      REQUIRE(!scores.add(documents.view(), {.first = 0, .count = 1}, tile));
      CHECK(tile.at(1, 0) == -infinity);
      CHECK(tile.at(0, 0) == doctest::Approx(GuardedTile::start(0, 0) + expected).epsilon(1e-13));
      CHECK(tile.at(2, 0) == doctest::Approx(GuardedTile::start(2, 0) + expected).epsilon(1e-13));
    };
    const Multinomial plain{.probabilities = {0.5, 0.25, 0.25}};
    const DirichletMultinomial compound{.weights = {1, 2, 3}};
    const std::vector<bool> live{true, false, true};
    const double log_plain = log_density(plain, documents.document(0));
    const double log_compound = log_density(compound, documents.document(0));
    check(WordScores(std::vector{plain, Multinomial{}, plain}, live), log_plain);
    check(WordScores(std::vector{plain, Multinomial{.probabilities = {not_a_number}}, plain}, live),
          log_plain);
    check(WordScores(std::vector{compound, DirichletMultinomial{}, compound}, live), log_compound);
    check(
        WordScores(std::vector{compound, DirichletMultinomial{.weights = {not_a_number}}, compound},
                   live),
        log_compound);
  });
}

TEST_CASE("a word that no density knows, or that only a longer one knows, is impossible") {
  on_all_instructions([] {
    StoredDocuments<double> documents;
    documents.vocabulary = 9;
    documents.add({{0, 1}, {2, 1}});
    documents.add({{0, 1}, {8, 12.5}});
    documents.add({{0, 3}, {8, 0}});
    const auto document = [&](Index row) { return documents.document(row); };
    const RowSpan rows{.first = 0, .count = 3};
    CHECK(largest_error(std::vector<Multinomial>{{.probabilities = {0.5, 0.5}},
                                                 {.probabilities = {0.5, 0.25, 0.25}},
                                                 {.probabilities = {}}},
                        documents.view(), rows, document) <= 1);
    // The reference asks for the sum of at least one weight.
    CHECK(largest_error(
              std::vector<DirichletMultinomial>{{.weights = {1, 2}}, {.weights = {1, 2, 3}}},
              documents.view(), rows, document) <= 1);
  });
}

TEST_CASE("log joints of -inf stay, and never become NaN") {
  on_all_instructions([] {
    StoredDocuments<double> documents;
    documents.vocabulary = 2;
    documents.add({{0, 0}, {1, 1}});
    documents.add({{0, 5}});
    const WordScores scores(std::vector<Multinomial>{{.probabilities = {0, 1}}},
                            std::vector<bool>{true});
    GuardedTile guarded(1, 2);
    ScoreTile tile = guarded.tile();
    REQUIRE(!scores.add(documents.view(), {.first = 0, .count = 2}, tile));
    CHECK(tile.at(0, 0) == GuardedTile::start(0, 0));
    CHECK(tile.at(0, 1) == -infinity);
    REQUIRE(!scores.add(documents.view(), {.first = 0, .count = 2}, tile));
    CHECK(tile.at(0, 1) == -infinity);
  });
}

TEST_CASE_TEMPLATE("the first count that is none is told with its row and word", Density,
                   Multinomial, DirichletMultinomial) {
  on_all_instructions([] {
    Random random{8};
    const auto densities = random_densities<Density>(random, 70, 40, false);
    const std::vector<bool> live(70, true);
    const WordScores scores(densities, live);
    StoredDocuments<double> documents;
    documents.vocabulary = 40;
    WordCounts document;
    for (std::uint32_t word = 1; word < 40; word += 2) document.push_back({word, 1});
    for (int row = 0; row < 12; ++row) documents.add(document);
    const RowSpan rows{.first = 0, .count = 12};
    GuardedTile tile(70, 12);
    REQUIRE(!scores.add(documents.view(), rows, tile.tile()));

    documents.counts[9 * 20 + 3] = -1;
    documents.counts[9 * 20 + 1] = not_a_number;
    documents.counts[10 * 20] = infinity;
    CHECK(scores.add(documents.view(), rows, tile.tile()) == Entry{.row = 9, .column = 7});
    documents.words[3 * 20 + 19] = 40;
    CHECK(scores.add(documents.view(), rows, tile.tile()) == Entry{.row = 3, .column = 40});
    CHECK(tile.guarded());
  });
}

TEST_CASE("a negative whole count is told") {
  on_all_instructions([] {
    Random random{12};
    const WordScores scores(random_densities<Multinomial>(random, 2, 5, false), {true, true});
    StoredDocuments<std::int32_t> documents;
    documents.vocabulary = 5;
    documents.add({{0, 1}, {3, -1}});
    GuardedTile tile(2, 1);
    CHECK(scores.add(documents.view(), {.first = 0, .count = 1}, tile.tile()) ==
          Entry{.row = 0, .column = 3});
  });
}

TEST_CASE("the first cell of columns that is no count is told") {
  on_all_instructions([] {
    Random random{9};
    const auto densities = random_densities<Multinomial>(random, 3, 300, false);
    const WordScores scores(densities, {true, true, true});
    std::vector<double> counts(10 * 300, 1);
    counts[8 * 300 + 299] = -0.25;
    counts[9 * 300] = infinity;
    for (const bool by_row : {true, false}) {
      const StoredColumns<double> stored(counts, 10, 300, by_row);
      GuardedTile tile(3, 10);
      CHECK(scores.add(stored.panel(), {.first = 0, .count = 10}, tile.tile()) ==
            Entry{.row = 8, .column = 299});
    }
  });
}

TEST_CASE("a score does not depend on the tile or on the type of the counts") {
  on_all_instructions([] {
    Random random{10};
    const auto documents = random_documents<double>(random, 40, 80, 90);
    StoredDocuments<std::uint8_t> narrow;
    narrow.vocabulary = 80;
    for (Index row = 0; row < 40; ++row) narrow.add(documents.document(row));
    const auto densities = random_densities<Multinomial>(random, 5, 80, false);
    const WordScores scores(densities, std::vector<bool>(5, true));
    GuardedTile whole(5, 40);
    GuardedTile other(5, 40);
    REQUIRE(!scores.add(documents.view(), {.first = 0, .count = 40}, whole.tile()));
    REQUIRE(!scores.add(narrow.view(), {.first = 0, .count = 40}, other.tile()));
    for (Index row = 0; row < 40; ++row) {
      CAPTURE(row);
      GuardedTile one(5, 1);
      ScoreTile alone = one.tile();
      for (Index klass = 0; klass < 5; ++klass) alone.at(klass, 0) = GuardedTile::start(klass, row);
      REQUIRE(!scores.add(documents.view(), {.first = row, .count = 1}, alone));
      // Zero counts are left out of the narrow ones, so that words pair up differently.
      for (Index klass = 0; klass < 5; ++klass) {
        CHECK(alone.at(klass, 0) == whole.tile().at(klass, row));
        CHECK(other.tile().at(klass, row) ==
              doctest::Approx(whole.tile().at(klass, row)).epsilon(1e-13));
      }
    }
  });
}
