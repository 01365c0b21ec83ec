// Priors of blocks found from data: maxima of the evidence, in any units and ties.
#include <credence/base/random.hpp>
#include <credence/detail/family/empirical_block.hpp>
#include <credence/family/joint_normal.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/family/tied_normal.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "family/joint_problem.hpp"
#include "support/throws.hpp"

using namespace credence;

namespace {

using Rows = std::vector<std::vector<double>>;

// Rows of five classes whose means and spreads differ.
std::vector<Rows> classes(std::size_t columns, std::uint64_t seed) {
  Random random{seed};
  std::vector<Rows> all(5);
  for (Rows& rows : all) {
    std::vector<double> middle(columns);
    for (double& x : middle) x = 3 * random.normal();
    const double spread = std::exp(0.5 * random.normal());
    rows.resize(8 + random.below(6));
    for (std::vector<double>& row : rows) {
      const double common = random.normal();
      for (std::size_t j = 0; j < columns; ++j)
        row.push_back(middle[j] +
                      spread * (1 + static_cast<double>(j)) * (0.5 * common + random.normal()));
    }
  }
  return all;
}

template <class Statistics>
std::vector<Statistics> cells_of(const std::vector<Rows>& all) {
  std::vector<Statistics> cells;
  for (const Rows& rows : all) {
    Statistics& cell = cells.emplace_back();
    for (const std::vector<double>& row : rows) cell.observe(row);
  }
  return cells;
}

template <class F>
double evidence_of(Tying tying, const typename F::Prior& prior,
                   const std::vector<typename F::Statistics>& cells) {
  return F::tied_log_evidence(tying, std::vector(cells.size(), prior), cells);
}

// Every number of the prior a little away, one after the other; scales of columns that share them
// together.
template <class F>
void check_top(Tying tying, const EmpiricalPrior<typename F::Prior>& found,
               const std::vector<typename F::Statistics>& cells) {
  using Prior = typename F::Prior;
  CHECK(found.converged);
  CHECK(found.log_evidence == doctest::Approx(evidence_of<F>(tying, found.prior, cells)));
  for (const double factor : {0.98, 1.02})
    for_each_member<Prior>([&](const auto& member) {
      Prior away = found.prior;
      auto& slot = away.*(member.pointer);
      const std::string name{member.name};
      if (ties_classes(tying) && name.starts_with("shape")) return;  // at its limit
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(slot)>, double>)
        slot *= factor;
      else
        for (double& entry : slot) entry *= factor;
      CAPTURE(name);
      CHECK(evidence_of<F>(tying, away, cells) < found.log_evidence);
    });
}

}  // namespace

TEST_CASE("the prior of a block of independent columns is that of each column alone") {
  const auto rows = classes(3, 1);
  const auto cells = cells_of<ColumnMoments>(rows);

  const auto found = TiedNormalInverseGammaNormal::tied_empirical(Tying::free, cells, 3);

  for (Index j = 0; j < 3; ++j) {
    std::vector<Moments> column;
    for (const ColumnMoments& cell : cells) column.push_back(cell.column(j));
    CHECK(marginal(found.prior, j) == NormalInverseGammaNormal::empirical(column).prior);
  }
}

TEST_CASE("no step away from the empirical prior of a tied block raises the evidence") {
  for (const Tying tying : all_tyings)
    for (const std::uint64_t seed : {2U, 3U, 4U}) {
      CAPTURE(to_string(tying));
      CAPTURE(seed);
      const auto cells = cells_of<ColumnMoments>(classes(3, seed));
      check_top<TiedNormalInverseGammaNormal>(
          tying, TiedNormalInverseGammaNormal::tied_empirical(tying, cells, 3), cells);
    }
}

TEST_CASE("no step away from the empirical prior of a full covariance raises the evidence") {
  for (const Tying tying : {Tying::free, Tying::classes})
    for (const std::uint64_t seed : {5U, 6U, 7U}) {
      CAPTURE(to_string(tying));
      CAPTURE(seed);
      const auto cells = cells_of<JointMoments>(classes(3, seed));
      check_top<NormalInverseWishartNormal>(
          tying, NormalInverseWishartNormal::tied_empirical(tying, cells, 3), cells);
    }
}

