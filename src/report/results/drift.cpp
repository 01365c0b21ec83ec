// A comparison in time as text, JSON, CSV and a page.
#include <credence/report/figures.hpp>
#include <credence/study/drift.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/from_to.hpp"
#include "report/drawing/plot.hpp"
#include "report/listing/listing.hpp"
#include "report/listing/sentences.hpp"
#include "study/drift/drift_moves.hpp"

namespace credence {

static void list(auto& to, const Move& move) {
  to("class", move.klass);
  to("parameter", move.parameter);
  to("level", report::name_or_null(move.level));
  to("before", move.before);
  to("after", move.after);
  to("before_interval", move.before_interval);
  to("after_interval", move.after_interval);
  to("size", move.size);
}

namespace {

using report::printable;
using report::Shown;

constexpr Index told_changes = 10;
constexpr std::size_t shown_changes = 30;
constexpr std::size_t drawn_columns = 24;
constexpr std::size_t drawn_classes = 12;
constexpr std::size_t most_moves = 24;

std::optional<double> if_compared(const Change& change, double value) {
  return change.undefined.empty() ? std::optional(value) : std::nullopt;
}

std::optional<double> if_moved(const Change& change, double value) {
  return change.moves.empty() ? std::nullopt : if_compared(change, value);
}

// What moved most, with its class where the comparison is of all of them.
std::string moved_text(const Change& change) {
  if (change.moves.empty()) return "-";
  const Move& move = change.moves.front();
  return fmt::format("{}{} {}", change.klass.empty() ? move.klass + ": " : "",
                     detail::what_moved(move), from_to(move.before, move.after));
}

}  // namespace

static void list(auto& to, const Change& change) {
  to("feature", change.feature, Shown{"column"});
  to("class", change.klass, Shown{"class"});
  if (change.missing || std::remove_cvref_t<decltype(to)>::all) to("missing", change.missing);
  to("rows_before", change.rows_before, Shown{"before", "{:.6g}"});
  to("rows_after", change.rows_after, Shown{"after", "{:.6g}"});
  to("log_bayes_factor", if_compared(change, change.log_bayes_factor),
     Shown{"log Bayes factor", "{:.2f}"});
  to("probability", if_compared(change, change.probability), Shown{"probability", "{:.4f}"});
  if (!change.undefined.empty() || std::remove_cvref_t<decltype(to)>::all)
    to("undefined", change.undefined);
  if constexpr (std::remove_cvref_t<decltype(to)>::all) {
    const Move largest = change.moves.empty() ? Move{} : change.moves.front();
    to("moved", change.moves.empty() ? "" : largest.parameter);
    to("level", largest.level);
    to("from", if_moved(change, largest.before));
    to("to", if_moved(change, largest.after));
  }
  to("moves", change.moves);
  if (!to.all && !change.no_moves.empty()) to("no_moves", change.no_moves);
  to(Shown{"what moved most", moved_text}, change);
}

static void list(auto& to, const ColumnChange& column) {
  to("feature", column.feature);
  to("family", column.family);
  to("probability", column.probability);
}

static void list(auto& to, const Drift& drift) {
  to("prior_change", drift.options.prior_change);
  to("prior_probability", drift.prior_probability);
  to("threshold", drift.options.threshold);
  to("mass", drift.options.mass);
  to("label", drift.label);
  to("classes", drift.classes);
  to("drift", drift.kind());
  to("new_classes", drift.new_classes);
  to("labels", drift.labels);
  to("columns", drift.columns);
  to("results", drift.changes);
  to("conclusions", sentences_on(drift, std::ssize(drift.changes)));
  to("notes", drift.notes);
}

namespace {

// The class probabilities, then columns within classes.
std::vector<Change> all_changes(const Drift& drift) {
  std::vector<Change> all{drift.labels};
  all.insert(all.end(), drift.changes.begin(), drift.changes.end());
  return all;
}

std::string lead_of(const Drift& drift) {
  const double before = drift.labels.rows_before;
  return fmt::format("{:.6g} {} before and {:.6g} after, label {} with {}: {}", before,
                     before == 1 ? "row" : "rows", drift.labels.rows_after, printable(drift.label),
                     report::counted(std::ssize(drift.classes), "class", "classes"),
                     report::listed(drift.classes));
}

// The first changes, by names of so many letters.
std::string changes_table(std::vector<Change> changes, Index letters) {
  const auto shorten = [&](std::string& name) { name = shortened(printable(name), letters); };
  for (Change& change : changes) {
    shorten(change.feature);
    shorten(change.klass);
    for (Move& move : change.moves) {
      shorten(move.klass);
      shorten(move.level);
    }
  }
  return report::text_table(2, changes).text();
}

std::string changes_text(const Drift& drift) {
  std::vector<Change> changes = all_changes(drift);
  const std::size_t all = changes.size();
  if (all > shown_changes + 1) changes.resize(shown_changes);
  for (Change& change : changes)
    if (change.moves.size() > 1) change.moves.resize(1);
  std::string text = report::fitted([&](Index letters) { return changes_table(changes, letters); });
  if (changes.size() < all)
    text += fmt::format("... {} more in CSV and JSON\n", all - changes.size());
  return text;
}

// Why a comparison, or what moved in it, is not known; empty where both are.
std::string what_is_missing(const Change& change) {
  if (!change.undefined.empty())
    return fmt::format("'{}' is not compared: {}", change.feature, change.undefined);
  if (change.no_moves.empty()) return {};
  return fmt::format("how '{}' moved is not known: {}", change.feature, change.no_moves);
}

// Which side has no value of the class, as words; empty where both have some.
std::string empty_side(const Change& change) {
  if (change.undefined.empty() || change.klass.empty()) return {};
  if (change.rows_before == 0) return change.rows_after == 0 ? "both data" : "the first data";
  return change.rows_after == 0 ? "the second data" : "";
}

// The sides that have no value of a class in any of several columns, by the class.
std::map<std::string, std::string> empty_sides(const Drift& drift) {
  std::map<std::pair<std::string, std::string>, std::size_t> columns;  // by class and side
  for (const Change& change : drift.changes) ++columns[{change.klass, empty_side(change)}];
  std::map<std::string, std::string> sides;
  for (const auto& [of, count] : columns)
    if (!of.second.empty() && count > 1 && count == drift.columns.size()) sides.insert(of);
  return sides;
}

// Sentences on what is missing; many of them are counted.
std::vector<std::string> sentences_on_missing(const Drift& drift) {
  constexpr auto of_empty_class = "class '{}' is not compared: no row of it in {} holds a value";
  constexpr std::size_t most = 10;
  std::vector<std::string> sentences;
  std::set<std::string> all;  // one for each reason, of however many classes
  const std::map<std::string, std::string> sides = empty_sides(drift);
  for (const Change& change : drift.changes) {
    const auto side = sides.find(change.klass);
    const bool is_empty = side != sides.end() && side->second == empty_side(change);
    std::string sentence = is_empty ? fmt::format(of_empty_class, change.klass, side->second)
                                    : what_is_missing(change);
    if (sentence.empty()) continue;
    if (all.insert(sentence).second && sentences.size() < most)
      sentences.push_back(std::move(sentence));
  }
  const Index more = std::ssize(all) - std::ssize(sentences);
  if (more > 0) sentences.push_back(fmt::format("and {} more", more));
  return sentences;
}

const Change* change_of(const Drift& drift, const std::string& column, const std::string& klass) {
  for (const Change& change : drift.changes)
    if (change.feature == column && (change.klass.empty() || change.klass == klass)) return &change;
  return nullptr;
}

// The columns that are drawn, in the order of the schema: of many those that changed most.
std::vector<std::string> shown_columns(const Drift& drift) {
  std::vector<std::string> names;
  for (const ColumnChange& column : drift.columns) names.push_back(column.feature);
  std::vector<std::string_view> ranked;
  for (const Change& change : drift.changes) ranked.push_back(change.feature);
  return report::chosen_names(names, ranked, drawn_columns);
}

void draw_cell(const Drift& drift, const Change* change, Point corner, Point end,
               Drawing& drawing) {
  const bool compared = change != nullptr && change->undefined.empty();
  if (compared) drawing.box(corner, end, "s0 cell", report::fullest_cell * change->probability);
  drawing.box(corner, end, "frame");
  const Point middle{(corner.x + end.x) / 2, (corner.y + end.y) / 2 + 4};
  if (!compared)
    drawing.text(middle, "-", Anchor::middle, "tick");
  else if (drift.changed(*change))
    drawing.text(
        middle,
        fmt::format("{:.{}f}", change->log_bayes_factor, change->log_bayes_factor < 100 ? 1 : 0),
        Anchor::middle, "label number");
}

// The classes that are drawn, in their order: of many those of the largest log Bayes factors.
std::vector<std::string> classes_to_draw(const Drift& drift) {
  if (drift.classes.size() <= drawn_classes) return drift.classes;
  std::vector<std::string_view> ranked;
  for (const Change& change : drift.changes)
    if (!change.klass.empty()) ranked.push_back(change.klass);
  ranked.insert(ranked.end(), drift.classes.begin(), drift.classes.end());
  return report::chosen_names(drift.classes, ranked, drawn_classes);
}

Drawing matrix_of(const Drift& drift, const std::vector<std::string>& names,
                  const std::vector<std::string>& shown) {
  constexpr Index letters = 20;
  constexpr double height = 24;
  const std::size_t classes = shown.size();
  double left = text_width(shortened(drift.label, letters));
  for (const std::string& name : names) left = std::max(left, text_width(shortened(name, letters)));
  left += 14;
  double width = 60;
  for (const std::string& klass : shown)
    width = std::max(width, text_width(shortened(klass, 12)) + 12);
  const double right = left + width * static_cast<double>(classes);
  Drawing drawing(right + 14, 30 + height * static_cast<double>(names.size() + 1));
  for (std::size_t k = 0; k < classes; ++k)
    drawing.text({left + width * (static_cast<double>(k) + 0.5), 16}, shortened(shown[k], 12),
                 Anchor::middle, "label");
  drawing.text({left - 6, 24 + height / 2 + 4}, shortened(drift.label, letters), Anchor::end,
               "label");
  draw_cell(drift, &drift.labels, {left, 24}, {right, 24 + height}, drawing);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double y = 28 + height * static_cast<double>(i + 1);
    drawing.text({left - 6, y + height / 2 + 4}, shortened(names[i], letters), Anchor::end,
                 "label");
    for (std::size_t k = 0; k < classes; ++k) {
      const double x = left + width * static_cast<double>(k);
      draw_cell(drift, change_of(drift, names[i], shown[k]), {x, y}, {x + width, y + height},
                drawing);
    }
  }
  return drawing;
}

// What moved most in each change that is probable, the surest first.
struct Moved {
  std::string name;
  Move move;
};

std::vector<Moved> moved_of(const Drift& drift) {
  std::vector<Moved> all;
  for (const Change& change : all_changes(drift)) {
    if (!drift.changed(change) || change.moves.empty() || !change.moves.front().size) continue;
    if (all.size() == most_moves) break;
    const Move& move = change.moves.front();
    const bool is_label = change.feature == drift.label && change.klass.empty();
    all.push_back(
        {is_label ? fmt::format("{}: {}", drift.label, move.klass)
                  : fmt::format("{}, {}: {}", change.feature, move.klass, detail::what_moved(move)),
         move});
  }
  return all;
}

Drawing draw(const std::vector<Moved>& all) {
  std::vector<std::string> names;
  double lower = -1;
  double upper = 1;
  for (const Moved& each : all) {
    names.push_back(each.name);
    lower = std::min(lower, *each.move.size);
    upper = std::max(upper, *each.move.size);
  }
  const double more = 0.45 * (upper - lower);
  report::RowPlot plot(names, {.lower = lower - more,
                               .upper = upper + more,
                               .title = "change, in half widths of its interval"});
  const double zero = plot.x(0);
  plot.drawing().line({zero, plot.top()}, {zero, plot.bottom()}, "axis");
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Move& move = all[i].move;
    const double y = plot.y(static_cast<Index>(i));
    const Index series = *move.size >= 0 ? 0 : 1;
    const double end = plot.x(*move.size);
    plot.drawing().line({zero, y}, {end, y}, series_role(series) + " line thin");
    plot.drawing().mark({end, y}, series);
    plot.drawing().text({end + (*move.size >= 0 ? 8 : -8), y + 4}, from_to(move.before, move.after),
                        *move.size >= 0 ? Anchor::start : Anchor::end, "small number");
  }
  return std::move(plot.drawing());
}

