// Columns grouped into panels, and whether one holds an infinity.
#include <credence/detail/data/panel.hpp>

#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

namespace credence {
namespace {

// Without a branch or a comparison of doubles, so that the compiler takes several numbers at once: the
// difference from infinity, less one, has its highest bit set for nothing but 0.
bool has_infinity_among(const double* numbers, Index size) {
  constexpr auto infinity = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity());
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  std::uint64_t found = 0;
  for (Index i = 0; i < size; ++i)
    found |= ((std::bit_cast<std::uint64_t>(numbers[i]) & ~sign) ^ infinity) - 1;
  return (found & sign) != 0;
}

}  // namespace

bool has_infinity(const Numbers& column) {
  return std::visit(
      []<class T>(const Strided<T>& view) {
        if constexpr (std::is_same_v<T, double>)
          if (view.stride == 1) return has_infinity_among(view.data, view.size);
        if constexpr (std::is_floating_point_v<T>)
          for (Index i = 0; i < view.size; ++i)
            if (std::isinf(view[i])) return true;
        return false;
      },
      column);
}

bool PanelRun::take(const Numbers& column) {
  return std::visit(
      [this]<class T>(const Strided<T>& view) {
        auto* run = std::get_if<detail::PanelColumns<T>>(&columns_);
        if (run == nullptr || run->stride != view.stride) return false;
        run->starts.push_back(view.data);
        return true;
      },
      column);
}

Index PanelRun::width() const {
  return std::visit([](const auto& run) { return static_cast<Index>(run.starts.size()); },
                    columns_);
}

std::vector<PanelRun> PanelRun::of(std::span<const Numbers> columns) {
  std::vector<PanelRun> runs;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (!runs.empty() && runs.back().take(columns[j])) continue;
    PanelRun& run = runs.emplace_back();
    run.first_ = static_cast<Index>(j);
    std::visit(
        [&run]<class T>(const Strided<T>& view) {
          run.columns_ = detail::PanelColumns<T>{
              .starts = {view.data}, .rows = view.size, .stride = view.stride};
        },
        columns[j]);
  }
  return runs;
}

}  // namespace credence
