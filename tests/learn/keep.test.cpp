// Smaller posteriors: what stays, what its names are, and what is refused.
#include <credence/learn/keep.hpp>

#include <credence/family/dirichlet_multinomial.hpp>

#include <doctest/doctest.h>

#include <credence/learn/found_structure.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/predict/classifier.hpp>

#include "learn/structure/each_alone.hpp"
#include "support/block_of.hpp"
#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr std::string_view csv =
    "age,city,text,w0,w1,w2,class\n"
    "31,rome,win a prize,1,0,2,a\n"
    "45,oslo,call me a taxi,0,3,1,a\n"
    "28,oslo,win win win,2,2,0,b\n"
    "52,rome,,1,0,0,b\n"
    "40,bonn,a call,0,1,5,b\n";

Schema mixed() {
  return schema_of({{.name = "age", .family = "normal"},
                    {.name = "city", .family = "categorical"},
                    {.name = "text", .family = "multinomial"},
                    {.name = "words", .family = "multinomial", .columns = {"w0", "w1", "w2"}}});
}

// The columns of `mixed` in a smaller schema.
Schema only(const Strings& names) {
  Schema all = mixed();
  Schema some = schema_of({});
  for (const std::string& name : names) some.columns.push_back(*all.find(name));
  return some;
}

}  // namespace

TEST_CASE("kept features are what learning them alone would have given") {
  const auto posterior = learned(mixed(), csv);

  for (const Strings& names : {Strings{"age"}, Strings{"city", "text"}, Strings{"age", "words"},
                               Strings{"age", "city", "text", "words"}, Strings{}}) {
    CAPTURE(names.size());
    CHECK(keep(posterior, names) == learned(only(names), csv));
  }
}

TEST_CASE("each feature alone is visited in the order asked for, as keep gives it") {
  const auto posterior = learned(mixed(), csv);

  for (const Strings& names :
       {Strings{}, Strings{"city"}, Strings{"text", "age", "city"}, Strings{"words", "age"}}) {
    Strings visited;
    detail::for_each_alone(posterior, names, [&](const std::string& name, const auto& alone) {
      visited.push_back(name);
      CAPTURE(name);
      CHECK(alone == keep(posterior, {name}));
    });
    CHECK(visited == names);
  }
}

TEST_CASE("features keep the order of the schema whatever order they are named in") {
  const auto posterior = learned(mixed(), csv);
  CHECK(keep(posterior, Strings{"text", "age"}) == keep(posterior, Strings{"age", "text", "age"}));
}

TEST_CASE("words of a text are kept as if the others had been deleted from every document") {
  const auto posterior = learned(mixed(), csv);

  const auto kept = keep(posterior, Strings{"text:win", "text:call"});

  CHECK(kept == learned(only({"text"}), "text,class\nwin,a\ncall,a\nwin win win,b\n,b\ncall,b\n"));
}

TEST_CASE("columns of a block of counts are kept with their weights") {
  Schema schema = mixed();
  schema.find("words")->prior = weights({1, 2, 4});
  Schema smaller = schema_of({{.name = "words",
                               .family = "multinomial",
                               .prior = weights({1, 4}),
                               .columns = {"w0", "w2"}}});

  const auto kept = keep(learned(schema, csv), Strings{"words:w2", "words:w0"});

  CHECK(kept == learned(smaller, csv));
}

TEST_CASE("columns of a block of tied variances are kept with their priors") {
  const auto schema = [](Strings columns, PriorSpec prior, Tying tied) {
    return schema_of({{.name = "sizes",
                       .family = "normal",
                       .prior = std::move(prior),
                       .columns = std::move(columns),
                       .tied = tied}});
  };
  const auto lists = [](Doubles means, Doubles ones) {
    return numbers({{"means", std::move(means)},
                    {"mean_weights", ones},
                    {"shapes", ones},
                    {"scales", std::move(ones)}});
  };
  for (const Tying tied : all_tyings) {
    CAPTURE(to_string(tied));
    const auto all = learned(schema({"age", "w0", "w2"}, {}, tied), csv);
    CHECK(keep(all, Strings{"sizes:age", "sizes:w2"}) ==
          learned(schema({"age", "w2"}, {}, tied), csv));
    const auto stated =
        learned(schema({"age", "w0", "w2"}, lists({40, 1, 2}, {1, 1, 1}), tied), csv);
    CHECK(keep(stated, Strings{"sizes:age", "sizes:w2"}) ==
          learned(schema({"age", "w2"}, lists({40, 2}, {1, 1}), tied), csv));
  }
}

