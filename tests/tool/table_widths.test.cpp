// Tables and sentences of text fit on a terminal of 120 columns.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/run_tool.hpp"

using namespace credence::programs;

namespace {

std::ptrdiff_t letters_of(const std::string& line) {
  return std::count_if(line.begin(), line.end(),
                       [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; });
}

// The lines of tables and sentences that are too long: those of four cells or more, or of one.
std::vector<std::string> too_long(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string& line : lines_of(text)) {
    std::size_t gaps = 0;
    for (std::size_t i = 2; i < line.size(); ++i)
      if (line[i] != ' ' && line[i - 1] == ' ' && line[i - 2] == ' ') ++gaps;
    const bool is_list = gaps == 1 || gaps == 2;
    if (letters_of(line) > 119 && !is_list) lines.push_back(line);
  }
  return lines;
}

void stays_narrow(const Words& words) {
  const Run run = run_tool(words);
  CAPTURE(run.err);
  REQUIRE(run.exit == 0);
  for (const std::string& line : too_long(run.out)) FAIL_CHECK(words[0], ": ", line);
}

// The rows of a file in two halves, dealt in turn, with its headings.
void deal(const std::string& data, const std::string& first, const std::string& second) {
  const std::vector<std::string> lines = lines_of(text_of(data));
  std::string texts[2]{lines[0] + '\n', lines[0] + '\n'};
  for (std::size_t i = 1; i < lines.size(); ++i) texts[i % 2] += lines[i] + '\n';
  write_to(first, texts[0]);
  write_to(second, texts[1]);
}

}  // namespace

TEST_CASE("tables and sentences of text fit into 119 columns, of five data sets that are shipped") {
  for (const std::string name :
       {"iris", "wine", "breast_cancer", "german_credit", "house_votes_84"}) {
    CAPTURE(name);
    const TemporaryFolder folder;
    // A copy: a sentence names the file, whose own path may be long.
    const std::string data = folder / "data.csv";
    const std::string before = folder / "before.csv";
    const std::string after = folder / "after.csv";
    const std::string posterior = folder / "posterior.json";
    write_to(data, text_of(shipped(name + ".csv")));
    deal(data, before, after);
    REQUIRE(run_tool({"fit", before, "--label", "class", "-q", "-o", posterior}).exit == 0);

    stays_narrow({"drift", posterior, after});
    stays_narrow({"select", data, "--label", "class"});
    stays_narrow({"check", posterior, before});
    stays_narrow({"check", posterior, before, "--dependence"});
    stays_narrow({"suggest", data, "--label", "class"});
  }
}

TEST_CASE("sentences go on below their beginning, behind the mark of a note") {
  const Run run = run_tool({"compare", shipped("german_credit.csv"), "--label", "class", "-q"});

  CHECK(has(run.out, "\n- maximum_likelihood and maximum_a_posteriori give the true class"));
  CHECK(has(run.out, " in\n  cross-validation, so that the log loss is infinite\n"));
}

TEST_CASE("results with feature weights fit into 119 columns") {
  for (const std::string name : {"iris", "wine", "breast_cancer"}) {
    CAPTURE(name);
    stays_narrow(
        {"compare", shipped(name + ".csv"), "--label", "class", "--feature-weights", "each"});
  }
}
