// Results that would take the place of what a command reads.
#include <doctest/doctest.h>

#include <filesystem>

#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

TEST_CASE("no result takes the place of what is read") {
  const TemporaryFolder folder;
  const std::string data = folder / "rows.csv";
  const std::string before = text_of(shipped("iris.csv"));
  write_to(data, before);
  const std::string posterior = folder / "p.json";
  REQUIRE(run_tool({"fit", data, "--label", "class", "-o", posterior, "-q"}).exit == 0);
  const std::string learned = text_of(posterior);
  const auto refused = [&](const Words& words, const std::string& read) {
    check_usage(with(words, {"--force", "-q"}), "'" + read + "' is read");
    CHECK(text_of(data) == before);
    CHECK(text_of(posterior) == learned);
  };

  refused({"predict", posterior, data, "-o", data}, data);
  refused({"predict", posterior, data, "-o", posterior}, posterior);
  refused({"fit", data, "--label", "class", "-o", data}, data);
  refused({"compare", data, "--label", "class", "--html", data}, data);
  refused({"curve", data, "--label", "class", "--svg", data}, data);
  refused({"report", data, "--label", "class", "-o", data}, data);
  refused({"report", data, "--label", "class", "--test", data, "-o", folder / "./rows.csv"}, data);
}

TEST_CASE("no result takes the place of a file in a folder that is read") {
  const TemporaryFolder folder;
  const std::string text = text_of(shipped("iris.csv"));
  std::filesystem::create_directory(folder / "visits");
  write_to(folder / "visits/a.csv", text);
  write_to(folder / "visits/b.csv", text);

  check_usage(
      {"fit", folder / "visits", "--label", "class", "-o", folder / "visits/b.csv", "--force"},
      "b.csv' is read");
  CHECK(text_of(folder / "visits/b.csv") == text);
}

TEST_CASE("a posterior takes the place of the one it comes from") {
  const TemporaryFolder folder;
  const std::string data = shipped("iris.csv");
  const std::string posterior = folder / "p.json";
  REQUIRE(run_tool({"fit", data, "--label", "class", "--exact", "-o", posterior, "-q"}).exit == 0);

  CHECK(run_tool({"fit", "--update", posterior, data, "-o", posterior, "-q"}).exit == 0);
  CHECK(run_tool({"forget", posterior, data, "-o", posterior, "--force", "-q"}).exit == 0);
  CHECK(run_tool({"merge", posterior, "-o", posterior, "--force", "-q"}).exit == 0);
}

TEST_CASE("a schema takes the place of the one it comes from") {
  const TemporaryFolder folder;
  const std::string data = shipped("iris.csv");
  const std::string schema = folder / "s.json";
  REQUIRE(run_tool({"schema", data, "--label", "class", "-o", schema, "-q"}).exit == 0);

  CHECK(run_tool({"schema", data, "--schema", schema, "-o", schema, "--force", "-q"}).exit == 0);
  CHECK(run_tool({"fit", data, "--schema", schema, "-o", schema, "--force", "-q"}).exit == 2);
}

TEST_CASE("two results never share a file") {
  const TemporaryFolder folder;
  const auto compared = [&](const Words& flags) {
    return run_tool(with({"compare", shipped("iris.csv"), "--label", "class", "-q"}, flags));
  };
  const Run figures = compared({"--svg", folder / "one", "--html", folder / "./one", "--force"});
  const Run result = compared({"--svg", folder / "one", "-o", folder / "one"});

  CHECK(figures.exit == 2);
  CHECK(figures.says("'--html' and '--svg' both write"));
  CHECK(result.exit == 2);
  CHECK(result.says("give each a file of its own"));
  CHECK_FALSE(std::filesystem::exists(folder / "one"));
  CHECK(compared({"--svg", "/dev/null", "--html", "/dev/null"}).exit == 0);
}

TEST_CASE("a folder in the place of a result is refused before any work") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "results");
  const std::string to = folder / "results";
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"fit", "no.csv", "--label", "class", "-o", to},
           {"predict", "no.json", "no.csv", "-o", to},
           {"evaluate", "no.json", "no.csv", "-o", to},
           {"describe", "no.json", "-o", to},
           {"compare", "no.csv", "--label", "class", "--html", to},
           {"curve", "no.csv", "--label", "class", "--svg", to},
           {"report", "no.csv", "--label", "class", "-o", to}}) {
    const Run run = run_tool(words);
    CAPTURE(words.front());
    CHECK(run.exit == 4);
    CHECK(run.says("file '" + to + "' cannot be written: it is a folder; name a file in it"));
  }
}
