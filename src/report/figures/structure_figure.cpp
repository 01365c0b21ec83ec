// Structures as pictures: trees of boxes, and what the models of averages weigh.
#include <credence/report/figures.hpp>

#include <credence/learn/found_structure.hpp>

#include "report/drawing/plot.hpp"
#include "report/listing/by_size.hpp"
#include "report/listing/no_number.hpp"
#include "report/listing/text_table.hpp"
#include "report/results/found_structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

constexpr std::size_t most_boxes = 60;
constexpr std::size_t most_bars = 24;
constexpr Index letters_of_node = 24;
constexpr double width = 460;
constexpr double line = 24;
constexpr double top = 30;
constexpr double half = 9;        // of a box's height
constexpr double gain_end = 376;  // of the numbers of the column
constexpr double numbers = 128;   // of both columns, at the right

// A feature as it is drawn: below its first parent, further in.
struct Box {
  const FoundParents* of = nullptr;
  std::size_t depth = 0;
  std::size_t parent = 0;  // among the boxes; of a root itself
};

bool is_below(const FoundParents& of, const std::string& parent) {
  return !of.parents.empty() && of.parents.front() == parent;
}

// Adds a feature and those below it.
void add_box(const FoundStructure& found, const FoundParents& of, std::size_t depth,
             std::size_t parent, std::vector<Box>& boxes) {
  const std::size_t own = boxes.size();
  boxes.push_back({.of = &of, .depth = depth, .parent = depth == 0 ? own : parent});
  for (const FoundParents& child : found.features)
    if (is_below(child, of.feature)) add_box(found, child, depth + 1, own, boxes);
}

// Features without parents that have children stand above those that have none.
std::vector<Box> boxes_of(const FoundStructure& found) {
  std::vector<Box> boxes;
  for (const bool with_children : {true, false})
    for (const FoundParents& of : found.features) {
      const bool has_children =
          std::any_of(found.features.begin(), found.features.end(),
                      [&](const FoundParents& child) { return is_below(child, of.feature); });
      if (of.parents.empty() && has_children == with_children) add_box(found, of, 0, 0, boxes);
    }
  return boxes;
}

// What the width of arcs stands for: information where all have it, else the gain.
bool by_information(const FoundStructure& found) {
  return std::none_of(found.features.begin(), found.features.end(), [](const FoundParents& of) {
    return !of.parents.empty() && std::isnan(of.information);
  });
}

double strength_of(const FoundParents& of, bool information) {
  const double value = information ? of.information : of.gain;
  return std::isnan(value) ? 0 : std::max(value, 0.0);
}

std::string number_text(const FoundParents& of, double value) {
  if (of.parents.empty()) return {};
  return std::isnan(value) ? "-" : fmt::format("{:.3g}", value);
}

class TreeDrawing {
 public:
  explicit TreeDrawing(const FoundStructure& found)
      : boxes_(boxes_of(found)), information_(by_information(found)) {
    boxes_.resize(std::min(boxes_.size(), most_boxes));
    std::size_t deepest = 1;
    for (const Box& box : boxes_) {
      most_ = std::max(most_, strength_of(*box.of, information_));
      deepest = std::max(deepest, box.depth);
    }
    step_ = std::min(26.0, 130.0 / static_cast<double>(deepest));
    drawing_ = Drawing(width, top + line * static_cast<double>(boxes_.size()) + 8);
  }

