// Priors found from data against maxima that mpmath found in another way (make_empirical.py).
#include <doctest/doctest.h>

#include <credence/family/families.hpp>
#include <set>

#include "support/family_golden.hpp"
#include "support/family_samples.hpp"
#include "support/paths.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

const std::string table = project_file("tests/golden/empirical.csv");

template <class F>
typename F::Statistics read_cell(const std::string& text) {
  typename F::Statistics cell;
  if constexpr (LevelledStatistics<typename F::Statistics>) {
    for (const std::string& count : split(text, ' ')) cell.counts.push_back(number(count));
  } else {
    for (const std::string& datum : split(text, ' ')) {
      if constexpr (std::is_same_v<typename F::Statistics::value_type, bool>)
        cell.observe(datum == "1");
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
  CHECK(found.notes.empty());
}

template <class F>
void check_row(const GoldenRow& row) {
  std::vector<typename F::Statistics> cells;
  for (const std::string& text : split(row.at("cells"), '|')) cells.push_back(read_cell<F>(text));
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
  check_found(F::empirical(cells), row);
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

TEST_CASE("every family that finds its prior has two reference values of it") {
  std::multiset<std::string> families;
  for (const GoldenRow& row : golden_rows(table))
    if (row.at("word") == "empirical") families.insert(row.at("family"));
  for_each_family(Families{}, [&](auto family) {
    if constexpr (!EmpiricalFamily<decltype(family)>) return;
    const std::string name{decltype(family)::name};
    CAPTURE(name);
    CHECK(families.count(name) >= 2);
  });
}
