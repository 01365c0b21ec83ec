// Words of a document, and columns of a tied block: features with parts.
#include <credence/base/parallel.hpp>
#include <credence/detail/predict/cell_reader.hpp>
#include <credence/detail/select/information_context.hpp>
#include <credence/detail/select/word_beliefs.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/family/tied_normal.hpp>
#include <credence/select/density_information.hpp>
#include <credence/select/mutual_information.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/block_of.hpp"
#include "support/models.hpp"
#include "support/relative.hpp"

using namespace credence;
using testing::block_of;
using testing::Doubles;
using testing::learned;
using testing::schema_of;

namespace {

using Ranking = std::vector<FeatureInformation>;

const FeatureInformation& found(const Ranking& ranking, const std::string& part) {
  const auto at = std::find_if(ranking.begin(), ranking.end(),
                               [&](const auto& one) { return one.part == part; });
  REQUIRE(at != ranking.end());
  return *at;
}

testing::ModelPosterior mails(int copies = 1) {
  std::string csv = "text,class\n";
  for (int i = 0; i < 40 * copies; ++i) {
    csv += i % 3 == 0 ? "free prize call now,spam\n" : "call me now,ham\n";
    csv += i % 2 == 0 ? "see you at home,ham\n" : "free free offer for you,spam\n";
  }
  return learned(schema_of({{.name = "text", .family = "multinomial"}}), csv);
}

// Four short ones, under pseudo-counts of each word and of each class.
testing::ModelPosterior four_mails(double of_words, double of_classes = 1) {
  Schema schema = schema_of({{.name = "text",
                              .family = "multinomial",
                              .prior = testing::numbers({{"each", of_words}})}});
  schema.class_prior.each = of_classes;
  return learned(std::move(schema), "text,class\nfree offer,spam\nfree,spam\nhome,ham\nat,ham\n");
}

struct Simulated {
  double mean = 0;
  double deviation = 0;
};

// What is believed of the probabilities of the words in each class, or was before any data.
std::vector<Dirichlet> beliefs_of(const testing::ModelPosterior& posterior, bool before = false) {
  const auto& block = block_of<DirichletMultinomial>(posterior);
  std::vector<Dirichlet> all = priors(block, 0, posterior.label.classes);
  if (before) return all;
  for (std::size_t c = 0; c < all.size(); ++c)
    all[c] = detail::posterior_of(all[c], block.cell(0, static_cast<Index>(c)));
  return all;
}

// Of the information of one word, with parameters drawn from what is believed.
Simulated simulated(const testing::ModelPosterior& posterior, std::size_t word, WordForm form,
                    double length, bool before = false) {
  const std::vector<Dirichlet> cells = beliefs_of(posterior, before);
  const auto beliefs = detail::class_beliefs_of(posterior.label);
  Random random{4};
  constexpr int draws = 20000;
  double sum = 0, squares = 0;
  for (int d = 0; d < draws; ++d) {
    Doubles probabilities;
    for (const double log_p : draw(beliefs, random)) probabilities.push_back(std::exp(log_p));
    std::vector<Multinomial> densities;
    for (const Dirichlet& cell : cells) densities.push_back({draw(cell, random)});
    const double one = word_information(probabilities, std::span<const Multinomial>(densities),
                                        form, length)[word];
    sum += one;
    squares += one * one;
  }
  const double mean = sum / draws;
  return {.mean = mean, .deviation = std::sqrt(squares / draws - mean * mean)};
}

const std::string sizes_rows =
    "height,weight,class\n1,10,a\n2,12,a\n1.5,9,a\n3,20,b\n4,26,b\n3.5,22,b\n2.5,?,b\n";

Schema sizes_schema(Tying tying) {
  ColumnSchema sizes{.name = "sizes", .family = "normal"};
  sizes.columns = {"height", "weight"};
  sizes.tied = tying;
  return schema_of({sizes});
}

// The largest error of a deviation, relative to the simulated one; the means are checked.
double check_beliefs(const testing::ModelPosterior& posterior) {
  const auto& words = block_of<DirichletMultinomial>(posterior).feature(0).levels;
  double largest = 0;
  for (const WordForm form : {WordForm::token, WordForm::presence}) {
    const Ranking ranking =
        rank_by_mutual_information(posterior, {.words = form, .document_length = 4});
    for (const std::string word : {"free", "you", "prize"}) {
      CAPTURE(word);
      CAPTURE(to_string(form));
      const auto at =
          static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
      const Simulated drawn = simulated(posterior, at, form, 4);
      const FeatureInformation& one = found(ranking, word);
      CHECK(std::abs(*one.mean - drawn.mean) < 0.05 * drawn.deviation);
      largest = std::max(largest, std::abs(*one.standard_deviation / drawn.deviation - 1));
    }
  }
  return largest;
}

// The error of the prior mean of the first word, in simulated deviations: four standard errors of
// 20,000 draws are 0.03.
double prior_mean_error(const testing::ModelPosterior& posterior, WordForm form) {
  const Ranking ranking =
      rank_by_mutual_information(posterior, {.words = form, .document_length = 4});
  const Simulated drawn = simulated(posterior, 0, form, 4, true);
  return std::abs(*ranking.front().prior_mean - drawn.mean) / drawn.deviation;
}

}  // namespace

