// Sparse rows: what is read keeps the promises of SparseRows, and reads back equal when written.
// Input: one byte that says where columns begin to count, then the text.
#include <credence/data/svmlight.hpp>

#include <charconv>
#include <cmath>

#include "fuzz/fuzz.hpp"

namespace {

using namespace credence;
using namespace credence::fuzz;

std::string number_text(double number) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  return {buffer.data(), end};
}

std::string written(const SparseRows& rows) {
  std::string text = "# else a label that begins as a byte-order mark would be taken for one\n";
  for (std::size_t i = 0; i < rows.labels.size(); ++i) {
    text += rows.labels[i];
    for (std::uint64_t at = rows.offsets[i]; at < rows.offsets[i + 1]; ++at)
      text += " " + std::to_string(rows.columns[at]) + ":" + number_text(rows.values[at]);
    text += '\n';
  }
  return text;
}

void expect_sound(const SparseRows& rows) {
  expect(rows.rows() > 0, "there are rows");
  expect(rows.offsets.size() == rows.labels.size() + 1, "one offset a row and one more");
  expect(rows.offsets.front() == 0 && rows.offsets.back() == rows.columns.size(),
         "offsets span the pairs");
  expect(rows.values.size() == rows.columns.size(), "one value a column");
  for (std::size_t i = 0; i < rows.labels.size(); ++i) {
    expect(!rows.labels[i].empty(), "a row has a label");
    expect(rows.offsets[i] <= rows.offsets[i + 1], "offsets ascend");
    for (std::uint64_t at = rows.offsets[i]; at < rows.offsets[i + 1]; ++at) {
      expect(std::isfinite(rows.values[at]), "values are finite");
      expect(rows.columns[at] < rows.width, "columns lie within the width");
      expect(at == rows.offsets[i] || rows.columns[at - 1] < rows.columns[at], "columns ascend");
    }
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(text_of(data, size));
  constexpr std::array starts{FirstColumn::automatic, FirstColumn::zero, FirstColumn::one};
  const FirstColumn first = starts[bytes.below(starts.size())];
  const auto read = outcome_of([&] { return read_svmlight_text(bytes.rest(), "f", first); });
  if (!read.value) return 0;
  expect_sound(*read.value);
  const auto again =
      outcome_of([&] { return read_svmlight_text(written(*read.value), "f", FirstColumn::zero); });
  expect(again.value && *again.value == *read.value, "what is written reads back equal");
  return 0;
}
