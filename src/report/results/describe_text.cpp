// A description as text.
#include <credence/report/text.hpp>

#include <credence/base/triangle.hpp>
#include <credence/report/figure.hpp>
#include <credence/select/relevance.hpp>
#include <credence/study/describe.hpp>

#include "base/from_to.hpp"
#include "report/listing/text_table.hpp"
#include "report/results/describe_parts.hpp"
#include "report/results/fitted_parameters.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace credence {
namespace {

using report::printable;
using report::short_number;
using report::TextTable;

constexpr std::size_t shown_levels = 12;
constexpr std::size_t shown_entries = 6;

using List = std::vector<double>;

struct Line {
  std::string name;
  const Parameters parameters;
  const Fields upper = {};  // of intervals: their upper ends, beside the lower ones
};

// Prior, statistics, posterior, intervals and the four estimates of a cell, in the order in which
// they are shown.
std::vector<Line> lines_of(const CellDescription& cell, double mass) {
  std::vector<Line> lines{{"prior", cell.prior},
                          {"statistics", {.fields = cell.statistics, .undefined = {}}},
                          {"posterior", cell.posterior}};
  const IntervalFields& interval = cell.interval;
  lines.push_back({fmt::format("{} % interval", short_number(100 * mass)),
                   {.fields = interval.lower, .undefined = interval.undefined},
                   interval.upper});
  for (std::size_t e = 0; e < all_estimators.size(); ++e)
    lines.push_back({std::string(to_string(all_estimators[e])), cell.estimates[e]});
  return lines;
}

const List* list_in(const Fields& fields) {
  for (const auto& field : fields)
    if (const auto* list = std::get_if<List>(&field.second)) return list;
  return nullptr;
}

// "mean 3.1, variance 0.5": the fields that are single numbers. With upper ends: "mean 2.9 to 3.3".
std::string numbers_text(const Fields& fields, const Fields& upper = {}) {
  std::string text;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const double* number = std::get_if<double>(&fields[i].second);
    if (number == nullptr) continue;
    const double* end = i < upper.size() ? std::get_if<double>(&upper[i].second) : nullptr;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", fields[i].first,
                        end != nullptr ? from_to(*number, *end) : short_number(*number));
  }
  return text;
}

// The first entries of a list: "0, 18, 90", "0.1 to 0.2, 0.3 to 0.4, ... (63)".
std::string list_text(const List& list, const List* upper) {
  std::string text;
  for (std::size_t i = 0; i < std::min(list.size(), shown_entries); ++i) {
    const bool ends = upper != nullptr && i < upper->size();
    text += (i == 0 ? "" : ", ") + (ends ? from_to(list[i], (*upper)[i]) : short_number(list[i]));
  }
  return list.size() > shown_entries ? text + fmt::format(", ... ({})", list.size()) : text;
}

// The same with lists, which have no names for their entries: "edges 0, 18, 90; sd 2".
std::string fields_text(const Fields& fields, const Fields& upper) {
  std::string text;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const bool ends = i < upper.size();
    const auto* list = std::get_if<List>(&fields[i].second);
    if (list != nullptr && list->empty()) continue;
    const std::string one =
        list == nullptr
            ? numbers_text({fields[i]}, ends ? Fields{upper[i]} : Fields{})
            : fields[i].first + ' ' +
                  list_text(*list, ends ? std::get_if<List>(&upper[i].second) : nullptr);
    text += (text.empty() ? "" : "; ") + one;
  }
  return text;
}

// A line for each reading of a cell whose parameters are single numbers, or lists without names.
void add_numbers(TextTable& table, const CellDescription& cell, double mass) {
  const bool lists = list_in(cell.statistics) != nullptr;
  bool first = true;
  for (const Line& line : lines_of(cell, mass)) {
    const std::string& why = line.parameters.undefined;
    const bool told = !first && !why.empty() && why == cell.prior.undefined;
    table.add({first ? printable(cell.klass) : "", line.name,
               told           ? "undefined, as the prior"
               : !why.empty() ? "undefined: " + why
               : lists        ? fields_text(line.parameters.fields, line.upper)
                              : numbers_text(line.parameters.fields, line.upper)});
    first = false;
  }
}

