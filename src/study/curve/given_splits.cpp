// Splits of the rows that the caller has made.
#include <credence/base/error.hpp>
#include <credence/data/table.hpp>
#include <credence/detail/base/counted.hpp>

#include <algorithm>

#include "study/curve/curve_splits.hpp"

namespace credence {
namespace detail {
namespace {

[[noreturn]] void bad_split(const GivenSplit& split, const std::string& what,
                            const std::string& remedy) {
  throw Error(ErrorCode::domain, "split '" + split.name + "' " + what + "; " + remedy);
}

// What each row of the table is for.
enum class Use { none, labelled, taken };

std::vector<Index> labelled_part(const GivenSplit& split, const std::vector<Index>& part,
                                 std::vector<Use>& uses) {
  std::vector<Index> rows;
  for (const Index row : part) {
    if (row < 0 || row >= std::ssize(uses))
      bad_split(split, "names row " + std::to_string(row + 1),
                "the table has " + counted(uses.size(), "row", "rows"));
    Use& use = uses[static_cast<std::size_t>(row)];
    if (use == Use::taken)
      bad_split(split, "names row " + std::to_string(row + 1) + " twice", "give each row one part");
    if (use == Use::labelled) rows.push_back(row);
    if (use == Use::labelled) use = Use::taken;
  }
  return rows;
}

}  // namespace

std::vector<GivenSplit> labelled_splits(std::span<const GivenSplit> splits,
                                        const LabelledRows& rows, Index table_rows) {
  std::vector<Use> fresh(static_cast<std::size_t>(table_rows), Use::none);
  for (const Index row : rows.rows) fresh[static_cast<std::size_t>(row)] = Use::labelled;
  std::vector<GivenSplit> all;
  for (const GivenSplit& split : splits) {
    std::vector<Use> uses = fresh;
    GivenSplit labelled{.name = split.name};
    labelled.learned = labelled_part(split, split.learned, uses);
    labelled.tested = labelled_part(split, split.tested, uses);
    if (labelled.learned.empty() || labelled.tested.empty())
      bad_split(split, "leaves nothing to learn or to test",
                "give it training and test rows that have a label");
    all.push_back(std::move(labelled));
  }
  return all;
}

GivenSizes given_sizes(std::span<const GivenSplit> splits, Index rows) {
  GivenSizes found;
  for (const GivenSplit& split : splits) {
    const Index learned = std::ssize(split.learned);
    const Index tested = std::ssize(split.tested);
    const auto same =
        std::find_if(found.sizes.begin(), found.sizes.end(), [&](const CurveSize& size) {
          return size.training_rows == learned && size.test_rows == tested;
        });
    found.size_of.push_back(static_cast<std::size_t>(same - found.sizes.begin()));
    if (same == found.sizes.end())
      found.sizes.push_back({.asked = static_cast<double>(tested) / static_cast<double>(rows),
                             .test_rows = tested,
                             .training_rows = learned});
  }
  return found;
}

}  // namespace detail

std::string_view to_string(CurveSplits splits) {
  switch (splits) {
    case CurveSplits::nested:
      return "nested";
    case CurveSplits::independent:
      return "independent";
    case CurveSplits::given:
      return "given";
  }
  return {};
}

std::vector<GivenSplit> splits_of(const Table& table) {
  if (table.columns().empty() || table.rows() == 0)
    throw Error(ErrorCode::domain,
                "a table of splits is empty; give a column for each split, and a row for each row "
                "of the data");
  std::vector<GivenSplit> splits;
  for (const Column& column : table.columns()) {
    GivenSplit& split = splits.emplace_back(GivenSplit{.name = column.name});
    for (Index row = 0; row < table.rows(); ++row) {
      const std::string word = as_written(column, row);
      if (word == "train")
        split.learned.push_back(row);
      else if (word == "test")
        split.tested.push_back(row);
      else if (!word.empty())
        throw Error(ErrorCode::parse,
                    "column '" + column.name + "' of a table of splits, " +
                        table.place(column, row) + " holds '" + word +
                        "'; write train, test or nothing",
                    table.where(column, row));
    }
  }
  return splits;
}

}  // namespace credence
