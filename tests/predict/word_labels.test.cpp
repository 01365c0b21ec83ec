// Labels of documents by steps of 16 bits: those of the log joints wherever they say one.
#include <credence/detail/predict/block_scores.hpp>

#include <cstdlib>

#include "predict/tiles/tile_answers.hpp"
#include "predict/words/word_labels.hpp"
#include "support/word_score_cases.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

struct Found {
  Index wrong = 0;
  Index decided = 0;
};

// The labels of log joints, one row after another.
std::vector<Code> exact_labels(const WordScores& scores, const WordRows& view, const RowSpan& rows,
                               const std::vector<double>& priors) {
  std::vector<Code> labels;
  detail::TileBuffer buffer(std::ssize(priors), 64);
  for (Index first = 0; first < rows.count; first += 64) {
    const RowSpan part = rows.part(first, std::min<Index>(64, rows.count - first));
    ScoreTile tile = buffer.tile(part.count);
    detail::start_tile(tile, priors);
    REQUIRE(!scores.add(view, part, tile));
    std::array<Code, 64> some;
    most_probable(tile, std::span(some).first(static_cast<std::size_t>(part.count)));
    labels.insert(labels.end(), some.begin(), some.begin() + part.count);
  }
  return labels;
}

// Holds labels by steps to those of log joints.
template <class Density>
Found compare(const std::vector<Density>& densities, const WordRows& view, const RowSpan& rows,
              const std::vector<double>& priors) {
  const std::vector<bool> live = live_classes(priors);
  const WordScores scores(densities, live);
  const auto finder = scores.label_finder(view, rows, priors);
  REQUIRE(finder);
  std::vector<Code> labels(static_cast<std::size_t>(rows.count), 99);
  finder->find(rows, labels);
  const std::vector<Code> expected = exact_labels(scores, view, rows, priors);
  Found found;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == -1) continue;
    ++found.decided;
    found.wrong += labels[i] == expected[i] ? 0 : 1;
  }
  return found;
}

std::vector<double> random_priors(Random& random, std::size_t classes) {
  std::vector<double> priors;
  for (std::size_t klass = 0; klass < classes; ++klass) priors.push_back(-5 * random.uniform());
  return priors;
}

// Documents of whole counts, so many that steps are made.
StoredDocuments many_documents(Random& random, Index vocabulary, Index rows) {
  StoredDocuments all = random_documents(random, rows, vocabulary, 90);
  while (std::ssize(all.words) < 150 * vocabulary) {
    const StoredDocuments more = random_documents(random, rows, vocabulary, 90);
    for (Index row = 0; row < rows; ++row) all.add(more.document(row));
  }
  return all;
}

std::vector<double>& values_of(Multinomial& density) { return density.probabilities; }
std::vector<double>& values_of(CompoundMultinomial& density) { return density.weights; }

// Densities whose logarithms differ by about `spread`.
template <class Density>
std::vector<Density> close_densities(Random& random, Index classes, Index words, double spread) {
  std::vector<Density> all(static_cast<std::size_t>(classes),
                           random_densities<Density>(random, 1, words, false).front());
  for (Density& density : all)
    for (double& value : values_of(density)) value *= std::exp(spread * (random.uniform() - 0.5));
  return all;
}

}  // namespace

TEST_CASE_TEMPLATE("labels by steps are those of log joints, and few are left open", Density,
                   Multinomial, CompoundMultinomial) {
  on_all_instructions([] {
    Random random{21};
    for (const Index classes : {1, 2, 3, 7, 8, 9, 16, 17, 20, 32, 33, 64, 65, 97, 130}) {
      CAPTURE(classes);
      auto documents = many_documents(random, 40, 60);
      if constexpr (std::is_same_v<Density, CompoundMultinomial>)
        for (double& count : documents.counts) count = std::fmod(count, 9);
      const RowSpan rows{.count = documents.rows()};
      const auto densities = random_densities<Density>(random, classes, 40, false);
      const auto priors = random_priors(random, densities.size());
      const Found found = compare(densities, documents.view(), rows, priors);
      CHECK(found.wrong == 0);
      CHECK(found.decided >= rows.count * 9 / 10);
    }
  });
}