std::string level_name(const FeatureDescription& feature, std::size_t level) {
  return level < feature.levels.size() ? printable(feature.levels[level]) : "(unseen)";
}

std::string entry(const List* list, std::size_t level) {
  if (list == nullptr) return "undefined";
  return level < list->size() ? short_number((*list)[level]) : "-";
}

std::string entry(const Line& line, std::size_t level) {
  const List* lower = list_in(line.parameters.fields);
  const List* upper = list_in(line.upper);
  if (lower == nullptr || upper == nullptr || level >= std::min(lower->size(), upper->size()))
    return entry(lower, level);
  return from_to((*lower)[level], (*upper)[level]);
}

// What the list of a line holds: "counts".
std::string name_of_list(const Line& line) {
  for (const auto& [name, value] : line.parameters.fields)
    if (std::holds_alternative<List>(value)) return name;
  return line.name;
}

// The first levels, by names of so many letters.
std::string levels_table(const FeatureDescription& feature, const std::vector<Line>& lines,
                         std::size_t shown, Index letters) {
  TextTable table(1);
  // Estimators by the short names of the flag, since their numbers are short, too. The predictive of
  // documents has weights.
  const std::string last = name_of_list(lines.back());
  table.add({"level", "prior", name_of_list(lines[1]), "posterior", lines[3].name, "mle", "map",
             "mean", last == "weights" ? "predictive weights" : "predictive"});
  for (std::size_t level = 0; level < shown; ++level) {
    std::vector<std::string> row{shortened(level_name(feature, level), letters)};
    for (const Line& line : lines) row.push_back(entry(line, level));
    table.add(std::move(row));
  }
  return table.text(4);
}

// A line for each level of a cell whose parameters are lists.
std::string levels_text(const FeatureDescription& feature, const CellDescription& cell,
                        double mass) {
  constexpr Index letters_of_level = 32;
  const std::vector<Line> lines = lines_of(cell, mass);
  std::string reasons;
  for (const Line& line : lines)
    if (const std::string& why = line.parameters.undefined; !why.empty())
      reasons += fmt::format("    {} is undefined: {}\n", line.name, printable(why));
  const std::size_t levels = feature.levels.size() + (feature.reserved ? 1 : 0);
  const std::size_t shown = levels > shown_levels + 1 ? shown_levels : levels;
  const auto table = [&](Index letters) { return levels_table(feature, lines, shown, letters); };
  std::string text = report::fitted(table, letters_of_level);
  if (shown < levels) text += fmt::format("    ... {} more levels\n", levels - shown);
  return text + reasons;
}

// The row of a column in the lower triangle of a matrix: "covariance with width 0.1, covariance 0.3".
void add_row(Fields& fields, const std::string& name, const List& triangle,
             const std::vector<std::string>& columns, std::size_t column) {
  for (std::size_t other = 0; other <= column; ++other)
    fields.emplace_back(
        other < column ? name + " with " + printable(columns[other]) : name,
        triangle[triangle_place(static_cast<Index>(column), static_cast<Index>(other))]);
}

// What the lists of a tied block say of one column; a list of one entry serves all columns.
Parameters columns_entry(const Parameters& parameters, const std::vector<std::string>& columns,
                         std::size_t column) {
  Parameters one{.fields = {}, .undefined = parameters.undefined};
  for (const auto& [name, value] : parameters.fields) {
    const auto* list = std::get_if<List>(&value);
    if (list == nullptr)
      one.fields.emplace_back(name, value);
    else if (list->size() > columns.size())
      add_row(one.fields, name, *list, columns, column);
    else if (!list->empty())
      one.fields.emplace_back(name, list->at(list->size() == 1 ? 0 : column));
  }
  return one;
}

