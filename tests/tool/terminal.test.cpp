// Names, cells, files and flags that hold commands for terminals: shown, and not obeyed.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/fitted.hpp"
#include "support/markup.hpp"
#include "support/plain_text.hpp"
#include "support/run_tool.hpp"

using namespace credence::programs;
using credence::testing::markup_of;
using credence::testing::not_plain;
using credence::testing::terminal_name;
using credence::testing::terminal_shown;

namespace {

// What JSON can hold: all but the byte that is no UTF-8.
const std::string name_in_json = terminal_name.substr(0, terminal_name.size() - 1);
const std::string shown_of_json = terminal_shown.substr(0, terminal_shown.size() - 4);

// A table in which columns, levels and classes have such names; one column never varies.
std::string table_of(const std::string& name) {
  const std::string field = '"' + name + '"';
  std::string csv = field + ",number,class,\"same" + name + "\"\n";
  for (int i = 0; i < 24; ++i)
    csv += '"' + name + std::to_string(i % 3) + "\"," + std::to_string(i * i % 11) + ',' +
           (i % 2 == 0 ? field : "other") + ",1\n";
  return csv;
}

std::size_t messages_in(const Run& run) {
  const auto lines = lines_of(run.err);
  return static_cast<std::size_t>(
      std::count_if(lines.begin(), lines.end(),
                    [](const std::string& line) { return line.starts_with("credence:"); }));
}

void check_error(const Run& run, int exit, const std::string& shown) {
  CAPTURE(run.err);
  CHECK(run.exit == exit);
  CHECK(run.out == "");
  CHECK(not_plain(run.err) == "");
  CHECK(run.says(shown));
  CHECK(messages_in(run) == 1);
}

}  // namespace

TEST_CASE("a cell in a message cannot command a terminal") {
  check_error(run_tool({"compare", "-", "--label", "class", "--column", "x=normal", "-q"},
                       "x,class\n1,a\n\"" + terminal_name + "\",b\n"),
              3, "holds '" + terminal_shown + "'");
}

TEST_CASE("a line feed in a cell begins no message") {
  const Run run = run_tool({"compare", "-", "--label", "class", "--column", "x=normal", "-q"},
                           "x,class\n1,a\n\"2\ncredence: all is well\",b\n");

  CHECK(run.exit == 3);
  CHECK(messages_in(run) == 1);
}

TEST_CASE("the lines of an error about several faults stay lines") {
  const Run run = run_tool({"compare", "-", "--label", "class", "--prior", "x:ones=1,twos=2", "-q",
                            "--column", "x=normal"},
                           "x,class\n1,a\n2,b\n3,a\n4,b\n");

  CAPTURE(run.err);
  CHECK(run.exit == 2);
  REQUIRE(lines_of(run.err).size() > 1);
  for (std::size_t i = 1; i < lines_of(run.err).size(); ++i)
    CHECK(lines_of(run.err)[i].starts_with("  "));
}

TEST_CASE("names of columns in notes cannot command a terminal") {
  const Run run = run_tool({"compare", "-", "--label", "class"}, table_of(terminal_name));

  CAPTURE(run.err);
  CHECK(run.exit == 0);
  CHECK(not_plain(run.err) == "");
  CHECK(run.says("column 'same" + terminal_shown + "' is constant"));
  CHECK(messages_in(run) == lines_of(run.err).size());
}

TEST_CASE("names of files in messages cannot command a terminal") {
  const TemporaryFolder folder;
  write_to(folder / terminal_name, "x,class\n1\n");

  check_error(run_tool({"compare", folder / terminal_name, "--label", "class"}), 3, terminal_shown);
  check_error(run_tool({"compare", folder / (terminal_name + "2"), "--label", "class"}), 4,
              terminal_shown);
  check_error(run_tool({"compare", shipped("iris.csv"), "--label", "class", "-q", "--html",
                        folder / terminal_name}),
              4, terminal_shown);
}

TEST_CASE("words and values of the command line in messages cannot command a terminal") {
  const std::string iris = shipped("iris.csv");
  for (const Words& words :
       {Words{terminal_name}, Words{"compare", iris, "--" + terminal_name},
        Words{"compare", iris, "--label", "class", "-q", "--folds", terminal_name},
        Words{"compare", iris, "--label", "class", "-q", "--drop", terminal_name}}) {
    CAPTURE(words.size());
    check_error(run_tool(words), 2, "\\x1b[5mx\\x07");
  }
}