TEST_CASE_TEMPLATE("labels by steps are never wrong, however close classes are", Density,
                   Multinomial, CompoundMultinomial) {
  on_all_instructions([] {
    Random random{22};
    Index decided = 0;
    for (int trial = 0; trial < 400; ++trial) {
      CAPTURE(trial);
      const auto classes = static_cast<Index>(2 + random.below(12));
      const auto documents = many_documents(random, 30, 40);
      const double spread = std::pow(10.0, -17 * random.uniform());
      const auto densities = close_densities<Density>(random, classes, 30, spread);
      std::vector<double> priors(densities.size(), -1.0);
      if (trial % 3 == 0)
        for (double& prior : priors) prior -= spread * random.uniform();
      const Found found = compare(densities, documents.view(), {.count = documents.rows()}, priors);
      CHECK(found.wrong == 0);
      decided += found.decided;
    }
    CHECK(decided > 0);
  });
}

// One word is stretched as far as doubles go: every step is long, and most rows are left open.
TEST_CASE("labels by steps hold where probabilities are denormal or near 1") {
  on_all_instructions([] {
    Random random{23};
    for (int trial = 0; trial < 100; ++trial) {
      CAPTURE(trial);
      const auto documents = many_documents(random, 30, 40);
      auto densities = close_densities<Multinomial>(random, 5, 30, trial % 2 == 0 ? 1e-3 : 2.0);
      for (Multinomial& density : densities) {
        density.probabilities[0] = trial % 3 == 0 ? 5e-324 : 1 - 1e-16;
        density.probabilities[1 + random.below(29)] = 1e-310 * random.uniform() + 5e-324;
      }
      const auto priors = random_priors(random, densities.size());
      CHECK(compare(densities, documents.view(), {.count = documents.rows()}, priors).wrong == 0);
    }
  });
}

TEST_CASE("equal classes are left to log joints") {
  on_all_instructions([] {
    Random random{24};
    const auto documents = many_documents(random, 30, 40);
    const Multinomial one = random_multinomial(random, 30, false);
    const std::vector<Multinomial> densities(4, one);
    const Found ties =
        compare(densities, documents.view(), {.count = documents.rows()}, {-1, -1, -2, -1});
    CHECK(ties.decided == 0);
    // The priors alone decide then.
    const Found apart =
        compare(densities, documents.view(), {.count = documents.rows()}, {-1, -2, -0.5, -1});
    CHECK(apart.decided == documents.rows());
    CHECK(apart.wrong == 0);
  });
}

TEST_CASE("documents that steps cannot tell of are left open") {
  on_all_instructions([] {
    Random random{25};
    auto documents = many_documents(random, 30, 40);
    const auto densities = random_densities<Multinomial>(random, 3, 30, false);
    const std::vector<double> priors{-1, -1, -1};
    const WordScores scores(densities, std::vector<bool>(3, true));
    const auto label_of = [&](const WordCounts& document) {
      StoredDocuments all = documents;
      all.vocabulary = 200000;
      all.add(document);
      const RowSpan row{.first = all.rows() - 1, .count = 1};
      const WordRows view = all.view();
      const auto finder = scores.label_finder(view, {.count = all.rows()}, priors);
      REQUIRE(finder);
      std::vector<Code> label(1, 99);
      finder->find(row, label);
      return label.front();
    };
    for (const double count :
         {0.5, 1e-310, 1.0000001, 32767.5, 32768.0, 1e300, 2e300, -1.0, infinity, not_a_number})
      for (const std::uint32_t at : {0U, 3U, 16U}) {
        CAPTURE(count);
        WordCounts document;
        for (std::uint32_t word = 0; word < 17; ++word)
          document.push_back({word, word == at ? count : 2});
        CHECK(label_of(document) == -1);
      }
    CHECK(label_of({{30, 1}}) == -1);  // beyond the densities
    CHECK(label_of({{199999, 1}}) == -1);
    CHECK(label_of({{0, 32767}}) >= 0);
    CHECK(label_of({{0, 32767}, {1, 32233}}) >= 0);   // 65,000 tokens
    CHECK(label_of({{0, 32767}, {1, 32234}}) == -1);  // one more
    WordCounts longest;
    for (int i = 0; i < 65000; ++i) longest.push_back({static_cast<std::uint32_t>(i % 30), 1});
    CHECK(label_of(longest) >= 0);
    longest.push_back({0, 0});
    CHECK(label_of(longest) == -1);
    CHECK(label_of(WordCounts(100000, {0, 1})) == -1);
  });
}