// A line for each reading of each column of a tied block.
std::string columns_text(const FeatureDescription& feature, double mass) {
  TextTable table(3);
  for (const CellDescription& cell : feature.cells)
    for (std::size_t j = 0; j < feature.levels.size(); ++j) {
      CellDescription one{.klass = cell.klass + ", " + feature.levels[j]};
      const auto of_column = [&](const Parameters& parameters) {
        return columns_entry(parameters, feature.levels, j);
      };
      one.prior = of_column(cell.prior);
      one.statistics = of_column({.fields = cell.statistics, .undefined = {}}).fields;
      one.posterior = of_column(cell.posterior);
      one.interval.lower = of_column({.fields = cell.interval.lower, .undefined = {}}).fields;
      one.interval.upper = of_column({.fields = cell.interval.upper, .undefined = {}}).fields;
      one.interval.undefined = cell.interval.undefined;
      for (std::size_t e = 0; e < all_estimators.size(); ++e)
        one.estimates[e] = of_column(cell.estimates[e]);
      add_numbers(table, one, mass);
    }
  return table.text(2);
}

std::string cells_text(const FeatureDescription& feature, double mass) {
  if (feature.tied) return columns_text(feature, mass);
  const bool named = !feature.levels.empty() || feature.reserved;
  if (!named || feature.cells.empty() || list_in(feature.cells.front().statistics) == nullptr) {
    TextTable table(3);
    for (const CellDescription& cell : feature.cells) add_numbers(table, cell, mass);
    return table.text(2);
  }
  std::string text;
  for (const CellDescription& cell : feature.cells) {
    const std::string totals = numbers_text(cell.statistics);
    text += fmt::format("  {}{}\n", printable(cell.klass), totals.empty() ? "" : ": " + totals) +
            levels_text(feature, cell, mass);
  }
  return text;
}

// The words of the prior, each with its classes where others have none or another: "auto in classes
// a, b; n=3 in class c".
std::string prior_words(const FeatureDescription& feature) {
  std::vector<std::pair<std::string, std::vector<std::string>>> words;
  for (const CellDescription& cell : feature.cells) {
    if (cell.prior_word.empty()) continue;
    auto word = std::find_if(words.begin(), words.end(),
                             [&](const auto& other) { return other.first == cell.prior_word; });
    if (word == words.end()) word = words.insert(word, {cell.prior_word, {}});
    word->second.push_back(cell.klass);
  }
  std::string text;
  for (const auto& [word, classes] : words) {
    text += (text.empty() ? ", prior " : "; ") + printable(word);
    if (classes.size() < feature.cells.size())
      text += (classes.size() == 1 ? " in class " : " in classes ") + report::listed(classes);
  }
  if (!text.empty() && feature.prior_search && feature.prior_search->steps > 0)
    text += " (" + report::counted(feature.prior_search->steps, "step", "steps") + ')';
  return text;
}

std::string search_text(const FeatureDescription& feature) {
  std::string text;
  if (feature.prior_search)
    for (const std::string& note : feature.prior_search->notes)
      text += "  note: " + printable(note) + '\n';
  return text;
}

// "  log evidence: free -34.1, classes -32.4 (best), ..."
std::string tyings_text(const FeatureDescription& feature) {
  const double best = best_evidence(feature.tyings);
  std::string text;
  for (const auto& [tying, log_evidence] : feature.tyings)
    text += fmt::format("{} {} {}{}", text.empty() ? "" : ",", to_string(tying),
                        short_number(log_evidence), log_evidence == best ? " (best)" : "");
  return text.empty() ? text : fmt::format("  log evidence when tied:{}\n", text);
}

std::string relevance_text(const FeatureDescription& feature) {
  if (!feature.relevance) return {};
  const Relevance& found = *feature.relevance;
  const bool no_prior =
      std::any_of(feature.cells.begin(), feature.cells.end(),
                  [](const CellDescription& cell) { return !cell.prior.undefined.empty(); });
  if (!found.undefined.empty())  // the cells say why a prior is undefined
    return no_prior ? std::string()
                    : "  dependence on the class unknown: " + printable(found.undefined) + '\n';
  return fmt::format(
      "  log evidence {:.2f}, pooled {:.2f}: depends on the class with probability {:.4f}\n",
      found.log_evidence, found.pooled_log_evidence, found.probability);
}

}  // namespace