  Drawing draw() && {
    head();
    trunks();
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      if (boxes_[i].depth > 0) arc(i);
      box(i);
    }
    return std::move(drawing_);
  }

 private:
  [[nodiscard]] double x(std::size_t i) const {
    return 10 + step_ * static_cast<double>(boxes_[i].depth);
  }
  [[nodiscard]] static double y(std::size_t i) {
    return top + line * (static_cast<double>(i) + .5);
  }
  // Where the arcs of a feature's children begin.
  [[nodiscard]] double trunk(std::size_t i) const { return x(i) + 0.4 * step_; }

  void head() {
    drawing_.text({gain_end, 18}, "gain", Anchor::end, "small");
    drawing_.text({width - 8, 18}, "information", Anchor::end, "small");
  }

  // A thin line from each feature down to the last of its children.
  void trunks() {
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      std::size_t last = i;
      for (std::size_t j = i + 1; j < boxes_.size(); ++j)
        if (boxes_[j].depth > 0 && boxes_[j].parent == i) last = j;
      if (last != i) drawing_.line({trunk(i), y(i) + half}, {trunk(i), y(last)}, "axis");
    }
  }

  // As thick as it is strong; of dots where the parent costs evidence.
  void arc(std::size_t i) {
    const double from = trunk(boxes_[i].parent);
    const double to = x(i);
    const double strength = most_ > 0 ? strength_of(*boxes_[i].of, information_) / most_ : 0;
    const double thick = 0.6 + 3.4 * strength;
    const bool dotted = boxes_[i].of->gain < 0;
    const double dot = dotted ? 2.5 : to - from;
    for (double at = from; at < to; at += 2 * dot)
      drawing_.box({at, y(i) - thick}, {std::min(at + dot, to), y(i) + thick}, "s0 cell");
  }

  void box(std::size_t i) {
    const FoundParents& of = *boxes_[i].of;
    const std::string name = shortened(of.feature, letters_of_node);
    const double right = x(i) + text_width(name) + 14;
    drawing_.box({x(i), y(i) - half}, {right, y(i) + half},
                 boxes_[i].depth == 0 ? "s0 bar" : "strip");
    drawing_.text({x(i) + 7, y(i) + 4}, name, Anchor::start, "label");
    if (of.parents.size() > 1) {
      std::vector<std::string> others(of.parents.begin() + 1, of.parents.end());
      const auto room = static_cast<Index>((width - numbers - right) / 7);
      if (room > 6)
        drawing_.text({right + 6, y(i) + 4}, shortened("and " + report::listed(others), room),
                      Anchor::start, "small");
    }
    drawing_.text({gain_end, y(i) + 4}, number_text(of, of.gain), Anchor::end, "small number");
    drawing_.text({width - 8, y(i) + 4}, number_text(of, of.information), Anchor::end,
                  "small number");
  }

  std::vector<Box> boxes_;
  bool information_;
  double most_ = 0;
  double step_ = 0;
  Drawing drawing_;
};

FigureNumbers numbers_of(const FoundStructure& found) {
  FigureNumbers all{.columns = {"feature", "parents", "gain", "information"}, .rows = {}};
  for (const FoundParents& of : found.features)
    all.rows.push_back({of.feature, of.parents.empty() ? "" : report::listed(of.parents),
                        of.parents.empty() ? report::no_number : of.gain, of.information});
  return all;
}

Figure tree_figure(const FoundStructure& found) {
  const std::string name = name_of(found.asked);
  std::string caption = fmt::format(
      "Which feature depends on which, beside the class. A feature stands below its parent; the "
      "bar before it is as thick as {}, and of dots where the parent costs log evidence. Gain: log "
      "evidence for the parents against none; information: of the feature and its first parent, "
      "given the class; both in nats.",
      by_information(found) ? "their information given the class" : "what the parent gains");
  if (found.features.size() > most_boxes)
    caption += fmt::format(" The first {} of {}.", most_boxes, found.features.size());
  return {.name = "structure of " + name,
          .title = "Structure " + report::sentence_of(found),
          .caption = caption,
          .drawing = TreeDrawing(found).draw(),
          .numbers = numbers_of(found)};
}

Figure weights_figure(const FoundStructure& found) {
  const std::vector<double> weights = report::weights_of(found);
  std::vector<std::size_t> order = report::by_size(weights);
  FigureNumbers all{.columns = {"parents", "log_evidence", "weight"}, .rows = {}};
  for (const std::size_t i : order)
    all.rows.push_back(
        {report::listed(found.models[i].parents), found.models[i].log_evidence, weights[i]});
  order.resize(std::min(order.size(), most_bars));
  std::vector<std::string> names;
  for (const std::size_t i : order) names.push_back(report::listed(found.models[i].parents));
  report::RowPlot plot(names,
                       {.lower = 0, .upper = 1.2 * weights[order.front()], .title = "weight"});
  const double zero = plot.x(0);
  plot.drawing().line({zero, plot.top()}, {zero, plot.bottom()}, "axis");
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double y = plot.y(static_cast<Index>(i));
    const double end = plot.x(weights[order[i]]);
    plot.drawing().box({zero, y - 6}, {end, y + 6}, "s0 bar");
    plot.drawing().text({end + 4, y + 4}, fmt::format("{:.3g}", weights[order[i]]), Anchor::start,
                        "small number");
  }
  std::string caption =
      "What each model of the average weighs, named by the parent of all its other features, "
      "before "
      "levels that were hardly seen are left out.";
  if (order.size() < weights.size())
    caption += fmt::format(" The first {} of {}.", order.size(), weights.size());
  return {.name = "structure of " + name_of(found.asked),
          .title = "Structure " + report::sentence_of(found),
          .caption = caption,
          .drawing = std::move(plot.drawing()),
          .numbers = std::move(all)};
}

}  // namespace

std::vector<Figure> figures_of(const FoundStructure& found) {
  if (!found.models.empty()) return {weights_figure(found)};
  if (!found.features.empty()) return {tree_figure(found)};
  return {};
}

}  // namespace credence