TEST_CASE("each word of a text has an entry of its own") {
  const auto posterior = mails();
  const auto& block = block_of<DirichletMultinomial>(posterior);

  const Ranking ranking = rank_by_mutual_information(posterior);

  REQUIRE(ranking.size() == block.feature(0).levels.size());
  CHECK(ranking.front().part == "free");
  for (const FeatureInformation& one : ranking) {
    CAPTURE(one.part);
    CHECK(one.feature == "text");
    CHECK(one.family == "multinomial");
    REQUIRE(one.interval);
    CHECK(one.interval->lower <= *one.mean);
    CHECK(*one.mean <= one.interval->upper);
    CHECK(one.p_value);
    CHECK_FALSE(one.bias_corrected);
  }
}

TEST_CASE("words that occur as often as others have what each has by itself") {
  const auto posterior = mails();
  const auto& block = block_of<DirichletMultinomial>(posterior);
  const auto& words = block.feature(0).levels;
  std::vector<Dirichlet> cells;
  for (Index c = 0; c < 2; ++c) {
    CellReader<DirichletMultinomial> reader(block, 0, priors(block, 0, posterior.label.classes));
    cells.push_back(reader.posterior(c));
  }
  detail::WordBeliefs alone(detail::class_beliefs_of(posterior.label), cells, {});

  const Ranking ranking = rank_by_mutual_information(posterior);

  // Tokens of the word and of all others in ham and spam, by hand.
  const auto table = [&](std::size_t word) {
    std::vector<Doubles> counted;
    for (Index c = 0; c < 2; ++c) {
      const auto& counts = block.cell(0, c).counts;
      double others = 0;
      for (std::size_t k = 0; k < counts.size(); ++k) others += k == word ? 0 : counts[k];
      counted.push_back({counts[word], others});
    }
    return counted;
  };
  std::size_t alike = 0;
  for (std::size_t word = 0; word < words.size(); ++word) {
    CAPTURE(words[word]);
    const FeatureInformation& one = found(ranking, words[word]);
    const InformationMoments moments = alone.moments(word);
    CHECK(*one.mean == moments.mean);
    CHECK(*one.standard_deviation == std::sqrt(moments.variance));
    CHECK(*one.p_value == doctest::Approx(independence_test(table(word)).p_value).epsilon(1e-10));
    for (std::size_t other = 0; other < word; ++other) alike += table(word) == table(other) ? 1 : 0;
  }
  CHECK(alike >= 2);  // else nothing was shared
}

TEST_CASE("presence is asked of documents of the length given") {
  const auto posterior = mails();
  const InformationOptions one{.words = WordForm::presence, .document_length = 1};
  const InformationOptions many{.words = WordForm::presence, .document_length = 4};

  const Ranking of_one = rank_by_mutual_information(posterior, one);
  const Ranking of_many = rank_by_mutual_information(posterior, many);

  CHECK(found(of_many, "free").mutual_information > found(of_one, "free").mutual_information);
  CHECK_FALSE(found(of_many, "free").p_value);
  CHECK(found(of_many, "free").interval);
}

TEST_CASE("of a vocabulary of one word nothing is believed about its presence") {
  const auto posterior = learned(schema_of({{.name = "text", .family = "multinomial"}}),
                                 "text,class\nfree,spam\nfree free,ham\nfree,ham\n");

  const Ranking ranking =
      rank_by_mutual_information(posterior, {.words = WordForm::presence, .document_length = 4});

  REQUIRE(ranking.size() == 1);
  CHECK(ranking[0].mutual_information == 0);
  CHECK_FALSE(ranking[0].interval);
}

TEST_CASE("what is believed of words in closed form agrees with simulation") {
  // The expansion to second order is a tenth off for a word that 14 rows of one class hold and none
  // of the other. Of 20,000 draws a deviation has a standard error of 0.5 to 0.7 %.
  CHECK(check_beliefs(mails()) < 0.12);
  CHECK(check_beliefs(mails(20)) < 0.03);
}

TEST_CASE("the prior mean of words of small pseudo-counts agrees with simulation") {
  for (const double each : {0.1, 1.0})
    for (const WordForm form : {WordForm::token, WordForm::presence}) {
      CAPTURE(each);
      CAPTURE(to_string(form));
      CHECK(prior_mean_error(four_mails(each), form) < 0.03);
    }
}

