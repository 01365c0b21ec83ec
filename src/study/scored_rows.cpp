// Lists of numbers as the memory holds them: all processes of a job run on machines of one kind.
#include "study/scored_rows.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>

namespace credence::detail {
namespace {

template <class Number>
void put_numbers(const std::vector<Number>& numbers, Parcel& parcel) {
  static_assert(std::is_trivially_copyable_v<Number>);
  parcel.put(std::string_view(reinterpret_cast<const char*>(numbers.data()),
                              numbers.size() * sizeof(Number)));
}

template <class Number>
std::vector<Number> taken_numbers(Parcel& parcel) {
  const std::string_view bytes = parcel.text();
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(Number));
  return numbers;
}

[[noreturn]] void fail_to_take() {
  throw Error(ErrorCode::version,
              "scores of rows from another process are damaged; run again, with one version of "
              "credence on all machines");
}

void check_positions(const std::vector<Index>& positions, std::size_t count) {
  for (const Index position : positions)
    if (position < 0 || static_cast<std::size_t>(position) >= count) fail_to_take();
}

}  // namespace

void put(const LabelledRows& rows, Parcel& parcel) {
  put_numbers(rows.truth, parcel);
  put_numbers(rows.weights, parcel);
}

LabelledRows taken_rows(Parcel& parcel) {
  LabelledRows rows;
  rows.truth = taken_numbers<Index>(parcel);
  rows.weights = taken_numbers<double>(parcel);
  if (rows.weights.size() != rows.truth.size()) fail_to_take();
  rows.rows.resize(rows.truth.size());
  std::iota(rows.rows.begin(), rows.rows.end(), Index{0});
  return rows;
}

void put(const Predictions& predictions, Parcel& parcel) {
  put_numbers(predictions.label, parcel);
  put_numbers(predictions.log_probability, parcel);
  std::string impossible;
  for (const bool is_so : predictions.impossible) impossible += is_so ? '1' : '0';
  parcel.put(impossible);
  parcel.put(static_cast<std::uint64_t>(predictions.unseen_cells));
}

Predictions taken_predictions(const std::vector<std::string>& classes, Parcel& parcel) {
  Predictions predictions{.classes = classes};
  predictions.label = taken_numbers<Index>(parcel);
  predictions.log_probability = taken_numbers<double>(parcel);
  for (const char is_so : parcel.text()) predictions.impossible.push_back(is_so == '1');
  predictions.unseen_cells = static_cast<Index>(parcel.number());
  const std::size_t rows = predictions.label.size();
  if (predictions.log_probability.size() != rows * classes.size() ||
      predictions.impossible.size() != rows)
    fail_to_take();
  check_positions(predictions.label, classes.size());
  return predictions;
}

void put(const FoundLabels& found, Parcel& parcel) {
  put_numbers(found.labels, parcel);
  parcel.put(static_cast<std::uint64_t>(found.unseen_cells));
  parcel.put(found.undefined);
}

FoundLabels taken_labels(std::size_t classes, std::size_t rows, Parcel& parcel) {
  FoundLabels found;
  found.labels = taken_numbers<Index>(parcel);
  found.unseen_cells = static_cast<Index>(parcel.number());
  found.undefined = parcel.text();
  if (found.labels.size() != (found.undefined.empty() ? rows : 0)) fail_to_take();
  check_positions(found.labels, classes);
  return found;
}

}  // namespace credence::detail
