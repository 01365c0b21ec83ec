// Evidence of relevance of words and of columns of blocks.
#include <credence/select/relevance.hpp>

#include <doctest/doctest.h>

#include <map>

#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

const char* const texts =
    "note,class\nwin a prize,a\ncall me,b\nwin win,a\na call to me,b\nme too,b\n,a\n";

std::map<std::string, Relevance> by_name(const std::vector<Relevance>& all) {
  std::map<std::string, Relevance> named;
  for (const Relevance& one : all) named[one.feature] = one;
  return named;
}

// One row for each token: whether it is the word.
std::string tokens_against(const std::string& word) {
  const std::vector<std::pair<Strings, char>> documents{{{"win", "a", "prize"}, 'a'},
                                                        {{"call", "me"}, 'b'},
                                                        {{"win", "win"}, 'a'},
                                                        {{"a", "call", "to", "me"}, 'b'},
                                                        {{"me", "too"}, 'b'}};
  std::string csv = "is,class\n";
  for (const auto& [tokens, klass] : documents)
    for (const std::string& token : tokens)
      csv += std::string(token == word ? "1," : "0,") + klass + '\n';
  return csv;
}

}  // namespace

TEST_CASE("a word against all others is a yes-or-no question asked of every token") {
  const auto ranked = by_name(rank_parts_by_evidence(learned(
      schema_of({{.name = "note", .family = "multinomial", .prior = numbers({{"each", 0.5}})}}),
      texts)));

  REQUIRE(ranked.size() == 7);
  for (const auto& [name, one] : ranked) {
    const auto& shown = name;
    CAPTURE(shown);
    const auto asked =
        rank_by_evidence(learned(schema_of({{.name = "is",
                                             .family = "bernoulli",
                                             .prior = numbers({{"ones", 0.5}, {"zeros", 3.0}})}}),
                                 tokens_against(name.substr(5))));
    CHECK(one.log_evidence == doctest::Approx(asked[0].log_evidence).epsilon(1e-13));
    CHECK(one.log_bayes_factor == doctest::Approx(asked[0].log_bayes_factor).epsilon(1e-11));
    CHECK(one.probability == doctest::Approx(asked[0].probability).epsilon(1e-12));
  }
}

TEST_CASE("a column of a tied block is judged as if it were alone in the block") {
  const char* const csv = "x,y,class\n1,5,a\n2,3,a\n4,4,b\n6,5,b\n5,1,b\n";
  for (const Tying tied : all_tyings) {
    CAPTURE(to_string(tied));
    const auto block = [&](Strings columns) {
      return learned(
          schema_of(
              {{.name = "s", .family = "normal", .columns = std::move(columns), .tied = tied}}),
          csv);
    };
    const auto both = by_name(rank_parts_by_evidence(block({"x", "y"})));
    for (const char* column : {"x", "y"}) {
      const auto alone = rank_by_evidence(block({column}));
      CHECK(both.at("s:" + std::string(column)).log_bayes_factor == alone[0].log_bayes_factor);
    }
  }
}

TEST_CASE("features that cannot be divided are ranked as rank_by_evidence ranks them") {
  const auto posterior = learned(
      schema_of({{.name = "x", .family = "normal"}, {.name = "yes", .family = "bernoulli"}}),
      "x,yes,class\n1,1,a\n2,0,a\n4,1,b\n6,0,b\n");
  CHECK(rank_parts_by_evidence(posterior) == rank_by_evidence(posterior));
}

TEST_CASE("the only word of a vocabulary says nothing") {
  const auto ranked = rank_parts_by_evidence(learned(
      schema_of({{.name = "note", .family = "multinomial"}}), "note,class\nme,a\nme me,b\n"));
  CHECK(ranked.front().log_bayes_factor == 0);
  CHECK(ranked.front().probability == 0.5);
}

TEST_CASE("words of another prior for each class have no Bayes factor and say why") {
  const auto ranked = rank_parts_by_evidence(
      learned(schema_of({{.name = "note",
                          .family = "multinomial",
                          .prior = {.by_class = {{"a", numbers({{"each", 1.0}})},
                                                 {"b", numbers({{"each", 2.0}})}}}}}),
              texts));
  REQUIRE(ranked.size() == 7);
  CHECK(ranked.front().undefined.find("'note'") != std::string::npos);
}
