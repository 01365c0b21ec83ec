// Labels and probabilities of a tile against the plain reference, one row after another.
#include "predict/tiles/tile_answers.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <credence/base/instructions.hpp>
#include <credence/base/random.hpp>
#include <credence/predict/prediction.hpp>
#include <limits>
#include <vector>

#include "predict/tiles/answer_rows.hpp"
#include "predict/tiles/mixture_sums.hpp"

using namespace credence;

namespace {

constexpr double impossible = -std::numeric_limits<double>::infinity();
constexpr double guard = 12345;

// Joints of rows x classes, row-major, and their tile.
struct Joints {
  Index classes;
  Index rows;
  std::vector<double> by_rows;
  detail::TileBuffer buffer;
  ScoreTile tile;

  template <class Joint>
  Joints(Index class_count, Index row_count, const Joint& joint)
      : classes(class_count),
        rows(row_count),
        buffer(class_count, row_count),
        tile(buffer.tile(row_count)) {
    for (Index i = 0; i < rows; ++i)
      for (Index c = 0; c < classes; ++c) by_rows.push_back(joint(i, c));
    for (Index c = 0; c < classes; ++c)
      for (Index i = 0; i < tile.stride; ++i)
        tile.of_class(c)[i] = i < rows ? row(i)[static_cast<std::size_t>(c)] : guard;
  }
  [[nodiscard]] std::span<const double> row(Index i) const {
    return std::span(by_rows).subspan(static_cast<std::size_t>(i * classes),
                                      static_cast<std::size_t>(classes));
  }
};

// Every eleventh row is impossible, every seventh has ties, the others lie close or far apart.
Joints random_joints(Index classes, Index rows) {
  Random random(static_cast<std::uint64_t>(classes * 1000 + rows));
  return Joints(classes, rows, [&](Index i, Index) {
    const double x = random.normal();
    if (i % 11 == 3) return impossible;
    if (i % 7 == 2) return -2000 + std::floor(x);
    if (i % 5 == 1 && x < 0) return impossible;
    return -1e4 + x * std::exp(static_cast<double>(i % 10) - 3);
  });
}

Fallback fallback_of(Index classes) {
  Fallback fallback;
  for (Index c = 0; c < classes; ++c)
    fallback.log_class_probabilities.push_back(
        std::log(2 * static_cast<double>(c + 1) / static_cast<double>(classes * (classes + 1))));
  return fallback;
}

template <class Check>
void on_all_shapes(const Check& check) {
  for (const Instructions instructions : available_instructions()) {
    CAPTURE(to_string(instructions));
    use_instructions(instructions);
    for (const Index classes : {1, 2, 3, 4, 5, 7, 8, 9, 10, 16, 17, 40, 1000})
      for (const Index rows : {0, 1, 3, 7, 8, 9, 31, 32, 33, 255}) {
        CAPTURE(classes);
        CAPTURE(rows);
        check(classes, rows);
      }
  }
  use_instructions(available_instructions().back());
}

}  // namespace

TEST_CASE("the label is the first class with the largest joint, or none") {
  on_all_shapes([](Index classes, Index rows) {
    const Joints joints = random_joints(classes, rows);
    std::vector<Code> label(static_cast<std::size_t>(rows + 2), 77);
    most_probable(joints.tile, std::span(label).subspan(1, static_cast<std::size_t>(rows)));
    Index wrong = 0;
    for (Index i = 0; i < rows; ++i) {
      const auto row = joints.row(i);
      const auto best = std::max_element(row.begin(), row.end());
      const Index expected = *best == impossible ? -1 : best - row.begin();
      wrong += label[static_cast<std::size_t>(i + 1)] != expected;
    }
    CHECK(wrong == 0);
    CHECK(label.front() == 77);
    CHECK(label.back() == 77);
  });
}

TEST_CASE("a log joint that is NaN makes its row NaN, and is never taken for an impossible class") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  on_all_shapes([&](Index classes, Index rows) {
    if (classes > 40) return;
    const auto joint = [&](Index i, Index c) {
      if (c == i % classes && i % 3 != 0) return nan;
      return i % 2 == 0 ? impossible : -3.0 - static_cast<double>(c);
    };
    const Fallback fallback = fallback_of(classes);
    const Joints joints(classes, rows, joint);
    Predictions found =
        blank_predictions(std::vector<std::string>(static_cast<std::size_t>(classes), "k"), rows);
    found.log_joint = joints.by_rows;
    detail::answer_rows(found, fallback);
    std::vector<double> expected(static_cast<std::size_t>(classes));
    Index wrong = 0;
    for (Index i = 0; i < rows; ++i) {
      bool without_hope = false;
      normalise(joints.row(i), fallback, expected, without_hope);
      wrong += found.impossible[static_cast<std::size_t>(i)] != without_hope;
      for (Index c = 0; c < classes; ++c) {
        const bool is_nan = i % 3 != 0;
        wrong += std::isnan(expected[static_cast<std::size_t>(c)]) != is_nan;
        wrong += std::isnan(found.log_probabilities(i)[static_cast<std::size_t>(c)]) != is_nan;
      }
    }
    CHECK(wrong == 0);
  });
}

