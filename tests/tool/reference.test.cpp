// The reference of the command line holds the flags that the tool has: each block between
// `<!-- credence help --markdown VERB -->` and `<!-- end -->` is what that command prints.
// CREDENCE_WRITE_PAGES=1 in the environment writes it instead.
#include <doctest/doctest.h>

#include <cstdlib>
#include <set>

#include "support/fitted.hpp"
#include "support/paths.hpp"
#include "support/run_tool.hpp"
#include "support/verbs.hpp"

using namespace credence::programs;

namespace {

constexpr std::string_view opening = "<!-- credence help --markdown";
constexpr std::string_view closing = "<!-- end -->";

struct Anew {
  std::string page;
  std::set<std::string> verbs;  // "" for the flags that most verbs share
};

// The page with what the commands of its blocks print.
Anew with_tables(const std::string& page) {
  Anew anew;
  std::size_t at = 0;
  for (std::size_t begin; (begin = page.find(opening, at)) != std::string::npos;) {
    const std::size_t end_of_line = page.find('\n', begin) + 1;
    const std::size_t name = begin + opening.size();
    std::string verb = page.substr(name, page.find(" -->", name) - name);
    if (verb.starts_with(' ')) verb.erase(0, 1);
    Words words{"help", "--markdown"};
    if (!verb.empty()) words.push_back(verb);
    anew.page += page.substr(at, end_of_line - at) + '\n' + run_tool(words).out + '\n';
    anew.verbs.insert(verb);
    at = page.find(closing, end_of_line);
    REQUIRE(at != std::string::npos);
  }
  anew.page += page.substr(at);
  return anew;
}

// The keys of a result in all depths, but for those whose names come from data or families.
void add_keys(const nlohmann::ordered_json& json, std::set<std::string>& keys) {
  if (json.is_array())
    for (const auto& entry : json) add_keys(entry, keys);
  if (!json.is_object()) return;
  for (const auto& [key, value] : json.items()) {
    keys.insert(key);
    if (key != "cells" && key != "values" && key != "posterior_mean" && key != "predictive" &&
        !key.starts_with("maximum_"))
      add_keys(value, keys);
  }
}

}  // namespace

TEST_CASE("every key of a result in JSON stands in a page") {
  const std::string iris = shipped("iris.csv");
  const Fitted weighted("iris.csv", {"--feature-weights", "each"});
  const Fitted tan("iris.csv", {"--structure", "tan"}), aode("iris.csv", {"--structure", "aode"});
  std::string pages;
  for (const char* page :
       {"reference/tool.md", "explanation/reports.md", "explanation/baseline.md"})
    pages += text_of(credence::testing::project_file(std::string("docs/") + page));

  for (const Words& command :
       {Words{"describe", weighted.posterior},
        {"describe", tan.posterior},
        {"describe", aode.posterior},
        {"explain", aode.posterior, iris, "--row", "2"},
        {"evaluate", weighted.posterior, iris},
        {"curve", iris, "--label", "class", "--sizes", "20", "--repeat", "2", "--each-repeat",
         "--decompose", "--on-training"},
        {"check", weighted.posterior, iris, "--simulations", "200"},
        {"check", weighted.posterior, "--simulation-based", "--simulations", "100"},
        {"drift", weighted.posterior, iris},
        {"report", iris, "--label", "class", "--folds", "3"}}) {
    const Words words = with(command, {"--format", "json", "-q"});
    CAPTURE(words);
    const Run run = run_tool(words);
    REQUIRE(run.exit == 0);
    std::set<std::string> keys;
    add_keys(run.json(), keys);
    for (const std::string& key : keys)
      CHECK_MESSAGE(
          (pages.find('"' + key + '"') != pages.npos || pages.find('`' + key + '`') != pages.npos),
          "no page has the key ", key);
  }
}

TEST_CASE("the reference lists the flags of every verb as the tool has them") {
  const std::string path = credence::testing::project_file("docs/reference/tool.md");
  const std::string page = text_of(path);

  const Anew anew = with_tables(page);

  std::set<std::string> known{""};
  for (const std::string& verb : verbs()) {
    CHECK_MESSAGE(anew.verbs.contains(verb), "tool.md lacks ", opening, " ", verb, " --> and ",
                  closing, " behind it");
    CHECK_MESSAGE(page.find("\n| `" + verb + ' ') != page.npos, "tool.md lacks a row for ", verb);
    known.insert(verb);
  }
  CHECK(anew.verbs == known);
  const bool write = std::getenv("CREDENCE_WRITE_PAGES") != nullptr;
  if (write)
    write_to(path, anew.page);
  else
    CHECK_MESSAGE(anew.page == page,
                  "tables differ; CREDENCE_WRITE_PAGES=1 writes them; then read the diff");
}