FigureNumbers numbers_of(const std::vector<Moved>& all) {
  std::vector<Move> moves;
  for (const Moved& each : all) moves.push_back(each.move);
  FigureNumbers numbers = report::numbers_of(moves, [](auto& to, const Move& move) {
    to("class", move.klass);
    to("parameter", move.parameter);
    to("level", move.level);
    to("before", move.before);
    to("after", move.after);
    to("size", move.size);
  });
  numbers.columns.insert(numbers.columns.begin(), "what");
  for (std::size_t i = 0; i < all.size(); ++i)
    numbers.rows[i].insert(numbers.rows[i].begin(), all[i].name);
  return numbers;
}

}  // namespace

Figure drift_figure(const Drift& drift) {
  const std::vector<std::string> shown = shown_columns(drift);
  std::string caption = fmt::format(
      "Columns within classes, below the class probabilities: the darker, the more probable is a "
      "change. A number is the log Bayes factor, in nats, where the probability is above {:.6g}; a "
      "dash stands for what was not compared.",
      drift.options.threshold);
  if (shown.size() < drift.columns.size())
    caption += fmt::format(" Of {} columns the {} that changed most are drawn.",
                           drift.columns.size(), shown.size());
  const std::vector<std::string> classes = classes_to_draw(drift);
  if (classes.size() < drift.classes.size())
    caption += fmt::format(" Of {} classes the {} that changed most are drawn.",
                           drift.classes.size(), classes.size());
  return {.name = "drift",
          .title = "What changed",
          .caption = caption,
          .drawing = matrix_of(drift, shown, classes),
          .numbers = report::numbers_of(all_changes(drift))};
}