TEST_CASE("log probabilities equal the plain reference and are never above 0") {
  on_all_shapes([](Index classes, Index rows) {
    const Joints joints = random_joints(classes, rows);
    const Fallback fallback = fallback_of(classes);
    to_log_probabilities(joints.tile, fallback.log_class_probabilities);
    double worst = 0;
    bool all_at_most_0 = true;
    std::vector<double> expected(static_cast<std::size_t>(classes));
    for (Index i = 0; i < rows; ++i) {
      bool without_hope = false;
      normalise(joints.row(i), fallback, expected, without_hope);
      for (Index c = 0; c < classes; ++c) {
        const double found = joints.tile.at(c, i);
        const double wanted = expected[static_cast<std::size_t>(c)];
        const double error =
            found == wanted ? 0 : std::abs(found - wanted) / std::min(1.0, std::abs(wanted));
        if (!(error <= worst)) worst = error == error ? error : -impossible;
        all_at_most_0 = all_at_most_0 && found <= 0;
      }
    }
    CHECK(worst <= 1e-13);
    CHECK(all_at_most_0);
  });
}

TEST_CASE("a row that leaves little doubt keeps the digits of the doubt") {
  for (const Instructions instructions : available_instructions()) {
    CAPTURE(to_string(instructions));
    use_instructions(instructions);
    const Joints joints(2, 1, [](Index, Index c) { return c == 0 ? -60.0 : -20.0; });
    to_log_probabilities(joints.tile, std::vector<double>(2, 0.0));
    CHECK(joints.tile.at(1, 0) == doctest::Approx(-std::exp(-40.0)).epsilon(1e-13));
    CHECK(joints.tile.at(0, 0) == -40.0);
  }
  use_instructions(available_instructions().back());
}

TEST_CASE("copying by rows writes rows x classes and nothing else") {
  on_all_shapes([](Index classes, Index rows) {
    const Joints joints = random_joints(classes, rows);
    std::vector<double> copied(joints.by_rows.size() + 20, guard);
    copy_by_rows(joints.tile, copied.data() + 10);
    CHECK(std::equal(joints.by_rows.begin(), joints.by_rows.end(), copied.begin() + 10));
    bool guarded = true;
    for (std::size_t at = 0; at < 10; ++at)
      guarded = guarded && copied[at] == guard && copied[copied.size() - 1 - at] == guard;
    CHECK(guarded);
  });
}

namespace {

constexpr double odd = std::numeric_limits<double>::quiet_NaN();

double plain_log_sum(const std::vector<double>& logs) {
  double most = impossible;
  for (const double log : logs) {
    if (std::isnan(log)) return odd;
    most = std::max(most, log);
  }
  if (most == impossible) return impossible;
  long double sum = 0;
  for (const double log : logs) sum += std::exp(static_cast<long double>(log) - most);
  return static_cast<double>(most + std::log(sum));
}

}  // namespace

TEST_CASE("sums of lists are those of their entries; -inf only where all are, NaN where one is") {
  Random random{3};
  for (const Instructions instructions : available_instructions()) {
    CAPTURE(to_string(instructions));
    use_instructions(instructions);
    for (const std::size_t lists : {1U, 2U, 3U, 7U})
      for (const std::size_t size : {0U, 1U, 3U, 8U, 9U, 40U}) {
        CAPTURE(lists);
        CAPTURE(size);
        std::vector<std::vector<double>> parts(lists, std::vector<double>(size));
        for (auto& part : parts)
          for (double& log : part)
            log = std::array{impossible, impossible, odd, -800.0, 0.0}[random.below(5)] +
                  30 * random.normal();
        std::vector<std::span<const double>> views(parts.begin(), parts.end());
        std::vector<double> sums(size);
        detail::log_sums(views, sums);
        for (std::size_t i = 0; i < size; ++i) {
          std::vector<double> entries;
          for (const auto& part : parts) entries.push_back(part[i]);
          const double expected = plain_log_sum(entries);
          CHECK(std::isnan(sums[i]) == std::isnan(expected));
          const bool near = sums[i] == expected ||
                            std::abs(sums[i] - expected) <= 1e-14 * std::abs(expected) + 1e-15;
          CHECK((near || std::isnan(expected)));
        }
      }
  }
  use_instructions(available_instructions().back());
}
