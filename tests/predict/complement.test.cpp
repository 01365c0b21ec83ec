// The rule of complement naive Bayes over posteriors of every kind.
#include <credence/predict/complement.hpp>

#include <credence/base/sum.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/learn/typed_block.hpp>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr std::string_view mails =
    "note,class\nwin win offer,spam\noffer now,spam\nmeet now,ham\nmeet lunch "
    "lunch,ham\nwin,spam\n";

Schema notes(Unseen unseen = Unseen::missing) {
  return schema_of({{.name = "note", .family = "multinomial", .unseen = unseen}});
}

Predictions answers(const ModelPosterior& posterior, std::string_view csv,
                    ComplementWeights weights = ComplementWeights::plain) {
  const Table table = table_of(csv);
  const auto bound = bind(posterior.model, table);
  return ComplementClassifier(posterior, weights).predict(bound, {.count = bound.rows});
}

}  // namespace

TEST_CASE("the weight of a word is how unlikely it is in the other classes") {
  const ComplementClassifier rule(learned(notes(), mails));

  // Words lunch, meet, now, offer, win: five tokens of ham, six of spam, and one added to each
  // of five words.
  REQUIRE(rule.classes() == Strings{"ham", "spam"});
  CHECK(rule.weights(0, 0)[4] == doctest::Approx(-std::log(4.0 / 11)).epsilon(1e-15));
  CHECK(rule.weights(0, 1)[4] == doctest::Approx(-std::log(1.0 / 10)).epsilon(1e-15));
  CHECK(rule.weights(0, 1)[0] == doctest::Approx(-std::log(3.0 / 10)).epsilon(1e-15));
}

// The sum of all other classes, whose counts differ, under priors that do.
TEST_CASE("weights are those of the sums over all other classes, to the bit") {
  std::string csv = "note,class\n";
  for (int klass = 0; klass < 7; ++klass)
    for (int word = klass; word < 12; word += 1 + klass % 3)
      csv += fmt::format("w{} {},k{}\n", word, klass % 2 == 0 ? "common" : "", klass);
  Schema schema = notes();
  for (int klass = 0; klass < 7; ++klass)
    schema.columns.front().prior.by_class.emplace_back(
        "k" + std::to_string(klass), PriorSpec{.values = {{"each", klass < 4 ? 0.1 : 0.7}}});
  const auto posterior = learned(schema, csv);
  const ComplementClassifier rule(posterior);
  const auto& block = typed<DirichletMultinomial>(*posterior.blocks.front());

  for (Index klass = 0; klass < 7; ++klass) {
    CAPTURE(klass);
    std::vector<double> counts(block.cell(0, 0).counts.size(), klass < 4 ? 0.1 : 0.7);
    for (Index other = 0; other < 7; ++other)
      for (std::size_t word = 0; word < counts.size() && other != klass; ++word)
        counts[word] += block.cell(0, other).counts[word];
    const double log_total = std::log(compensated_sum(counts));
    for (double& count : counts) count = -(std::log(count) - log_total);
    CHECK(rule.weights(0, klass) == counts);
  }
}

TEST_CASE("normalised weights sum to one for each class") {
  const ComplementClassifier rule(learned(notes(), mails), ComplementWeights::normalised);

  for (const Index klass : {0, 1}) {
    double sum = 0;
    for (const double weight : rule.weights(0, klass)) {
      CHECK(weight > 0);
      sum += weight;
    }
    CHECK(sum == doctest::Approx(1).epsilon(1e-15));
  }
}

TEST_CASE("a document gets the class whose words the others lack") {
  const Predictions found = answers(learned(notes(), mails), "note\nwin offer\nlunch\n\"\"\n");

  CHECK(found.label == std::vector<Index>{1, 0, 0});
  CHECK(found.log_joints(0)[1] == doctest::Approx(-std::log(0.1) - std::log(0.1)).epsilon(1e-14));
  // Without words every class scores alike, and the first wins whatever the class frequencies.
  CHECK(found.log_joints(2)[0] == found.log_joints(2)[1]);
  CHECK(found.probability(2, 1) == doctest::Approx(0.5));
  CHECK_FALSE(found.impossible[0]);
}

TEST_CASE("merged posteriors give the weights of the whole") {
  auto first = learned(notes(), "note,class\nwin win offer,spam\nmeet now,ham\n");
  merge(first, learned(notes(), "note,class\noffer now,spam\nmeet lunch lunch,ham\nwin,spam\n"));

  const ComplementClassifier merged(first);
  const ComplementClassifier whole(learned(notes(), mails));

  for (const Index klass : {0, 1}) CHECK(merged.weights(0, klass) == whole.weights(0, klass));
}

TEST_CASE("texts and columns of counts of the same documents score alike") {
  const Schema columns = schema_of({{.name = "note",
                                     .family = "multinomial",
                                     .columns = {"lunch", "meet", "now", "offer", "win"}}});
  const auto dense = learned(columns,
                             "lunch,meet,now,offer,win,class\n0,0,0,1,2,spam\n0,0,1,1,0,spam\n"
                             "0,1,1,0,0,ham\n2,1,0,0,0,ham\n0,0,0,0,1,spam\n");

  const Predictions of_columns =
      answers(dense, "lunch,meet,now,offer,win\n0,0,0,1,1\n1,0,0,0,0\n?,0,0,0,0\n");
  const Predictions of_texts = answers(learned(notes(), mails), "note\nwin offer\nlunch\n?\n");

  CHECK(of_columns.log_joint == of_texts.log_joint);
}

TEST_CASE("unseen words are passed over, reserved or refused as the schema says") {
  constexpr std::string_view rows = "note\nwin prize\n";
  const Predictions passed = answers(learned(notes(), mails), rows);
  CHECK(passed.unseen_cells == 1);
  CHECK(passed.log_joints(0)[1] == doctest::Approx(-std::log(0.1)).epsilon(1e-15));

  const auto posterior = learned(notes(Unseen::reserve), mails);
  CHECK(ComplementClassifier(posterior).weights(0, 0).size() == 6);
  CHECK(answers(posterior, rows).log_joints(0)[1] ==
        doctest::Approx(-2 * std::log(1.0 / 11)).epsilon(1e-14));

  CHECK(throws_error([&] { (void)answers(learned(notes(Unseen::error), mails), rows); },
                     ErrorCode::schema, "prize"));
}

TEST_CASE("a single word and a single class say nothing") {
  const auto posterior = learned(notes(), "note,class\nyes,a\nyes yes,b\n");
  for (const auto weights : {ComplementWeights::plain, ComplementWeights::normalised}) {
    const ComplementClassifier rule(posterior, weights);
    CHECK(rule.weights(0, 0) == Doubles{0});
    CHECK(answers(posterior, "note\nyes\n", weights).label == std::vector<Index>{0});
  }
  CHECK(answers(learned(notes(), "note,class\nyes no,a\n"), "note\nno\n").probability(0, 0) == 1);
}

TEST_CASE("features that are no documents are refused") {
  Schema mixed = notes();
  mixed.columns.push_back({.name = "size", .family = "normal"});
  CHECK(throws_error(
      [&] { (void)ComplementClassifier(learned(mixed, "note,size,class\nwin,1,a\nmeet,2,b\n")); },
      ErrorCode::schema, "column 'size' is of family 'normal'"));
  CHECK(throws_error([] { (void)ComplementClassifier(learned(schema_of({}), "x,class\n1,a\n")); },
                     ErrorCode::schema, "the model has none"));
}