TEST_CASE("the prior mean of words under a small or an even class prior agrees with simulation") {
  for (const double each : {0.01, 1e3}) {
    CAPTURE(each);
    CHECK(prior_mean_error(four_mails(0.5, each), WordForm::token) < 0.03);
  }
}

TEST_CASE("words of any pseudo-counts have a mean within its bounds, or none") {
  for (const double each : {1e-320, 1e-100, 1e-10, 1e14, 1e20, 1e60, 1e200})
    for (const WordForm form : {WordForm::token, WordForm::presence}) {
      CAPTURE(each);
      CAPTURE(to_string(form));
      const auto posterior = four_mails(each);
      for (const FeatureInformation& word :
           rank_by_mutual_information(posterior, {.words = form, .document_length = 4}))
        for (const std::optional<double>& mean : {word.mean, word.prior_mean})
          if (mean) CHECK((*mean >= 0 && *mean <= std::log(2.0)));
    }
}

TEST_CASE("beliefs about words are the same on any number of threads") {
  const auto posterior = mails();
  const auto rank = [&](int threads) {
    const ThreadLimit limit(threads);
    return rank_by_mutual_information(posterior);
  };

  CHECK(rank(1) == rank(4));
}

TEST_CASE("each column of a tied block has an entry, by its own density") {
  for (const Tying tying : {Tying::free, Tying::classes, Tying::features, Tying::all}) {
    CAPTURE(to_string(tying));
    const auto posterior = learned(sizes_schema(tying), sizes_rows);
    const auto& block = block_of<TiedNormalInverseGammaNormal>(posterior);
    CellReader<TiedNormalInverseGammaNormal> reader(block, 0,
                                                    priors(block, 0, posterior.label.classes));
    const JointStudentT a = TiedNormalInverseGammaNormal::predictive(reader.posterior(0));
    const JointStudentT b = TiedNormalInverseGammaNormal::predictive(reader.posterior(1));

    const Ranking ranking = rank_by_mutual_information(posterior, {.draws = 50});

    REQUIRE(ranking.size() == 2);
    for (const Index column : {Index{0}, Index{1}}) {
      const FeatureInformation& one = found(ranking, column == 0 ? "height" : "weight");
      const std::vector<StudentT> densities{marginal(a, column), marginal(b, column)};
      CHECK(one.feature == "sizes");
      CHECK(one.family == "normal");
      CHECK(one.mutual_information ==
            doctest::Approx(
                mutual_information(Doubles{4.0 / 9, 5.0 / 9}, std::span<const StudentT>(densities)))
                .epsilon(1e-12));
      REQUIRE(one.interval);
      CHECK(one.interval->lower < one.interval->upper);
    }
  }
}

TEST_CASE("a column tied to nothing ranks as one of its own") {
  const Schema alone =
      schema_of({{.name = "height", .family = "normal"}, {.name = "weight", .family = "normal"}});
  const std::string rows = "height,weight,class\n1,10,a\n2,12,a\n1.5,9,a\n3,20,b\n4,26,b\n3,22,b\n";

  const Ranking tied = rank_by_mutual_information(learned(sizes_schema(Tying::free), rows));
  const Ranking own = rank_by_mutual_information(learned(alone, rows));

  REQUIRE(tied.size() == own.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    CHECK(tied[i].part == own[i].feature);
    CHECK(tied[i].mutual_information == doctest::Approx(own[i].mutual_information).epsilon(1e-12));
    CHECK(*tied[i].mean == testing::relative(*own[i].mean, 0.1));
  }
}

TEST_CASE(
    "under class probabilities that are given, words are believed to tell what many rows tell") {
  const Schema given = schema_of({{.name = "t", .family = "multinomial"}},
                                 testing::given_classes({{"a", 0.25}, {"b", 0.75}}));
  const char* const csv = "t,class,w\nu u v,a,1e7\nv,a,1e7\nw v,b,1e7\nw w u,b,1e7\n";
  for (const FeatureInformation& one :
       rank_by_mutual_information(learned(given, csv, "w"), {.draws = 0})) {
    CAPTURE(one.part);
    REQUIRE(one.mean.has_value());
    CHECK(*one.mean == testing::relative(one.mutual_information, 1e-4));
    CHECK(one.interval->lower < one.mutual_information);
    CHECK(one.interval->upper > one.mutual_information);
  }
}

TEST_CASE("a word tells nothing of two classes of which one is given probability 0") {
  const Schema given = schema_of({{.name = "t", .family = "multinomial"}},
                                 testing::given_classes({{"a", 1.0}, {"b", 0.0}}));
  for (const FeatureInformation& one :
       rank_by_mutual_information(learned(given, "t,class\nu u v,a\nv,a\nw v,b\n"))) {
    CAPTURE(one.part);
    CHECK(one.mutual_information == 0);
  }
}

TEST_CASE("what is asked of a word has a name") {
  CHECK(to_string(WordForm::token) == "token");
  CHECK(to_string(WordForm::presence) == "presence");
}
