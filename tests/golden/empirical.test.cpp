// Priors found from data against maxima that mpmath found in another way (make_empirical.py).
#include <doctest/doctest.h>

#include <credence/family/families.hpp>
#include <set>

#include "support/family_samples.hpp"
#include "support/golden_table.hpp"
#include "support/paths.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

const std::string table = project_file("tests/golden/empirical.csv");
// Found by a general optimiser (make_empirical_general.py).
const std::string general_table = project_file("tests/golden/empirical_general.csv");

std::vector<double> row_of(const std::string& text) {
  std::vector<double> row;
  for (const std::string& entry : split(text, '/')) row.push_back(number(entry));
  return row;
}

template <class F>
typename F::Statistics read_cell(const std::string& text) {
  typename F::Statistics cell;
  if constexpr (LevelledStatistics<typename F::Statistics>) {
    for (const std::string& count : split(text, ' ')) cell.counts.push_back(number(count));
  } else {
    for (const std::string& datum : split(text, ' ')) {
      if constexpr (std::is_same_v<typename F::Statistics::value_type, bool>)
        cell.observe(datum == "1");
      else if constexpr (std::is_same_v<typename F::Statistics::value_type, std::vector<double>>)
        cell.observe(row_of(datum));
      else
        cell.observe(number(datum));
    }
  }
  return cell;
}

template <class Prior>
void check_found(const EmpiricalPrior<Prior>& found, const GoldenRow& row) {
  const auto expected = split(row.at("prior"), ' ');
  const auto values = numbers(found.prior);
  REQUIRE(values.size() == expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    CAPTURE(i);
    CAPTURE(values[i]);
    CHECK(std::abs(values[i] - number(expected[i])) <= 1e-9 * (1e-3 + std::abs(values[i])));
  }
  CHECK(std::abs(found.log_evidence - number(row.at("log_evidence"))) <=
        1e-13 * std::abs(found.log_evidence));
  CHECK(found.converged);
}

template <class F>
std::vector<typename F::Statistics> cells_of(const GoldenRow& row) {
  std::vector<typename F::Statistics> cells;
  for (const std::string& text : split(row.at("cells"), '|')) cells.push_back(read_cell<F>(text));
  return cells;
}

template <class F>
void check_row(const GoldenRow& row) {
  const auto cells = cells_of<F>(row);
  const std::string& word = row.at("word");
  if constexpr (LevelledStatistics<typename F::Statistics>) {
    if (word != "empirical") {
      check_found(
          F::empirical_each(cells, word == "empirical_each" ? Automatic::empirical_each
                                                            : Automatic::leave_one_out_each),
          row);
      return;
    }
  }
  const auto found = F::empirical(cells);
  check_found(found, row);
  CHECK(found.notes.empty());
}

template <class F>
bool check_general_row(const GoldenRow& row) {
  const auto cells = cells_of<F>(row);
  if constexpr (TiedEmpiricalFamily<F>) {
    const Tying tying = *tying_named(row.at("tying"));
    const auto found = F::tied_empirical(tying, cells, 2);
    check_found(found, row);
    CHECK(found.notes.empty() != ties_classes(tying));
    return true;
  } else if constexpr (EmpiricalFamily<F>) {
    const auto found = F::empirical(cells);
    check_found(found, row);
    CHECK(found.notes.empty());
    return true;
  }
  return false;
}

}  // namespace

TEST_CASE("empirical priors agree with maxima found by another way with 40 digits") {
  for (const GoldenRow& row : golden_rows(table)) {
    const std::string family = row.at("family");
    const std::string cells = row.at("cells");
    CAPTURE(family);
    CAPTURE(cells);
    bool checked = false;
    with_family(Families{}, family, [&](auto found) {
      if constexpr (EmpiricalFamily<decltype(found)>) {
        check_row<decltype(found)>(row);
        checked = true;
      }
    });
    CHECK(checked);
  }
}

TEST_CASE("empirical priors agree with maxima found by a general optimiser and 40 digits") {
  for (const GoldenRow& row : golden_rows(general_table)) {
    const std::string family = row.at("family");
    const std::string tying = row.at("tying");
    const std::string cells = row.at("cells");
    CAPTURE(family);
    CAPTURE(tying);
    CAPTURE(cells);
    bool checked = false;
    with_family(Families{}, family,
                [&](auto found) { checked = check_general_row<decltype(found)>(row); });
    CHECK(checked);
  }
}

TEST_CASE("every family that finds its prior has two reference values of it") {
  std::multiset<std::string> families;
  for (const GoldenRow& row : golden_rows(table))
    if (row.at("word") == "empirical") families.insert(row.at("family"));
  for (const GoldenRow& row : golden_rows(general_table)) families.insert(row.at("family"));
  INFO("make_empirical.py or make_empirical_general.py writes them");
  for_each_family(Families{}, [&](auto family) {
    using F = decltype(family);
    if constexpr (!EmpiricalFamily<F> && !TiedEmpiricalFamily<F>) return;
    const std::string name{decltype(family)::name};
    CAPTURE(name);
    CHECK(families.count(name) >= 2);
  });
}
