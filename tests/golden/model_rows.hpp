#pragma once
// Random rows of a table with a column of every kind, as plain data and as a table.
#include <array>
#include <cmath>
#include <credence/base/random.hpp>
#include <credence/data/table.hpp>
#include <limits>
#include <string>
#include <vector>

namespace reference {

inline constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// One row; NaN and the word "?" stand for missing cells, -1 in `smoker` too.
struct Row {
  std::string klass;
  double weight = 1;
  double temperature = 0;  // normal
  double pressure = 0;     // normal, a prior for each class
  double income = 1;       // lognormal
  double smoker = 0;       // bernoulli
  std::string city;        // categorical
  std::string mood;        // categorical, missing is a level
  double visits = 0;       // poisson over `years`
  double years = 1;
  double wait = 0;                // exponential
  double tries = 0;               // geometric
  std::vector<std::string> note;  // multinomial; {"?"}: missing
  std::array<double, 3> words{};  // multinomial block
};

struct RowOptions {
  bool unseen = false;  ///< also levels and words that training rows never hold
};

inline Row random_row(credence::Random& random, RowOptions options) {
  static const std::array<std::string, 3> classes{"a", "b", "c"};
  static const std::array<std::string, 4> cities{"Rome", "Oslo", "Bonn", "Kiel"};
  static const std::array<std::string, 3> moods{"good", "bad", "odd"};
  static const std::array<std::string, 6> vocabulary{"ham", "eggs", "spam", "tea", "milk", "rum"};
  const auto rare = [&] { return random.below(6) == 0; };
  const std::size_t klass = random.below(3);
  const double shift = static_cast<double>(klass);
  const std::size_t extra = options.unseen ? 0 : 1;
  Row row;
  row.klass = classes[klass];
  row.weight = 0.25 * static_cast<double>(1 + random.below(8));
  row.temperature = rare() ? missing : 20 + 3 * shift + random.normal();
  row.pressure = rare() ? missing : 1013 - 5 * shift + 4 * random.normal();
  row.income = rare() ? missing : std::exp(10 + 0.5 * shift + random.normal());
  row.smoker = rare() ? missing : static_cast<double>(random.below(2));
  row.city = rare() ? "?" : cities[random.below(cities.size() - extra)];
  row.mood = rare() ? "?" : moods[random.below(moods.size() - extra)];
  row.years = rare() ? missing : 0.5 + random.uniform();
  row.visits = rare() ? missing : random.poisson(2 + shift);
  row.wait = rare() ? missing : -std::log1p(-random.uniform()) * (1 + shift);
  row.tries = rare() ? missing : random.poisson(1 + shift);
  if (rare()) {
    row.note = {"?"};
  } else {
    for (std::uint64_t i = random.below(9); i > 0; --i)
      row.note.push_back(vocabulary[random.below(vocabulary.size() - extra)]);
  }
  for (double& count : row.words) count = random.poisson(1.5);
  if (rare()) row.words[random.below(3)] = missing;
  return row;
}

inline std::vector<Row> random_rows(credence::Random& random, std::size_t count,
                                    RowOptions options) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < count; ++i) rows.push_back(random_row(random, options));
  return rows;
}

inline std::string sentence(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

inline credence::Table table_of(const std::vector<Row>& rows) {
  credence::Table table;
  const auto numbers = [&](const std::string& name, auto member) {
    std::vector<double> cells;
    for (const Row& row : rows) cells.push_back(member(row));
    table.add(name, std::move(cells));
  };
  const auto texts = [&](const std::string& name, auto member) {
    credence::TextColumn cells;
    for (const Row& row : rows) cells.push_back(member(row), member(row) == "?");
    table.add(credence::Column{.name = name, .cells = std::move(cells)});
  };
  texts("class", [](const Row& row) { return row.klass; });
  numbers("weight", [](const Row& row) { return row.weight; });
  numbers("temperature", [](const Row& row) { return row.temperature; });
  numbers("pressure", [](const Row& row) { return row.pressure; });
  numbers("income", [](const Row& row) { return row.income; });
  numbers("smoker", [](const Row& row) { return row.smoker; });
  texts("city", [](const Row& row) { return row.city; });
  texts("mood", [](const Row& row) { return row.mood; });
  numbers("visits", [](const Row& row) { return row.visits; });
  numbers("years", [](const Row& row) { return row.years; });
  numbers("wait", [](const Row& row) { return row.wait; });
  numbers("tries", [](const Row& row) { return row.tries; });
  texts("note", [](const Row& row) { return sentence(row.note); });
  for (std::size_t word = 0; word < 3; ++word)
    numbers("w" + std::to_string(word), [word](const Row& row) { return row.words[word]; });
  return table;
}

}  // namespace reference