std::string report::feature_text(const FeatureDescription& feature, double mass,
                                 const std::string& given) {
  std::string title =
      printable(feature.name) + printable(given) + ": " + feature.family + prior_words(feature);
  if (feature.levels.size() == 2 && !feature.cells.empty() &&
      list_in(feature.cells.front().statistics) == nullptr)
    title += fmt::format(", one is '{}'", printable(feature.levels.back()));
  if (feature.covariance == Covariance::full) title += ", full covariance";
  if (feature.tied) title += fmt::format(", tied {}", to_string(*feature.tied));
  return '\n' + title + '\n' + search_text(feature) + tyings_text(feature) +
         cells_text(feature, mass) + relevance_text(feature);
}

namespace {

std::string prior_text(const ClassPrior& prior) {
  using Kind = ClassPrior::Kind;
  if (prior.kind == Kind::uniform) return "uniform";
  if (prior.kind == Kind::frequencies) return "frequencies";
  if (prior.kind == Kind::given) return "given";
  if (prior.weights.empty()) return "each " + short_number(prior.each);
  std::string text = "weights";
  for (const double weight : prior.weights) text += ' ' + short_number(weight);
  return text;
}

std::string label_text(const LabelDescription& label) {
  std::string text =
      fmt::format("label {}: class prior {}\n", printable(label.name), prior_text(label.prior));
  TextTable table(1);
  std::vector<std::string> top{"class", "rows"};
  for (const Estimator estimator : all_estimators) top.emplace_back(to_string(estimator));
  table.add(top);
  for (std::size_t klass = 0; klass < label.classes.size(); ++klass) {
    std::vector<std::string> row{printable(label.classes[klass]), entry(&label.counts, klass)};
    for (const Parameters& estimate : label.estimates)
      row.push_back(entry(list_in(estimate.fields), klass));
    table.add(std::move(row));
  }
  text += table.text(2);
  for (std::size_t e = 0; e < all_estimators.size(); ++e)
    if (const std::string& why = label.estimates[e].undefined; !why.empty())
      text += fmt::format("  {} is undefined: {}\n", to_string(all_estimators[e]), printable(why));
  return text;
}

std::string weights_text(const FeatureWeights& weights) {
  if (!weights.any()) return {};
  TextTable table(1);
  for (std::size_t j = 0; j < weights.names.size(); ++j)
    table.add({printable(weights.names[j]), fmt::format("{:.4f}", weights.values[j])});
  return fmt::format(
             "\nfeature weights: {}, for {}\n  leave-one-out log loss on the {} that they were "
             "found from: {:.4f} before, {:.4f} after\n",
             to_string(weights.kind), weights.estimator,
             report::counted(weights.rows, "row", "rows"), weights.log_loss_before,
             weights.log_loss_after) +
         table.text(2);
}

std::string discount_text(const Discount& discount) {
  if (!discount.any()) return {};
  return fmt::format("\ndiscounted by {}, with the factor {:.6g}: counts are weights of the past\n",
                     to_string(discount.by), discount.factor);
}

}  // namespace

std::string to_text(const Description& description) {
  std::string text = label_text(description.label);
  if (description.structure) text += report::structure_text(*description.structure);
  for (const FeatureDescription& feature : description.features)
    text += report::feature_text(feature, description.mass);
  if (description.structure)
    text += report::contexts_text(*description.structure, description.mass);
  text += weights_text(description.feature_weights);
  text += discount_text(description.discount);
  text += report::fits_text(description.fits, {});
  if (description.log_evidence)
    return text + fmt::format("\nlog evidence {:.3f} nats\n", *description.log_evidence);
  return text + "\nlog evidence is undefined: " + printable(description.log_evidence_undefined) +
         '\n';
}

}  // namespace credence