TEST_CASE("a full covariance of one column has the empirical prior of a column") {
  const auto rows = classes(1, 8);
  const auto joint =
      NormalInverseWishartNormal::tied_empirical(Tying::free, cells_of<JointMoments>(rows), 1);
  const auto tied =
      TiedNormalInverseGammaNormal::tied_empirical(Tying::free, cells_of<ColumnMoments>(rows), 1);

  CHECK(joint.log_evidence == doctest::Approx(tied.log_evidence).epsilon(1e-13));
  CHECK(joint.prior.means[0] == doctest::Approx(tied.prior.means[0]).epsilon(1e-8));
  CHECK(joint.prior.shape == doctest::Approx(tied.prior.shapes[0]).epsilon(1e-8));
  CHECK(joint.prior.scales[0] == doctest::Approx(tied.prior.scales[0]).epsilon(1e-8));
}

TEST_CASE("the empirical prior of a full covariance turns with the columns") {
  auto rows = classes(2, 9);
  const auto plain =
      NormalInverseWishartNormal::tied_empirical(Tying::free, cells_of<JointMoments>(rows), 2);
  // x + 1000 and x - 2 y in the place of x and y: a matrix of determinant -2.
  double count = 0;
  for (Rows& all : rows)
    for (std::vector<double>& row : all) {
      row = {row[0] + 1000, row[0] - 2 * row[1]};
      count += 1;
    }
  const auto other =
      NormalInverseWishartNormal::tied_empirical(Tying::free, cells_of<JointMoments>(rows), 2);

  CHECK(other.log_evidence ==
        doctest::Approx(plain.log_evidence - count * std::log(2.0)).epsilon(1e-11));
  CHECK(other.prior.shape == doctest::Approx(plain.prior.shape).epsilon(1e-7));
  CHECK(other.prior.mean_weight == doctest::Approx(plain.prior.mean_weight).epsilon(1e-7));
  CHECK(other.prior.means[0] == doctest::Approx(plain.prior.means[0] + 1000).epsilon(1e-9));
}

TEST_CASE("the derivatives of the evidence of full covariances are those of differences") {
  const auto cells = cells_of<JointMoments>(classes(3, 10));
  for (const bool shared : {false, true}) {
    CAPTURE(shared);
    std::vector<detail::JointGroup> groups(1, cells);
    if (!shared) {
      groups.clear();
      for (const JointMoments& cell : cells) groups.push_back({cell});
    }
    const detail::JointProblem problem(groups, 3);
    const std::vector<double> at{0.3, -0.2, 0.5, -0.7, 1.2, 0.4, -0.3, 0.2, 0.6, 0.1, 0.3};
    REQUIRE(at.size() == problem.places());
    const Slope slope = problem.slope(at);
    constexpr double step = 1e-5;
    for (std::size_t i = 0; i < at.size(); ++i) {
      CAPTURE(i);
      auto up = at;
      auto down = at;
      up[i] += step;
      down[i] -= step;
      CHECK((problem.value(up) - problem.value(down)) / (2 * step) ==
            doctest::Approx(slope.gradient[i]).epsilon(1e-6));
      const Slope above = problem.slope(up);
      const Slope below = problem.slope(down);
      for (std::size_t k = 0; k < at.size(); ++k) {
        CAPTURE(k);
        const double bend = (above.gradient[k] - below.gradient[k]) / (2 * step);
        CHECK(std::abs(-bend - slope.curvature[i * at.size() + k]) <= 1e-6 * (1 + std::abs(bend)));
      }
    }
  }
}

TEST_CASE("a block whose classes share a variance holds its shape, and says so") {
  const auto rows = classes(2, 11);
  const auto tied =
      TiedNormalInverseGammaNormal::tied_empirical(Tying::all, cells_of<ColumnMoments>(rows), 2);
  const auto joint =
      NormalInverseWishartNormal::tied_empirical(Tying::classes, cells_of<JointMoments>(rows), 2);

  for (const auto& notes : {tied.notes, joint.notes}) {
    REQUIRE(notes.size() == 1);
    CHECK(
        notes[0].starts_with("classes that share a variance tell nothing of how variances differ"));
  }
}

