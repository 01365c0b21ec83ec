// Lists of numbers as the memory holds them: all processes of a job run on machines of one kind.
#include "study/compare/scored_rows.hpp"

#include <numeric>

namespace credence::detail {
namespace {

void check_positions(const std::vector<Index>& positions, std::size_t count) {
  for (const Index position : positions)
    if (position < 0 || static_cast<std::size_t>(position) >= count) Parcel::damaged();
}

}  // namespace

void put(const LabelledRows& rows, Parcel& parcel) {
  parcel.put_list(std::span(rows.truth));
  parcel.put_list(std::span(rows.weights));
}

LabelledRows taken_rows(Parcel& parcel) {
  LabelledRows rows;
  rows.truth = parcel.list<Index>();
  rows.weights = parcel.list<double>();
  if (rows.weights.size() != rows.truth.size()) Parcel::damaged();
  rows.rows.resize(rows.truth.size());
  std::iota(rows.rows.begin(), rows.rows.end(), Index{0});
  return rows;
}

void put(const Predictions& predictions, Parcel& parcel) {
  parcel.put_list(std::span(predictions.label));
  parcel.put_list(std::span(predictions.log_probability));
  std::string impossible;
  for (const bool is_so : predictions.impossible) impossible += is_so ? '1' : '0';
  parcel.put(impossible);
  parcel.put(static_cast<std::uint64_t>(predictions.unseen_cells));
}

Predictions taken_predictions(const std::vector<std::string>& classes, Parcel& parcel) {
  Predictions predictions{.classes = classes};
  predictions.label = parcel.list<Index>();
  predictions.log_probability = parcel.list<double>();
  for (const char is_so : parcel.text()) predictions.impossible.push_back(is_so == '1');
  predictions.unseen_cells = static_cast<Index>(parcel.number());
  const std::size_t rows = predictions.label.size();
  if (predictions.log_probability.size() != rows * classes.size() ||
      predictions.impossible.size() != rows)
    Parcel::damaged();
  check_positions(predictions.label, classes.size());
  return predictions;
}

void put(const FoundLabels& found, Parcel& parcel) {
  parcel.put_list(std::span(found.labels));
  parcel.put(static_cast<std::uint64_t>(found.unseen_cells));
  parcel.put(found.undefined);
}

FoundLabels taken_labels(std::size_t classes, std::size_t rows, Parcel& parcel) {
  FoundLabels found;
  found.labels = parcel.list<Index>();
  found.unseen_cells = static_cast<Index>(parcel.number());
  found.undefined = parcel.text();
  if (found.labels.size() != (found.undefined.empty() ? rows : 0)) Parcel::damaged();
  check_positions(found.labels, classes);
  return found;
}

}  // namespace credence::detail
