#pragma once
// Count, means and products of several columns with a full covariance.
#include <cmath>
#include <credence/base/triangle.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/family/moments.hpp>
#include <vector>

namespace credence {

/// Total weight, means, and the weighted sums of products of the distances from them (the scatter
/// matrix) of several columns. A datum is one number for each column; one that lacks a number (NaN)
/// says nothing about the covariances and is only counted.
///
///     JointMoments seen;
///     seen.observe({171, 64});
///     seen.observe({180, 71});
///     seen.scatter;    // 40.5, 31.5, 24.5: the lower triangle
struct JointMoments {
  using value_type = std::vector<double>;

  double complete = 0;    ///< weight of the rows that lack nothing
  double incomplete = 0;  ///< weight of the others
  std::vector<double> means = {};
  std::vector<double> scatter = {};  ///< lower triangle, row by row (base/triangle.hpp)

  [[nodiscard]] Index columns() const { return static_cast<Index>(means.size()); }
  /// What was seen of one column in the rows that lack nothing; nothing of one beyond the last.
  [[nodiscard]] Moments column(Index j) const {
    if (j >= columns() || complete == 0) return {};
    return {.n = complete,
            .mean = means[static_cast<std::size_t>(j)],
            .sum_of_squares = scatter[triangle_place(j, j)]};
  }

  /// throws  Error{shape} for another number of columns than before
  /// source  [west1979], for products
  void observe(const std::vector<double>& datum, double weight = 1) {
    if (weight == 0) return;
    if (lacks(datum)) {
      incomplete += weight;
      return;
    }
    fit(datum.size());
    const double before = complete;
    complete += weight;
    const std::vector<double> steps = steps_to(datum);
    add_products(steps, weight * (before / complete));
    for (std::size_t j = 0; j < means.size(); ++j) means[j] += steps[j] * (weight / complete);
  }

  /// Computed from the full statistics, never down a chain.
  /// throws  Error{domain} when more is forgotten than was seen; then nothing is forgotten
  void forget(const std::vector<double>& datum, double weight = 1) {
    if (weight == 0) return;
    if (lacks(datum)) {
      incomplete = detail::taken_back(incomplete, weight, "incomplete");
      return;
    }
    const double left = detail::taken_back(complete, weight, "complete");
    if (left == 0) {
      *this = JointMoments{.incomplete = incomplete};
      return;
    }
    fit(datum.size());
    JointMoments rest = *this;
    const std::vector<double> steps = steps_to(datum);
    rest.add_products(steps, -complete * (weight / left));
    for (Index j = 0; j < columns(); ++j) {
      // Each column alone says what is left of its squares, and when that is not possible.
      Moments alone = column(j);
      alone.forget(datum[static_cast<std::size_t>(j)], weight);
      rest.put(j, alone);
    }
    rest.complete = left;
    *this = std::move(rest);
  }

  /// The heavier side leads, so that the order of the two makes no difference.
  /// throws  Error{shape} for other columns
  /// source  [chan1983], for products
  void merge(const JointMoments& other) {
    const double lacking = incomplete + other.incomplete;
    if (other.complete > 0) {
      if (complete == 0)
        *this = other;
      else
        add(other);
    }
    incomplete = lacking;
  }
  /// Multiplies the weight of all that was seen by a factor in (0, 1].
  void discount(double factor) {
    incomplete = detail::discounted(incomplete, factor);
    complete = detail::discounted(complete, factor);
    if (complete == 0) *this = JointMoments{.incomplete = incomplete};
    for (double& entry : scatter) entry *= factor;
  }

  /// Returns the total weight of the rows, complete or not.
  [[nodiscard]] double count() const { return complete + incomplete; }

  static constexpr auto members =
      Members{Member{"complete", &JointMoments::complete, Domain::nonnegative},
              Member{"incomplete", &JointMoments::incomplete, Domain::nonnegative},
              Member{"means", &JointMoments::means, Domain::real},
              Member{"scatter", &JointMoments::scatter, Domain::semi_definite}};
  friend bool operator==(const JointMoments&, const JointMoments&) = default;

 private:
  [[nodiscard]] static bool lacks(const std::vector<double>& datum) {
    for (const double x : datum)
      if (std::isnan(x)) return true;
    return false;
  }
  void fit(std::size_t size) {
    if (complete == 0) {
      means.assign(size, 0.0);
      scatter.assign(static_cast<std::size_t>(triangle_length(static_cast<Index>(size))), 0.0);
    }
    if (means.size() != size)
      throw Error(ErrorCode::shape, "a datum of " + detail::counted(size, "number", "numbers") +
                                        " for " +
                                        detail::counted(means.size(), "column", "columns") +
                                        "; give one number for each");
  }
  [[nodiscard]] std::vector<double> steps_to(const std::vector<double>& point) const {
    std::vector<double> steps = point;
    for (std::size_t j = 0; j < steps.size(); ++j) steps[j] -= means[j];
    return steps;
  }
  void add_products(const std::vector<double>& steps, double weight) {
    auto entry = scatter.begin();
    for (std::size_t i = 0; i < steps.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) *entry++ += weight * steps[i] * steps[j];
  }
  /// Puts the moments of one column into its place; without squares it varies with no other.
  void put(Index j, const Moments& alone) {
    means[static_cast<std::size_t>(j)] = alone.mean;
    if (alone.sum_of_squares == 0)
      for (Index i = 0; i < columns(); ++i) scatter[triangle_place(i, j)] = 0;
    scatter[triangle_place(j, j)] = alone.sum_of_squares;
  }
  void add(const JointMoments& other) {
    fit(other.means.size());
    const bool other_leads =
        other.complete > complete || (other.complete == complete && other.means < means);
    const JointMoments& first = other_leads ? other : *this;
    const JointMoments& second = other_leads ? *this : other;
    const double total = complete + other.complete;
    const std::vector<double> steps = first.steps_to(second.means);
    const double weight = first.complete * (second.complete / total);
    std::vector<double> joint = first.means;
    for (std::size_t j = 0; j < joint.size(); ++j) joint[j] += steps[j] * (second.complete / total);
    for (std::size_t k = 0; k < scatter.size(); ++k) scatter[k] += other.scatter[k];
    add_products(steps, weight);
    means = std::move(joint);
    complete = total;
  }
};

}  // namespace credence
