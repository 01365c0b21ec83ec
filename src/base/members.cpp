// Checks of named numbers, and the sentences that say which one is wrong.
#include <credence/base/members.hpp>

#include <credence/base/error.hpp>
#include <credence/base/triangle.hpp>
#include <credence/detail/base/counted.hpp>

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <numeric>

#include "base/names.hpp"

namespace credence::detail {
namespace {

// A simplex written in decimals need not sum to 1 to the last bit.
constexpr double simplex_tolerance = 1e-9;

std::string_view demand(Domain domain) {
  switch (domain) {
    case Domain::real:
    case Domain::ascending:
    case Domain::positive_definite:
    case Domain::semi_definite:
      return "a finite number";
    case Domain::positive:
      return "a finite number above 0";
    case Domain::nonnegative:
      return "a finite number, 0 or more";
    case Domain::probability:
    case Domain::simplex:
      return "between 0 and 1";
  }
  return "a number";
}

std::ptrdiff_t times(const Fields& fields, std::string_view name) {
  return std::count_if(fields.begin(), fields.end(),
                       [&](const auto& field) { return field.first == name; });
}

const FieldValue& found(const Fields& fields, std::string_view name, std::string_view what) {
  const auto field = std::find_if(fields.begin(), fields.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  if (field == fields.end())
    throw Error{ErrorCode::schema, fmt::format("{} lacks '{}'; give it a value", what, name)};
  return field->second;
}

// How far below 0 rounding may take a share of a matrix that was added up.
constexpr double share_tolerance = 1e-6;

// What is wrong with the matrix of a triangle; empty for nothing.
std::string fault_of_matrix(const std::vector<double>& triangle, Domain domain) {
  const Index order = triangle_order(triangle.size());
  if (order < 0)
    return counted(triangle.size(), "entry", "entries") +
           ", which make no triangle; give it row by row: 1, 3, 6, 10, ...";
  if (domain == Domain::positive_definite)
    return Cholesky::of(triangle) ? ""
                                  : "no positive definite matrix; give the lower triangle of one, "
                                    "row by row";
  // A column that never varied varies with no other: at most by what a variance may be that is too small for
  // the digits of a double.
  constexpr double small = std::numeric_limits<double>::min();
  std::vector<Index> varying;
  for (Index i = 0; i < order; ++i) {
    const double own = triangle[triangle_place(i, i)];
    if (!(own >= 0)) return "no positive semi-definite matrix: a variance is negative";
    if (own >= small) {
      varying.push_back(i);
      continue;
    }
    for (Index j = 0; j < order; ++j) {
      const double most = std::sqrt(small) * std::sqrt(triangle[triangle_place(j, j)]);
      if (j != i && std::abs(triangle[triangle_place(i, j)]) > most)
        return "no positive semi-definite matrix: a row without variance has a covariance";
    }
  }
  const bool possible =
      varying.empty() || least_share(part_of_triangle(triangle, varying)) >= -share_tolerance;
  return possible ? "" : "no positive semi-definite matrix; no data have these sums of products";
}

}  // namespace

void check_names(const Fields& fields, const std::vector<std::string_view>& expected,
                 std::string_view what) {
  std::vector<std::string> faults;
  const bool is_beside = expected.size() == 1 && times(fields, expected.front()) > 0;
  for (const auto& field : fields)
    if (!among(expected, field.first))
      faults.push_back(
          is_beside
              ? fmt::format("{} gives '{}' beside '{}', which stands alone; leave one of them out",
                            what, field.first, expected.front())
              : fmt::format("{} has no '{}'; it takes {}", what, field.first,
                            quoted_list(expected)));
  for (const std::string_view name : expected) {
    const std::ptrdiff_t given = times(fields, name);
    if (given == 0) faults.push_back(fmt::format("{} lacks '{}'; give it a value", what, name));
    if (given > 1)
      faults.push_back(fmt::format("{} gives '{}' {} times; give it one value", what, name, given));
  }
  if (!faults.empty()) throw collected(ErrorCode::schema, faults);
}

void outside_domain(double value, Domain domain, std::string_view name, std::string_view what) {
  throw Error{ErrorCode::domain,
              fmt::format("{} holds {} as '{}'; make it {}", what, value, name, demand(domain))};
}

// Whether all lie in a domain that asks nothing but that each lies between two numbers; false for others.
static bool all_lie_in(const std::vector<double>& values, Domain domain) {
  double least = 0;
  double most = std::numeric_limits<double>::max();
  if (domain == Domain::real)
    least = std::numeric_limits<double>::lowest();
  else if (domain == Domain::positive)
    least = std::numeric_limits<double>::denorm_min();
  else if (domain == Domain::probability)
    most = 1;
  else if (domain != Domain::nonnegative)
    return false;
  bool all = true;
  for (const double value : values) all &= value >= least && value <= most;
  return all;
}

void check_domain(const std::vector<double>& values, Domain domain, std::string_view name,
                  std::string_view what) {
  if (all_lie_in(values, domain)) return;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!lies_in(values[i], domain))
      throw Error{ErrorCode::domain, fmt::format("{} holds {} as entry {} of '{}'; make it {}",
                                                 what, values[i], i + 1, name, demand(domain))};
  if (domain == Domain::ascending &&
      !std::is_sorted(values.begin(), values.end(), std::less_equal<>{}))
    throw Error{
        ErrorCode::domain,
        fmt::format("{} holds '{}' out of order; make each number larger than the one before", what,
                    name)};
  if (domain == Domain::positive_definite || domain == Domain::semi_definite)
    if (const std::string fault = fault_of_matrix(values, domain); !fault.empty())
      throw Error{ErrorCode::domain, fmt::format("{} holds as '{}' {}", what, name, fault)};
  if (domain != Domain::simplex) return;
  const double total = std::accumulate(values.begin(), values.end(), 0.0);
  if (std::abs(total - 1) > simplex_tolerance)
    throw Error{ErrorCode::domain,
                fmt::format("{} holds '{}' with the sum {}; make the sum 1", what, name, total)};
}

void take(const Fields& fields, std::string_view name, std::string_view what, double& out) {
  const auto* number = std::get_if<double>(&found(fields, name, what));
  if (number == nullptr)
    throw Error{ErrorCode::schema,
                fmt::format("{} holds a list as '{}'; give a single number", what, name)};
  out = *number;
}

void take(const Fields& fields, std::string_view name, std::string_view what,
          std::vector<double>& out) {
  const FieldValue& value = found(fields, name, what);
  const auto* numbers = std::get_if<std::vector<double>>(&value);
  if (numbers == nullptr)
    throw Error{ErrorCode::schema, fmt::format("{} holds the single number {} as '{}'; give a list",
                                               what, std::get<double>(value), name)};
  out = *numbers;
}

}  // namespace credence::detail
