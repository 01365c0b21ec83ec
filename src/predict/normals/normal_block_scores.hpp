#pragma once
// How blocks of normal columns, or of columns whose logarithms are normal, add to log joints.
#include <credence/density/log_normal.hpp>
#include <credence/density/normal.hpp>
#include <credence/density/student_t.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/block_scores.hpp>
#include <type_traits>
#include <variant>

#include "predict/normals/normal_scores.hpp"

namespace credence::detail {

/// Returns the normal density of a number, or of its logarithm.
[[nodiscard]] inline Normal standard_form(const Normal& d) { return d; }
[[nodiscard]] inline StudentT standard_form(const StudentT& d) { return d; }
[[nodiscard]] inline Normal standard_form(const LogNormal& d) {
  return {.mean = d.mean, .variance = d.variance};
}
[[nodiscard]] inline StudentT standard_form(const LogStudentT& d) {
  return {.degrees = d.degrees, .location = d.location, .scale = d.scale};
}

/// Normal and Student's t densities of numbers or of their logarithms.
template <ConjugateFamily F, Scale scale>
class NormalBlockScores {
 public:
  NormalBlockScores() = default;
  NormalBlockScores(const ScoreTable<F>& table, std::span<const double> log_class_probabilities)
      : live_(live_classes(log_class_probabilities)) {
    panels_.push_back(panel(table, 0, table.size()));
  }

  [[nodiscard]] bool fits(const CellsOf<F>& cells, std::span<const Slots>) const {
    return cells.panels.size() == 1;
  }
  void fit(const ScoreTable<F>& table, const CellsOf<F>& cells, std::span<const Slots>) {
    panels_.clear();
    for (const PanelRun& run : cells.panels)
      panels_.push_back(panel(table, run.first(), run.width()));
  }
  [[nodiscard]] std::optional<Entry> add(const ScoreTable<F>&, const CellsOf<F>& cells,
                                         std::span<const Slots>, RowSpan rows,
                                         ScoreTile& tile) const {
    return add_panels(cells, [&](std::size_t p, const auto& panel) {
      return std::visit([&](const auto& scores) { return scores.add(panel, rows, tile); },
                        panels_[p]);
    });
  }

 private:
  using Panel = std::variant<NormalScores, StudentScores>;

  [[nodiscard]] Panel panel(const ScoreTable<F>& table, Index first, Index width) const {
    const auto classes = std::ssize(live_);
    return table.visit([&](const auto& densities) -> Panel {
      std::vector<decltype(standard_form(densities.front()))> standard;
      standard.reserve(static_cast<std::size_t>(width * classes));
      for (Index i = first * classes; i < (first + width) * classes; ++i)
        standard.push_back(standard_form(densities[static_cast<std::size_t>(i)]));
      if constexpr (std::is_same_v<decltype(standard), std::vector<Normal>>)
        return NormalScores(standard, classes, live_, scale);
      else
        return StudentScores(standard, classes, live_, scale);
    });
  }

  std::vector<bool> live_;
  std::vector<Panel> panels_;
};

}  // namespace credence::detail