TEST_CASE("sums of steps do not run over where every word is at the end of the range") {
  on_all_instructions([] {
    StoredDocuments documents;
    documents.vocabulary = 2;
    documents.add({{0, 32767}, {1, 32233}});
    documents.add({{0, 32233}, {1, 32767}});
    for (int i = 0; i < 40; ++i) documents.add({{0, 1}});
    // All words say the same of both classes: the sums are 65,000 times 32,767 steps.
    const std::vector<Multinomial> densities{{.probabilities = {1e-300, 1e-300}},
                                             {.probabilities = {0.5, 0.5}}};
    const Found found =
        compare(densities, documents.view(), {.count = documents.rows()}, {-0.1, -5});
    CHECK(found.decided == documents.rows());
    CHECK(found.wrong == 0);
  });
}

TEST_CASE_TEMPLATE("labels by steps know words by their places, missing documents and dead classes",
                   Density, Multinomial, CompoundMultinomial) {
  on_all_instructions([] {
    Random random{26};
    const auto documents = many_documents(random, 10, 60);
    const auto densities = random_densities<Density>(random, 4, 9, false);
    const std::vector<Index> places{3, -1, 0, 7, -1, 1, -1, 5, 4, 2};
    std::vector<bool> missing(static_cast<std::size_t>(documents.rows()));
    for (std::size_t row = 0; row < missing.size(); row += 9) missing[row] = true;
    std::vector<Index> list;
    for (Index row = documents.rows() - 1; row >= 0; row -= 2) list.push_back(row);
    const RowSpan some{.count = std::ssize(list), .list = list.data()};
    for (const Index reserved : {-1, 8}) {
      WordRows view = documents.view();
      view.translate = places.data();
      view.reserved = reserved;
      view.missing = &missing;
      const Found found = compare(densities, view, some, {-1, -2, -infinity, -1.5});
      CHECK(found.wrong == 0);
      CHECK(found.decided > 0);
    }
  });
}

// All words of the data are known, at other places: steps are put in their order, repeats find theirs.
TEST_CASE_TEMPLATE("labels by steps hold for words in another order", Density, Multinomial,
                   CompoundMultinomial) {
  on_all_instructions([] {
    Random random{31};
    auto documents = many_documents(random, 40, 60);
    for (double& count : documents.counts)
      if constexpr (std::is_same_v<Density, CompoundMultinomial>) count = std::fmod(count, 9);
    const auto densities = random_densities<Density>(random, 20, 90, false);
    std::vector<Index> places;
    for (Index word = 0; word < 40; ++word) places.push_back((word * 37 + 11) % 90);
    WordRows view = documents.view();
    view.translate = places.data();
    const auto priors = random_priors(random, densities.size());
    const Found found = compare(densities, view, {.count = documents.rows()}, priors);
    CHECK(found.wrong == 0);
    CHECK(found.decided >= documents.rows() * 9 / 10);
    places[17] = 90;  // beyond the densities: such documents are scored
    const Found less = compare(densities, view, {.count = documents.rows()}, priors);
    CHECK(less.wrong == 0);
    CHECK(less.decided < found.decided);
  });
}

// Unknown words have no length; those that share the reserved place are one word, and such documents are
// scored. Three to seven classes leave room for a mark beside them, eight do not.
TEST_CASE("labels by steps of compound densities know words without a place of their own") {
  on_all_instructions([] {
    Random random{32};
    auto documents = many_documents(random, 40, 60);
    for (double& count : documents.counts) count = std::fmod(count, 9);
    std::vector<Index> places;
    for (Index word = 0; word < 40; ++word) places.push_back(word % 8 == 5 ? -1 : word);
    WordRows view = documents.view();
    view.translate = places.data();
    const RowSpan rows{.count = documents.rows()};
    for (const Index classes : {3, 7, 8}) {
      CAPTURE(classes);
      const auto densities = random_densities<CompoundMultinomial>(random, classes, 40, false);
      const auto priors = random_priors(random, densities.size());
      view.reserved = -1;
      const Found unknown = compare(densities, view, rows, priors);
      CHECK(unknown.wrong == 0);
      CHECK(unknown.decided >= rows.count * 9 / 10);
      view.reserved = 2;
      const Found shared = compare(densities, view, rows, priors);
      CHECK(shared.wrong == 0);
      CHECK(shared.decided < unknown.decided / 2);
    }
  });
}

