#include <credence/detail/study/labelled_rows.hpp>

#include <credence/data/levels.hpp>
#include <credence/data/number.hpp>

#include <algorithm>

#include "base/some_of.hpp"

namespace credence::detail {
namespace {

// What to say of a class that is written as another number than a text that equals it.
std::string same_number(const std::string& text, std::span<const std::string> classes) {
  const std::optional<double> number = to_number(text);
  for (const std::string& klass : classes)
    if (number && to_number(klass) == number)
      return ", and classes are compared as text: '" + text + "' is not '" + klass + "'";
  return {};
}

void append(LabelledRows& rows, std::size_t row, Index truth, double weight) {
  rows.rows.push_back(static_cast<Index>(row));
  rows.truth.push_back(truth);
  rows.weights.push_back(weight);
}

}  // namespace

std::vector<Index> positions_that_count(const CodeColumn& label,
                                        std::span<const std::string> classes,
                                        std::span<const double> weights) {
  const std::vector<Index> at = positions_in(label.levels, classes);
  std::vector<Index> positions(label.codes.size(), -1);
  for (std::size_t row = 0; row < positions.size(); ++row)
    if (label.codes[row] != missing_code && weight_at(weights, row) > 0)
      positions[row] = at[static_cast<std::size_t>(label.codes[row])];
  return positions;
}

std::vector<std::string> levels_at(std::span<const std::string> levels,
                                   std::span<const Index> positions) {
  std::vector<bool> occurs(levels.size(), false);
  for (const Index at : positions)
    if (at >= 0) occurs[static_cast<std::size_t>(at)] = true;
  std::vector<std::string> found;
  for (std::size_t level = 0; level < levels.size(); ++level)
    if (occurs[level]) found.push_back(levels[level]);
  return found;
}

LabelledRows labelled_rows(std::span<const Index> truth, std::span<const double> weights) {
  LabelledRows rows;
  for (std::size_t row = 0; row < truth.size(); ++row)
    if (truth[row] >= 0) append(rows, row, truth[row], weight_at(weights, row));
  return rows;
}

std::vector<LabelledRows> rows_by_fold(std::span<const Index> truth,
                                       std::span<const double> weights,
                                       std::span<const Index> fold_of) {
  const Index last = fold_of.empty() ? -1 : *std::max_element(fold_of.begin(), fold_of.end());
  std::vector<LabelledRows> folds(static_cast<std::size_t>(last + 1));
  for (std::size_t row = 0; row < truth.size(); ++row)
    if (truth[row] >= 0)
      append(folds[static_cast<std::size_t>(fold_of[row])], row, truth[row],
             weight_at(weights, row));
  return folds;
}

LabelledRows all_but(std::span<const LabelledRows> folds, std::size_t fold) {
  LabelledRows rest;
  for (std::size_t other = 0; other < folds.size(); ++other) {
    if (other == fold) continue;
    const LabelledRows& more = folds[other];
    rest.rows.insert(rest.rows.end(), more.rows.begin(), more.rows.end());
    rest.truth.insert(rest.truth.end(), more.truth.begin(), more.truth.end());
    rest.weights.insert(rest.weights.end(), more.weights.begin(), more.weights.end());
  }
  return rest;
}

Index rows_at_a_time(std::size_t classes) {
  constexpr std::size_t most_numbers = std::size_t{1}
                                       << 24;  // two each: log joint, log probability
  return static_cast<Index>(
      std::max(most_numbers / std::max(classes, std::size_t{1}), std::size_t{1}));
}

std::vector<LabelledRows> parts_of(const LabelledRows& rows, std::size_t classes) {
  const auto most = static_cast<std::size_t>(rows_at_a_time(classes));
  std::vector<LabelledRows> parts(1);
  parts.reserve(rows.rows.size() / most + 1);
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    if (parts.back().rows.size() == most) parts.emplace_back();
    append(parts.back(), static_cast<std::size_t>(rows.rows[i]), rows.truth[i], rows.weights[i]);
  }
  return parts;
}

void check_labels(const Table& table, const std::string& label, const CodeColumn& codes,
                  std::span<const std::string> classes, std::span<const double> weights) {
  const std::vector<Index> at = positions_in(codes.levels, classes);
  for (std::size_t row = 0; row < codes.codes.size(); ++row) {
    const Code code = codes.codes[row];
    if (code == missing_code || at[static_cast<std::size_t>(code)] >= 0) continue;
    if (!(weight_at(weights, row) > 0)) continue;
    const Column& column = table.column(label);
    const auto position = static_cast<Index>(row);
    const std::string& held = codes.levels[static_cast<std::size_t>(code)];
    throw Error(ErrorCode::schema,
                "label '" + label + "', " + table.place(column, position) + " holds '" + held +
                    "', which is no class that was learned; the classes are " + some_of(classes) +
                    same_number(held, classes) + "; correct the cell or remove the row",
                table.where(column, position));
  }
}

Index rows_without_label(const CodeColumn& codes) {
  return std::count(codes.codes.begin(), codes.codes.end(), missing_code);
}

void no_labelled_row(const Table& table, const std::string& label) {
  throw Error(ErrorCode::schema,
              "no row of " + (table.file().empty() ? "the table" : "'" + table.file() + "'") +
                  " can be used: label '" + label +
                  "' is missing, or the weight is 0, throughout; give rows with a label");
}

}  // namespace credence::detail
