// Pairs of columns that depend on each other, as text, JSON, CSV and a page.
#include <credence/report/figures.hpp>
#include <credence/study/dependence.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "report/drawing/plot.hpp"
#include "report/listing/listing.hpp"
#include "report/listing/sentences.hpp"

namespace credence {

static void list(auto& to, const PairDependence& pair) {
  to("first", pair.first, report::Shown{"column"});
  to("second", pair.second, report::Shown{"with"});
  to("class", pair.klass, report::Shown{"class"});
  to("test", pair.test, report::Shown{"test"});
  to("rows", pair.rows, report::Shown{"rows", "{:.6g}"});
  to("mutual_information", pair.information, report::Shown{"information", "{:.4f}"});
  if constexpr (std::remove_cvref_t<decltype(to)>::all) {
    to("lower", report::end_of(pair.interval, &Interval::lower));
    to("upper", report::end_of(pair.interval, &Interval::upper));
  } else {
    to("interval", pair.interval);
  }
  const auto ends = [](const std::optional<Interval>& interval) {
    return interval ? fmt::format("{:.4f} to {:.4f}", interval->lower, interval->upper) : "-";
  };
  to(report::Shown{"interval", ends}, pair.interval);
  to("log_bayes_factor", pair.log_bayes_factor, report::Shown{"log Bayes factor", "{:.2f}"});
  to("probability", pair.probability, report::Shown{"probability", "{:.4f}"});
}

static void list(auto& to, const PairNotTested& pair) {
  to("first", pair.first);
  to("second", pair.second);
  to("why", pair.why);
}

static void list(auto& to, const DependenceCheck& check) {
  to("mass", check.options.mass);
  to("threshold", check.options.threshold);
  to("prior_of_none", check.options.prior_of_none);
  to("prior_probability", check.prior_probability);
  to("draws", check.options.draws);
  to("seed", check.options.seed);
  to("rows", check.rows);
  to("skipped_rows", check.skipped_rows);
  to("label", check.label);
  to("classes", check.classes);
  to("features", check.features);
  to("results", check.pairs);
  to("not_tested", check.not_tested);
  to("conclusions", sentences_on(check, std::ssize(check.pairs)));
  to("notes", check.notes);
}

namespace {

using report::printable;

constexpr Index shown_sentences = 10;
constexpr std::size_t shown_missing = 20;
constexpr std::size_t shown_pairs = 30;
constexpr std::size_t most_columns = 24;

std::string lead_of(const DependenceCheck& check) {
  return fmt::format("{} of label {}: every two of {} within each class; intervals hold {:.6g} %",
                     report::counted(check.rows, "row", "rows"), printable(check.label),
                     report::counted(std::ssize(check.features), "column", "columns"),
                     100 * check.options.mass);
}

std::vector<std::string> sentences_on_missing(const DependenceCheck& check) {
  std::vector<std::string> sentences;
  for (const PairNotTested& pair : check.not_tested) {
    if (sentences.size() == shown_missing) {
      const auto more = std::ssize(check.not_tested) - static_cast<Index>(shown_missing);
      sentences.push_back(report::counted(more, "more pair is", "more pairs are") +
                          " not compared");
      break;
    }
    sentences.push_back(
        fmt::format("'{}' and '{}' are not compared: {}", pair.first, pair.second, pair.why));
  }
  return sentences;
}

// Of two columns the class in which they depend most.
const PairDependence* strongest(const DependenceCheck& check, const std::string& one,
                                const std::string& other) {
  const auto found = std::find_if(
      check.pairs.begin(), check.pairs.end(),
      [&](const PairDependence& pair) { return pair.first == one && pair.second == other; });
  return found == check.pairs.end() ? nullptr : &*found;
}

// The columns that are drawn, in the order of the schema: of many those with the strongest pairs.
std::vector<std::string> shown_features(const DependenceCheck& check) {
  if (check.features.size() <= most_columns) return check.features;
  std::vector<std::string_view> ranked;
  for (const PairDependence& pair : check.pairs)
    ranked.insert(ranked.end(), {pair.first, pair.second});
  return report::chosen_names(check.features, ranked, most_columns);
}

// ".09": a whole number of nats is rare, and cells are narrow.
std::string in_hundredths(double information) {
  const std::string text = fmt::format("{:.2f}", information);
  return text.starts_with("0.") ? text.substr(1) : text;
}

Drawing matrix_of(const DependenceCheck& check, const std::vector<std::string>& names) {
  constexpr Index letters = 16;
  constexpr double side = 28;
  double widest = 0;
  for (const std::string& name : names)
    widest = std::max(widest, text_width(shortened(name, letters)));
  const double left = widest + 14;
  const double length = side * static_cast<double>(names.size());
  Drawing drawing(left + length + widest + 14, length + 14);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double y = 7 + side * static_cast<double>(i);
    drawing.text({left - 6, y + side / 2 + 4}, shortened(names[i], letters), Anchor::end, "label");
    for (std::size_t j = 0; j < i; ++j) {
      const Point corner{left + side * static_cast<double>(j), y};
      const Point end{corner.x + side, corner.y + side};
      const PairDependence* pair = strongest(check, names[j], names[i]);
      if (pair != nullptr)
        drawing.box(corner, end, "s0 cell", report::fullest_cell * pair->probability);
      drawing.box(corner, end, "frame");
      if (pair != nullptr && check.depends(*pair))
        drawing.text({corner.x + side / 2, corner.y + side / 2 + 4},
                     in_hundredths(pair->information), Anchor::middle, "label number");
      if (pair == nullptr)
        drawing.text({corner.x + side / 2, corner.y + side / 2 + 4}, "-", Anchor::middle, "tick");
    }
    drawing.text({left + side * static_cast<double>(i) + 6, y + side / 2 + 4},
                 shortened(names[i], letters), Anchor::start, "label");
  }
  return drawing;
}

// The pairs, by names of so many letters.
std::string pairs_table(std::vector<PairDependence> pairs, Index letters) {
  for (PairDependence& pair : pairs)
    for (std::string* name : {&pair.first, &pair.second, &pair.klass})
      *name = shortened(printable(*name), letters);
  return report::text_table(4, pairs).text();
}

std::string pairs_text(std::vector<PairDependence> pairs) {
  if (pairs.empty()) return {};
  const std::size_t all = pairs.size();
  if (all > shown_pairs + 1) pairs.resize(shown_pairs);
  return report::fitted([&](Index letters) { return pairs_table(pairs, letters); }) +
         (pairs.size() < all ? fmt::format("... {} more in CSV and JSON\n", all - pairs.size())
                             : "");
}

}  // namespace