TEST_CASE("a damaged posterior or schema in messages cannot command a terminal") {
  const Fitted iris("iris.csv");
  const std::string whole = text_of(iris.posterior);
  const std::string file = iris.folder / "damaged.json";

  for (const std::size_t at : {std::size_t{0}, whole.find("credence"), whole.size() / 2}) {
    CAPTURE(at);
    write_to(file, whole.substr(0, at) + terminal_name + whole.substr(at));
    const Run run = run_tool({"describe", file});
    CAPTURE(run.err);
    CHECK(run.exit == 5);
    CHECK(not_plain(run.err) == "");
    CHECK(messages_in(run) == 1);
  }
  write_to(file, R"({"schema_version":1,"label":"class","\u001b[5m\u009b\u202e":1})");
  check_error(run_tool({"compare", iris.data, "--schema", file, "-q"}), 3,
              "'\\x1b[5m\\u{9b}\\u{202e}'");
}

TEST_CASE("an error in JSON is ASCII and holds the bytes of the data exactly") {
  const Run run = run_tool(
      {"compare", "-", "--label", "class", "--column", "x=normal", "-q", "--format", "json"},
      "x,class\n1,a\n\"" + name_in_json + "\",b\n");

  CHECK(run.exit == 3);
  CHECK(not_plain(run.err) == "");
  CHECK(std::all_of(run.err.begin(), run.err.end(),
                    [](char letter) { return static_cast<unsigned char>(letter) < 0x80; }));
  const auto error = nlohmann::json::parse(run.err)["error"];
  CHECK(has(error["message"].get<std::string>(), "'" + name_in_json + "'"));
}

TEST_CASE("names of columns, levels and classes in text cannot command a terminal") {
  for (const Words& words :
       {Words{"compare"}, Words{"suggest"}, Words{"select", "--choose", "leave_one_out"},
        Words{"curve", "--sizes", "8", "--repeat", "2", "--threads", "1"},
        Words{"paired", "--second", "logistic_regression"}}) {
    CAPTURE(words.front());
    Words all{words.front(), "-", "--label", "class", "-q"};
    all.insert(all.end(), words.begin() + 1, words.end());
    const Run run = run_tool(all, table_of(terminal_name));
    CAPTURE(run.err);
    REQUIRE(run.exit == 0);
    CHECK(not_plain(run.out) == "");
    CHECK(has(run.out, terminal_shown));
  }
}

TEST_CASE("names in a posterior cannot command a terminal") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "posterior.json";
  const std::string csv = table_of(name_in_json);
  REQUIRE(run_tool({"fit", "-", "--label", "class", "-q", "-o", posterior}, csv).exit == 0);

  for (const Words& words :
       {Words{"describe", posterior}, Words{"explain", posterior, "-", "--row", "1"},
        Words{"evaluate", posterior, "-"}, Words{"check", posterior, "-", "--simulations", "200"},
        Words{"sensitivity", posterior, "-"}}) {
    CAPTURE(words.front());
    const Run run = run_tool(words, csv);
    CAPTURE(run.err);
    REQUIRE(run.exit == 0);
    CHECK(not_plain(run.out) == "");
    CHECK(not_plain(run.err) == "");
    CHECK(has(run.out, shown_of_json));
  }
}

TEST_CASE("pages and pictures show such names escaped and stay well-formed") {
  const TemporaryFolder folder;
  const Run run = run_tool({"report", "-", "--label", "class", "-q", "-o", "-", "--svg",
                            folder / "one.svg", "--figure", "confusion"},
                           table_of(terminal_name));

  CAPTURE(run.err);
  REQUIRE(run.exit == 0);
  for (const std::string& document : {run.out, text_of(folder / "one.svg")}) {
    CHECK(markup_of(document).fault == "");
    CHECK(not_plain(document) == "");
    CHECK(markup_of(document).says("\\x1b[5mx\\x07"));
  }
}

TEST_CASE("CSV holds the bytes of the data exactly") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "posterior.json";
  const std::string csv = table_of(name_in_json);
  REQUIRE(run_tool({"fit", "-", "--label", "class", "-q", "-o", posterior}, csv).exit == 0);

  const Run run = run_tool({"predict", posterior, "-", "-q"}, csv);

  REQUIRE(run.exit == 0);
  CHECK(has(run.out, name_in_json));
  CHECK_FALSE(has(run.out, shown_of_json));
}

TEST_CASE("the command that suggest ends with can be pasted, whatever the columns are called") {
  const TemporaryFolder folder;
  const std::string name = terminal_name + "it's\n$x";
  const std::string data = folder / "data.csv", script = folder / "command";
  write_to(data, table_of(name));
  const Run run = run_tool({"suggest", data, "--label", "class", "--drop", "same" + name, "-q"});
  REQUIRE_MESSAGE(run.exit == 0, run.err);
  const std::string begin = "\nTo use these families: credence ";
  REQUIRE(has(run.out, begin));

  write_to(script, "credence() { printf '<%s>' \"$@\"; }\ncredence " +
                       run.out.substr(run.out.find(begin) + begin.size()));
  const Run pasted = run_program({"/bin/bash", script});

  CHECK(not_plain(run.out) == "");
  CHECK(pasted.out ==
        "<compare><" + data + "><--label><class><--drop><same" + name + "><--families><auto>");
}
