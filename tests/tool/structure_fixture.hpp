#pragma once
// Tables and posterior files for the tests of `--structure`.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/run_tool.hpp"

namespace credence::programs {

/// Nine rows whose probabilities are known as fractions.
inline constexpr const char* nine_rows =
    "x0,x1,x2,y\na,a,a,no\na,b,a,no\na,b,b,no\nb,c,b,no\nb,b,a,no\nb,c,b,yes\nb,a,a,yes\na,c,a,"
    "yes\nb,c,a,yes\n";

// Exclusive or, each of its rows several times.
inline std::string exclusive_or(int times) {
  std::string text = "a,b,class\n";
  for (int i = 0; i < times; ++i)
    text += "left,left,same\nleft,right,other\nright,left,other\nright,right,same\n";
  return text;
}

// Two columns of numbers that tell the classes apart, and one of levels.
inline std::string numbers(int rows, double shift = 0) {
  std::string text = "size,weight,kind,class\n";
  for (int row = 0; row < rows; ++row) {
    const bool first = row % 2 == 0;
    text += std::to_string((first ? 10 : 20) + shift + 0.37 * (row % 5)) + ',' +
            std::to_string((first ? 1 : 5) + 0.11 * (row % 7)) + ',' + (row % 3 == 0 ? "u" : "v") +
            ',' + (first ? "p" : "q") + '\n';
  }
  return text;
}

struct Fixture {
  TemporaryFolder folder;
  std::string data = folder / "data.csv";

  explicit Fixture(const std::string& text = nine_rows) { write_to(data, text); }
  std::vector<std::string> label = {"--label", "y"};

  [[nodiscard]] Run run(const std::string& verb, const Words& flags) const {
    return run_tool(with(with({verb, data}, label), flags));
  }
  /// The file of a posterior.
  [[nodiscard]] std::string fit(const std::string& name, const Words& flags) const {
    std::string file = folder / name;
    const Run made = run("fit", with(flags, {"-o", file, "--force"}));
    INFO(made.err);
    REQUIRE(made.exit == 0);
    return file;
  }
};

// The probability of "no" for one row.
inline double probability(const Fixture& of, const Words& flags, const std::string& row) {
  const std::string posterior = of.fit("p.json", flags);
  const std::string asked = of.folder / "asked.csv";
  write_to(asked, "x0,x1,x2\n" + row + "\n");
  const Run run = run_tool({"predict", posterior, asked, "--columns", "probability", "-q"});
  INFO(run.err);
  REQUIRE(run.exit == 0);
  return std::stod(run.out.substr(run.out.find('\n') + 1));
}

}  // namespace credence::programs