TEST_CASE("steps stand at the words of the data where classes leave room for a mark") {
  Random random{33};
  const auto documents = many_documents(random, 20, 30);
  std::vector<Index> places(30);
  for (Index word = 0; word < 30; ++word)
    places[static_cast<std::size_t>(word)] = word % 10 == 3 ? -1 : 29 - word;
  WordRows view = documents.view();
  view.translate = places.data();
  for (const Index classes : {6, 7, 8}) {
    CAPTURE(classes);
    const std::vector<double> weights(31 * 8, 1.5);
    const std::vector<double> logs(weights.size(), std::log(1.5));
    const credence::detail::WordTable table{.logs = logs.data(),
                                            .weights = weights.data(),
                                            .totals = weights.data(),
                                            .classes = classes,
                                            .words = 30,
                                            .stride = 8};
    const credence::detail::WordSteps steps(
        table, std::vector<bool>(static_cast<std::size_t>(classes), true));
    REQUIRE(steps.usable);
    const auto placed = steps.placed(view);
    REQUIRE(placed.has_value() == (classes < 8));
    if (placed) CHECK(placed->marks);
  }
}

TEST_CASE("steps are made where they pay, and not where a word is impossible") {
  Random random{27};
  const auto documents = many_documents(random, 30, 40);
  const std::vector<bool> live(2, true);
  const RowSpan all{.count = documents.rows()};
  const std::vector<double> priors(2, -1);
  const auto finds_labels = [&](const WordScores& scores, const RowSpan& rows) {
    return scores.label_finder(documents.view(), rows, priors) != nullptr;
  };
  const auto densities = random_densities<Multinomial>(random, 2, 30, false);
  CHECK(finds_labels({densities, live}, all));
  CHECK(!finds_labels({densities, live}, {.count = 1}));
  CHECK(!finds_labels({densities, {false, false}}, all));
  CHECK(!finds_labels({}, all));
  auto impossible = densities;
  impossible[1].probabilities[7] = 0;
  CHECK(!finds_labels({impossible, live}, all));
  CHECK(finds_labels({impossible, {true, false}}, all));
  auto compound = random_densities<CompoundMultinomial>(random, 2, 30, false);
  CHECK(finds_labels({compound, live}, all));
  compound[0].weights.pop_back();  // a word that one class does not know
  CHECK(!finds_labels({compound, live}, all));
}

// Weights far from each other, and documents of any length: the terms of words and lengths are long.
TEST_CASE("labels by steps hold for compound densities of any weights and lengths") {
  on_all_instructions([] {
    Random random{29};
    Index decided = 0;
    for (int trial = 0; trial < 60; ++trial) {
      CAPTURE(trial);
      auto documents = many_documents(random, 20, 60);
      for (double& count : documents.counts)
        count = random.below(3) == 0 ? static_cast<double>(random.below(300)) : std::fmod(count, 4);
      std::vector<CompoundMultinomial> densities(4);
      for (CompoundMultinomial& density : densities)
        for (int word = 0; word < 20; ++word)
          density.weights.push_back(trial % 3 == 0   ? std::pow(10.0, 40 * random.uniform() - 20)
                                    : trial % 3 == 1 ? 1e-300 * (1 + random.uniform())
                                                     : std::exp(3 * random.uniform()));
      const auto priors = random_priors(random, densities.size());
      const Found found = compare(densities, documents.view(), {.count = documents.rows()}, priors);
      CHECK(found.wrong == 0);
      decided += found.decided;
    }
    CHECK(decided > 0);
  });
}

// Ten million rows where CREDENCE_SOAK is set. The words of every other table stand elsewhere, one in a hundred
// nowhere.
TEST_CASE_TEMPLATE("labels by steps of many rows are those of log joints", Density, Multinomial,
                   CompoundMultinomial) {
  const Index rows = std::getenv("CREDENCE_SOAK") != nullptr ? 10'000'000 : 20'000;
  Random random{28};
  Index decided = 0;
  for (Index done = 0; done < rows; done += 5000) {
    auto documents = random_documents(random, 5000, 300, 120);
    if constexpr (std::is_same_v<Density, CompoundMultinomial>)
      for (double& count : documents.counts) count = std::fmod(count, 5);
    const auto densities =
        close_densities<Density>(random, 20, 300, std::pow(10.0, -3 * random.uniform()));
    const auto priors = random_priors(random, densities.size());
    std::vector<Index> places;
    for (Index word = 0; word < 300; ++word)
      places.push_back(random.below(100) == 0 ? -1 : (word * 7 + 11) % 300);
    WordRows view = documents.view();
    if (done % 10'000 != 0) view.translate = places.data();
    const Found found = compare(densities, view, {.count = 5000}, priors);
    REQUIRE(found.wrong == 0);
    decided += found.decided;
  }
  CHECK(decided > rows / 10);
}