Figure dependence_figure(const DependenceCheck& check) {
  const std::vector<std::string> shown = shown_features(check);
  std::string caption =
      "Each cell is a pair of columns in the class where they depend most: the darker, the more "
      "probable that they depend on each other given the class. A number is their mutual "
      "information there, in nats, where the probability is above " +
      fmt::format("{:.6g}", check.options.threshold) + "; a dash stands for a pair not compared.";
  if (shown.size() < check.features.size())
    caption += fmt::format(" Of {} columns the {} with the strongest pairs are drawn.",
                           check.features.size(), shown.size());
  return {.name = "dependence",
          .title = "Pairs of columns that depend on each other within a class",
          .caption = caption,
          .drawing = matrix_of(check, shown),
          .numbers = report::numbers_of(check.pairs)};
}

std::string to_json(const DependenceCheck& check) { return report::document_of(check); }

std::string to_csv(const DependenceCheck& check, int digits) {
  return to_csv(report::numbers_of(check.pairs), digits);
}

std::string to_text(const DependenceCheck& check) {
  return lead_of(check) + '\n' +
         report::apart({report::lines_of(sentences_on(check, shown_sentences)),
                        pairs_text(check.pairs), report::lines_of(sentences_on_missing(check)),
                        report::lines_of(check.notes)});
}

Section section_of(const DependenceCheck& check) {
  Section section{.heading = "Do columns depend on each other?",
                  .paragraphs = {lead_of(check) + "."},
                  .points = report::plain_sentences(sentences_on(check, shown_sentences))};
  if (section.points.empty())
    section.points.emplace_back(
        check.pairs.empty()
            ? "No two columns could be compared."
            : "No two columns depend on each other within a class, as far as these rows tell.");
  if (!check.pairs.empty()) section.figures.push_back(dependence_figure(check));
  section.details = report::plain_sentences(check.notes);
  const std::vector<std::string> missing = report::plain_sentences(sentences_on_missing(check));
  section.details.insert(section.details.end(), missing.begin(), missing.end());
  return section;
}

Page page_of(const DependenceCheck& check) {
  return {.title = "Dependence of columns within classes",
          .lead = lead_of(check) + ".",
          .sections = {section_of(check)}};
}

}  // namespace credence
