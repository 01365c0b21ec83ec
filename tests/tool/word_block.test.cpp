// `--words`: one block of columns that count words.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"

using namespace credence::programs;

namespace {

constexpr const char* counts =
    "free,prize,home,sender,class\n2,1,0,x,spam\n1,2,0,y,spam\n3,1,1,x,spam\n0,0,2,x,ham\n"
    "0,1,3,y,ham\n1,0,2,y,ham\n";

Run schema_of(const Words& more) {
  return run_tool(with({"schema", "-", "--label", "class"}, more), counts);
}

}  // namespace

TEST_CASE("columns that count words make the block that a schema file would") {
  const Run run = schema_of({"--words", "free,prize", "--words", "home"});

  REQUIRE(run.exit == 0);
  CHECK(run.says("3 columns of counts make the block 'words'"));
  CHECK(run.says("schema inferred: 1 categorical (sender), 1 multinomial (words)"));
  const auto columns = run.json()["columns"];
  REQUIRE(columns.size() == 2);
  CHECK(columns[0]["name"] == "sender");
  CHECK(columns[1]["name"] == "words");
  CHECK(columns[1]["family"] == "multinomial");
  CHECK(columns[1]["columns"] == std::vector<std::string>{"free", "prize", "home"});
  CHECK(schema_of({"--words", "home"}).says("1 column of counts makes the block 'words'"));
}

TEST_CASE("an asterisk stands for all columns that no other flag names") {
  const auto columns = [](const Words& more) {
    return schema_of(with(more, {"--words", "*", "-q"})).json()["columns"];
  };

  const auto dropped = columns({"--drop", "sender"});
  CHECK(dropped.back()["columns"] == std::vector<std::string>{"free", "prize", "home"});
  const auto named = columns({"--column", "sender=categorical", "--drop", "home"});
  CHECK(named.back()["columns"] == std::vector<std::string>{"free", "prize"});
}

TEST_CASE("a block of counts has a prior of its own, and the rest may have families by evidence") {
  const TemporaryFolder folder;
  const std::string file = folder / "p.json";
  const Run fit = run_tool({"fit", "-", "--label", "class", "--words", "free,prize,home",
                            "--families", "auto", "--prior", "words:each=0.5", "-o", file},
                           counts);
  INFO(fit.err);
  REQUIRE(fit.exit == 0);

  const auto features = run_tool({"describe", file, "--format", "json"}).json()["features"];
  REQUIRE(features.size() == 2);
  CHECK(features[1]["feature"] == "words");
  CHECK(features[1]["cells"][0]["prior"]["weights"] == std::vector<double>{0.5, 0.5, 0.5});
  CHECK(features[1]["cells"][0]["statistics"]["counts"] == std::vector<double>{1, 1, 7});
}

TEST_CASE("columns that cannot be counted as words are named with exit code 2") {
  const auto refused = [](Words more, const std::string& why) {
    const Run run = schema_of(std::move(more));
    CAPTURE(run.err);
    return run.exit == 2 && run.says(why);
  };
  CHECK(refused({"--words", "free,class"}, "flag '--words' names column 'class', which is the"));
  CHECK(refused({"--words", "free", "--drop", "free"}, "flag '--words' names column 'free'"));
  CHECK(refused({"--words", "fre"}, "did you mean 'free'?"));
  CHECK(refused({"--words", "*", "--drop", "free,prize,home,sender"}, "other flags name every"));
}

TEST_CASE("a second classifier that drops a word has a block of the others") {
  const Run run =
      run_tool({"paired", "-", "--label", "class", "--words", "free,prize,home", "--drop", "sender",
                "--second-drop", "home", "--folds", "2", "--format", "json"},
               counts);
  INFO(run.err);
  CHECK(run.exit == 0);
}

TEST_CASE("a column of numbers that is read as words is told of the flag") {
  CHECK(schema_of({"--column", "free=multinomial"}).says("--words NAME,..."));
}