std::vector<Figure> figures_of(const Drift& drift) {
  std::vector<Figure> figures{drift_figure(drift)};
  const std::vector<Moved> all = moved_of(drift);
  figures.push_back(
      {.name = "moved",
       .title = "What moved most",
       .caption =
           all.empty()
               ? std::string(drift.kind() != DriftKind::none
                                 ? "Of no change it is known how far a parameter moved."
                                 : "Nothing is said to have changed.")
               : fmt::format("Of each change the parameter that moved most, before and after, in "
                             "half widths of the {:.6g} % interval of the difference: beyond 1 "
                             "and -1 that interval leaves 0 out.",
                             100 * drift.options.mass),
       .drawing = draw(all),
       .numbers = numbers_of(all)});
  return figures;
}

std::string to_json(const Drift& drift) { return report::document_of(drift); }

std::string to_csv(const Drift& drift, int digits) {
  return to_csv(report::numbers_of(all_changes(drift)), digits);
}

std::string to_text(const Drift& drift) {
  std::string text = lead_of(drift) + "\n\n" + report::lines_of(sentences_on(drift, told_changes));
  text += '\n' + changes_text(drift);
  const std::vector<std::string> missing = sentences_on_missing(drift);
  if (!missing.empty()) text += '\n' + report::lines_of(missing);
  return text + report::notes_text(drift.notes);
}

Page page_of(const Drift& drift) {
  Section section{.heading = "Have the data changed?",
                  .points = report::plain_sentences(sentences_on(drift, told_changes)),
                  .figures = figures_of(drift),
                  .details = report::plain_sentences(drift.notes)};
  const std::vector<std::string> missing = report::plain_sentences(sentences_on_missing(drift));
  section.details.insert(section.details.end(), missing.begin(), missing.end());
  return {.title = "Changes between two data sets",
          .lead = lead_of(drift) + ".",
          .sections = {std::move(section)}};
}

}  // namespace credence
