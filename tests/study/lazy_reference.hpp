#pragma once
// Lazy Bayesian rules the slow way, on texts: everything is counted anew for every row.
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace credence::testing {

/// A table of categories; the empty text is a missing cell.
struct Categories {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> labels;
};

/// What the reference says of one row.
struct LazyAnswer {
  std::vector<std::pair<std::string, std::string>> antecedent;  ///< by column
  std::vector<double> probabilities;
};

/// Lazy Bayesian rules of some training rows, all priors Dirichlet with 1 for each level and class.
class LazyReference {
 public:
  LazyReference(const Categories& data, std::vector<std::size_t> training)
      : data_(data), training_(std::move(training)) {
    std::set<std::string> classes;
    levels_.resize(data.names.size());
    for (const std::size_t row : training_) {
      classes.insert(data.labels[row]);
      for (std::size_t j = 0; j < data.names.size(); ++j)
        if (!data.rows[row][j].empty()) levels_[j].insert(data.rows[row][j]);
    }
    classes_.assign(classes.begin(), classes.end());
  }

  [[nodiscard]] LazyAnswer answer(const std::vector<std::string>& row) const {
    std::set<std::size_t> used;
    std::vector<std::size_t> rows = training_;
    std::set<std::size_t> wrong = wrong_rows(rows, used);
    while (wrong.size() >= 5) {
      const std::optional<std::size_t> best = best_column(row, rows, used, wrong);
      if (!best) break;
      rows = with_level(rows, *best, row[*best]);
      used.insert(*best);
      wrong = wrong_rows(rows, used);
    }
    LazyAnswer found;
    for (const std::size_t j : used) found.antecedent.emplace_back(data_.names[j], row[j]);
    found.probabilities = probabilities(row, rows, used);
    return found;
  }

 private:
  // ln p(row, class) by the rows; a level that was never learned says nothing.
  [[nodiscard]] double log_joint(const std::vector<std::string>& row,
                                 const std::vector<std::size_t>& rows,
                                 const std::set<std::size_t>& used, const std::string& klass,
                                 std::optional<std::size_t> without) const {
    double all = 0;
    double own = 0;
    std::vector<double> present(row.size(), 0);
    std::vector<double> same(row.size(), 0);
    for (const std::size_t other : rows) {
      if (other == without) continue;
      ++all;
      if (data_.labels[other] != klass) continue;
      ++own;
      for (std::size_t j = 0; j < row.size(); ++j) {
        present[j] += data_.rows[other][j].empty() ? 0 : 1;
        same[j] += data_.rows[other][j] == row[j] ? 1 : 0;
      }
    }
    double sum = std::log((own + 1) / (all + static_cast<double>(classes_.size())));
    for (std::size_t j = 0; j < row.size(); ++j)
      if (!used.contains(j) && levels_[j].contains(row[j]))
        sum += std::log((same[j] + 1) / (present[j] + static_cast<double>(levels_[j].size())));
    return sum;
  }

  [[nodiscard]] std::vector<double> probabilities(const std::vector<std::string>& row,
                                                  const std::vector<std::size_t>& rows,
                                                  const std::set<std::size_t>& used) const {
    std::vector<double> all;
    double total = 0;
    for (const std::string& klass : classes_) {
      all.push_back(std::exp(log_joint(row, rows, used, klass, {})));
      total += all.back();
    }
    for (double& one : all) one /= total;
    return all;
  }

  [[nodiscard]] std::set<std::size_t> wrong_rows(const std::vector<std::size_t>& rows,
                                                 const std::set<std::size_t>& used) const {
    std::set<std::size_t> wrong;
    for (const std::size_t row : rows) {
      std::vector<double> joints;
      for (const std::string& klass : classes_)
        joints.push_back(log_joint(data_.rows[row], rows, used, klass, row));
      const auto best = std::max_element(joints.begin(), joints.end()) - joints.begin();
      if (classes_[static_cast<std::size_t>(best)] != data_.labels[row]) wrong.insert(row);
    }
    return wrong;
  }

  [[nodiscard]] std::vector<std::size_t> with_level(const std::vector<std::size_t>& rows,
                                                    std::size_t j, const std::string& level) const {
    std::vector<std::size_t> some;
    for (const std::size_t row : rows)
      if (data_.rows[row][j] == level) some.push_back(row);
    return some;
  }

  [[nodiscard]] bool constant(const std::vector<std::size_t>& rows, std::size_t j) const {
    std::set<std::string> seen;
    for (const std::size_t row : rows)
      if (!data_.rows[row][j].empty()) seen.insert(data_.rows[row][j]);
    return seen.size() < 2;
  }

  // The sum of binomial coefficients over 2^n.
  [[nodiscard]] static double at_most(std::size_t worse, std::size_t all) {
    double sum = 0;
    double coefficient = 1;
    for (std::size_t k = 0; k <= worse; ++k) {
      sum += coefficient;
      coefficient *= static_cast<double>(all - k) / static_cast<double>(k + 1);
    }
    return sum / std::pow(2.0, static_cast<double>(all));
  }

  [[nodiscard]] std::optional<std::size_t> best_column(const std::vector<std::string>& row,
                                                       const std::vector<std::size_t>& rows,
                                                       const std::set<std::size_t>& used,
                                                       const std::set<std::size_t>& wrong) const {
    std::optional<std::size_t> best;
    std::size_t fewest = rows.size() + 1;
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (used.contains(j) || row[j].empty() || constant(rows, j)) continue;
      std::set<std::size_t> more = used;
      more.insert(j);
      const std::vector<std::size_t> inside = with_level(rows, j, row[j]);
      const std::set<std::size_t> now = wrong_rows(inside, more);
      std::size_t worse = 0;
      std::size_t better = 0;
      for (const std::size_t one : inside) {
        worse += now.contains(one) && !wrong.contains(one) ? 1 : 0;
        better += !now.contains(one) && wrong.contains(one) ? 1 : 0;
      }
      const std::size_t errors = wrong.size() + worse - better;
      if (errors >= fewest || at_most(worse, worse + better) >= 0.05) continue;
      fewest = errors;
      best = j;
    }
    return best;
  }

  const Categories& data_;
  std::vector<std::size_t> training_;
  std::vector<std::string> classes_;
  std::vector<std::set<std::string>> levels_;
};

}  // namespace credence::testing
