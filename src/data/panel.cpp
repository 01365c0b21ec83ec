// Columns grouped into panels.
#include <credence/detail/data/panel.hpp>

namespace credence {

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