TEST_CASE("what is dropped is all that is not kept") {
  const auto posterior = learned(mixed(), csv);

  CHECK(drop(posterior, Strings{"age", "text"}) == keep(posterior, Strings{"city", "words"}));
  CHECK(drop(posterior, Strings{"words:w1", "age", "city", "text"}) ==
        keep(posterior, Strings{"words:w0", "words:w2"}));
  CHECK(drop(posterior, Strings{"words:w0", "words:w1", "words:w2"}) ==
        drop(posterior, Strings{"words"}));
  CHECK(drop(posterior, Strings{}) == posterior);
}

TEST_CASE("names of what is kept or dropped may stand in braces") {
  const auto posterior = learned(mixed(), csv);

  CHECK(keep(posterior, {"age", "text"}) == keep(posterior, Strings{"age", "text"}));
  CHECK(drop(posterior, {"city", "words"}) == keep(posterior, Strings{"age", "text"}));
  CHECK(keep(posterior, {}) == keep(posterior, Strings{}));
}

TEST_CASE("a listed vocabulary shrinks to the words that stay") {
  Schema schema = only({"text"});
  schema.find("text")->levels = {"a", "call", "me", "prize", "taxi", "win"};

  const auto kept = keep(learned(schema, csv), Strings{"text:win", "text:a"});

  CHECK(kept.model.schema().find("text")->levels == Strings{"a", "win"});
  CHECK(block_of<DirichletMultinomial>(kept).feature(0).levels == Strings{"a", "win"});
}

TEST_CASE("a text of few words passes the others over, whatever the schema said of new words") {
  for (const Unseen unseen : {Unseen::reserve, Unseen::error}) {
    CAPTURE(to_string(unseen));
    Schema schema = only({"text"});
    schema.find("text")->unseen = unseen;
    const auto kept = keep(learned(schema, csv), Strings{"text:win"});

    const Predictions answers =
        Classifier(kept, Estimator::predictive).predict(table_of("text\nwin some call\nwin\n"));

    CHECK(answers.log_joints(0)[0] == answers.log_joints(1)[0]);
  }
}

TEST_CASE("all parts of a feature are the feature") {
  Schema schema = only({"text", "words"});
  schema.find("text")->unseen = Unseen::reserve;
  const auto posterior = learned(schema, csv);
  Strings names{"words:w0", "words:w1", "words:w2"};
  for (const std::string& word : block_of<DirichletMultinomial>(posterior).feature(0).levels)
    names.push_back(part_name("text", word));
  CHECK(keep(posterior, names) == posterior);
}

TEST_CASE("a kept posterior is saved and loaded bit for bit") {
  const auto kept = keep(learned(mixed(), csv), Strings{"city", "text:win", "words:w1"});
  CHECK(posterior_from_json(to_json(kept), "kept.json") == kept);
}

TEST_CASE("without features a posterior knows the classes and nothing else") {
  const auto none = keep(learned(mixed(), csv), Strings{});

  const Predictions answers = Classifier(none, Estimator::predictive).predict(table_of(csv));

  CHECK(none.blocks.empty());
  CHECK(answers.probability(0, 0) == doctest::Approx(3.0 / 7));
  CHECK(posterior_from_json(to_json(none), "none.json") == none);
}

TEST_CASE("names that no feature bears are refused, all at once") {
  const auto posterior = learned(mixed(), csv);
  const Strings names{"age", "weight", "text:unheard", "city:rome"};
  for (const char* name : {"'weight'", "'text:unheard'", "'city:rome'"}) {
    CAPTURE(name);
    CHECK(throws_error([&] { (void)keep(posterior, names); }, ErrorCode::schema, name));
    CHECK(throws_error([&] { (void)drop(posterior, names); }, ErrorCode::schema, name));
  }
  CHECK(throws_error([&] { (void)keep(posterior, names); }, ErrorCode::schema,
                     "name a feature as the schema does, a word of a text as 'TEXT:WORD'"));
}

TEST_CASE("features whose only possible parents went are naive Bayes, and not all parents") {
  const Structure structure{.kind = StructureKind::aode, .may_be_parents = {"city"}};
  const auto posterior =
      observe(with_structure(Model(only({"age", "city", "words"})), structure), table_of(csv));

  const auto kept = keep(posterior, Strings{"age", "words"});

  CHECK(kept == keep(learned(only({"age", "city", "words"}), csv), Strings{"age", "words"}));
}
