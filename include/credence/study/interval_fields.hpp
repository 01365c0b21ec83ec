#pragma once
// Credible intervals of the parameters of a cell, as named numbers.
#include <credence/base/interval.hpp>
#include <credence/family/family.hpp>
#include <credence/study/description.hpp>

namespace credence::detail {

/// The intervals that `make` gives, or the message of the Error{undefined} that it throws.
template <class Make>
[[nodiscard]] IntervalFields interval_or_why(Make&& make) {
  try {
    return make();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    return {.lower = {}, .upper = {}, .undefined = error.what()};
  }
}

// A single parameter, or a list of them, has the name of the likelihood's only member, unless the
// family says another.
template <ConjugateFamily F>
[[nodiscard]] std::string parameter_name() {
  if constexpr (requires { F::parameter; })
    return std::string(F::parameter);
  else
    return std::string(std::get<0>(F::Likelihood::members).name);
}

template <ConjugateFamily F>
[[nodiscard]] IntervalFields interval_fields(const Interval& interval) {
  const std::string name = parameter_name<F>();
  return {.lower = {{name, interval.lower}}, .upper = {{name, interval.upper}}};
}

template <ConjugateFamily F>
[[nodiscard]] IntervalFields interval_fields(const std::vector<Interval>& intervals) {
  std::vector<double> lower;
  std::vector<double> upper;
  for (const Interval& interval : intervals) {
    lower.push_back(interval.lower);
    upper.push_back(interval.upper);
  }
  const std::string name = parameter_name<F>();
  return {.lower = {{name, std::move(lower)}}, .upper = {{name, std::move(upper)}}};
}

/// Several parameters, each with an interval of its own under a name of its own.
template <ConjugateFamily F, Described Intervals>
[[nodiscard]] IntervalFields interval_fields(const Intervals& intervals) {
  IntervalFields fields;
  for_each_member<Intervals>([&](const auto& member) {
    const Interval& interval = intervals.*(member.pointer);
    fields.lower.emplace_back(std::string(member.name), interval.lower);
    fields.upper.emplace_back(std::string(member.name), interval.upper);
  });
  return fields;
}

}  // namespace credence::detail