TEST_CASE("a block has no empirical prior where its columns have none") {
  const auto refuses = [](auto find, const std::string& why) {
    CAPTURE(why);
    CHECK(testing::throws_error(find, ErrorCode::undefined, why));
  };
  const std::vector<Rows> constant{{{1, 2}, {1, 3}, {1, 5}}, {{2, 2}, {2, 3}, {2, 6}}};
  refuses(
      [&] {
        (void)TiedNormalInverseGammaNormal::tied_empirical(Tying::free,
                                                           cells_of<ColumnMoments>(constant), 2);
      },
      "column 1 of the block: prior 'empirical' of family 'normal' needs at least two classes "
      "whose "
      "values differ; there are 0");
  refuses(
      [&] {
        (void)TiedNormalInverseGammaNormal::tied_empirical(
            Tying::features, cells_of<ColumnMoments>({constant[0], {{4, 4}}}), 2);
      },
      "whose values differ; there is 1");
  refuses(
      [&] {
        (void)NormalInverseWishartNormal::tied_empirical(Tying::free,
                                                         cells_of<JointMoments>(constant), 2);
      },
      "with more rows than columns, of which none is a sum of others; there are 0");
  refuses(
      [&] {
        (void)NormalInverseWishartNormal::tied_empirical(Tying::classes,
                                                         cells_of<JointMoments>({constant[0]}), 2);
      },
      "needs at least two classes with rows that lack no number; there is 1");
  refuses(
      [&] {
        (void)NormalInverseWishartNormal::tied_empirical(Tying::classes,
                                                         cells_of<JointMoments>(constant), 2);
      },
      "needs a covariance matrix that is not singular");
  std::vector<JointMoments> wide(2);
  CHECK(testing::throws_error(
      [&] { (void)NormalInverseWishartNormal::tied_empirical(Tying::free, wide, 41); },
      ErrorCode::limit, "for at most 40 columns"));
}

TEST_CASE("classes of too few rows for a covariance matrix are left out, and a note says so") {
  auto rows = classes(2, 12);
  const auto without =
      NormalInverseWishartNormal::tied_empirical(Tying::free, cells_of<JointMoments>(rows), 2);
  rows.push_back({{1, 2}, {3, 4}});

  const auto with =
      NormalInverseWishartNormal::tied_empirical(Tying::free, cells_of<JointMoments>(rows), 2);

  CHECK(with.prior == without.prior);
  REQUIRE(with.notes.size() == 1);
  CHECK(with.notes[0] == "a class with too few rows for a covariance matrix left out");
}

TEST_CASE("a class whose rows are all equal is left out of columns that share a variance") {
  auto rows = classes(2, 12);
  const auto without = TiedNormalInverseGammaNormal::tied_empirical(
      Tying::features_unscaled, cells_of<ColumnMoments>(rows), 2);
  rows.push_back({{1, 2}, {1, 2}, {1, 2}});

  const auto with = TiedNormalInverseGammaNormal::tied_empirical(Tying::features_unscaled,
                                                                 cells_of<ColumnMoments>(rows), 2);

  // The search is made in units of all rows, so that the last digits differ.
  CHECK(with.prior.shapes[0] == doctest::Approx(without.prior.shapes[0]).epsilon(1e-6));
  for (std::size_t j = 0; j < 2; ++j) {
    CAPTURE(j);
    CHECK(with.prior.means[j] == doctest::Approx(without.prior.means[j]).epsilon(1e-6));
    CHECK(with.prior.mean_weights[j] ==
          doctest::Approx(without.prior.mean_weights[j]).epsilon(1e-6));
    CHECK(with.prior.scales[j] == doctest::Approx(without.prior.scales[j]).epsilon(1e-6));
  }
  CHECK(with.notes == std::vector<std::string>{"a class whose values do not differ left out"});
}

TEST_CASE("classes of one mean hold the weight of the mean of a full covariance at its limit") {
  // The same rows in four classes, of other spreads, around one mean.
  std::vector<Rows> rows(4);
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (const auto& [x, y] : {std::pair{1.0, 2.0}, {-1.0, 1.0}, {2.0, -1.0}, {-2.0, -2.0}}) {
      const double scale = 1.0 + static_cast<double>(k);
      rows[k].push_back({scale * x, scale * y});
      rows[k].push_back({-scale * x, -scale * y});
    }

  const auto found =
      NormalInverseWishartNormal::tied_empirical(Tying::free, cells_of<JointMoments>(rows), 2);

  REQUIRE_FALSE(found.notes.empty());
  CHECK(found.notes[0].starts_with(
      "classes differ by no more than chance: 'mean_weight' is held at its limit, "));
}

TEST_CASE("a column that no class with a spread has leaves no empirical prior of a tied block") {
  // The second column is seen in the third class alone, whose one row has no spread.
  const double none = std::numeric_limits<double>::quiet_NaN();
  const auto cells = cells_of<ColumnMoments>(std::vector<Rows>{
      {{1, none}, {2, none}, {4, none}}, {{3, none}, {7, none}, {5, none}}, {{2, 9}}});

  for (const Tying tying : {Tying::features_unscaled, Tying::features})
    CHECK(testing::throws_error(
        [&] { (void)TiedNormalInverseGammaNormal::tied_empirical(tying, cells, 2); },
        ErrorCode::undefined, ""));
}
