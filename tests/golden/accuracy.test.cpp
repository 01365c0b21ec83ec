// What the page of accuracy publishes holds: CREDENCE_WRITE_PAGES=1 measures it anew and writes it.
#include "golden/accuracy.hpp"

#include <doctest/doctest.h>

#include <credence/base/file.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "support/paths.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

const std::string page = "docs/reference/accuracy.md";
const std::string head = "| function | where | largest | 99 % |\n|---|---|---|---|\n";

std::string digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string table_of(const std::vector<Accuracy>& all) {
  std::string text = head;
  for (const Accuracy& accuracy : all)
    text += "| `" + accuracy.function + "` | " + accuracy.domain + " | " +
            digits(accuracy.quantile(1)) + " | " + digits(accuracy.quantile(0.99)) + " |\n";
  return text;
}

// What stands under "largest", by function.
std::map<std::string, double> published(const std::string& text) {
  std::map<std::string, double> largest;
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `")) continue;
    std::vector<std::string> cells;
    std::istringstream row{line};
    for (std::string cell; std::getline(row, cell, '|');) cells.push_back(cell);
    largest[cells.at(1).substr(2, cells.at(1).size() - 4)] = std::stod(cells.at(3));
  }
  return largest;
}

// The text with another table in the place of one of its two.
std::string with_table(std::string text, const std::string& heading, const std::string& table) {
  const std::size_t first = text.find(head, text.find(heading));
  const std::size_t end = std::min(text.find("\n\n", first) + 1, text.size());
  return text.replace(first, end - first, table);
}

}  // namespace

TEST_CASE("every special function and log density is as accurate as its page says") {
  std::vector<Accuracy> functions = special_accuracies();
  for (Accuracy& accuracy : probability_accuracies()) functions.push_back(std::move(accuracy));
  std::vector<Accuracy> densities = density_accuracies();
  for (Accuracy& accuracy : joint_density_accuracies()) densities.push_back(std::move(accuracy));
  for (Accuracy& accuracy : shape_density_accuracies()) densities.push_back(std::move(accuracy));
  const std::string path = project_file(page);
  std::string text = read_file(path);
  if (std::getenv("CREDENCE_WRITE_PAGES") != nullptr) {
    text = with_table(text, "## Special functions", table_of(functions));
    text = with_table(text, "## Log densities", table_of(densities));
    std::ofstream{path, std::ios::binary} << text;
  }

  std::map<std::string, double> largest = published(text);
  for (const std::vector<Accuracy>* part : {&functions, &densities})
    for (const Accuracy& accuracy : *part) {
      CAPTURE(accuracy.function);
      REQUIRE(largest.contains(accuracy.function));
      // Other mathematical libraries round a little otherwise.
      CHECK(accuracy.quantile(1) <= 2 * largest[accuracy.function] + 1);
      largest.erase(accuracy.function);
    }
  CHECK(largest.empty());
}
