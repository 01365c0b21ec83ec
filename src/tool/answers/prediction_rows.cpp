// Rows of predictions: the same cells, written as CSV or as JSON.
#include "answers/prediction_rows.hpp"

#include <credence/base/parallel.hpp>
#include <credence/data/csv.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/base/rounded.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "flags/values.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

struct GroupName {
  std::string_view name;
  Group group;
};
constexpr std::array group_names{GroupName{"label", Group::label},
                                 GroupName{"probability", Group::probability},
                                 GroupName{"log_probability", Group::log_probability},
                                 GroupName{"log_joint", Group::log_joint},
                                 GroupName{"impossible", Group::impossible},
                                 GroupName{"log_evidence", Group::log_evidence},
                                 GroupName{"interval", Group::interval},
                                 GroupName{"log_odds_interval", Group::log_odds_interval},
                                 GroupName{"action", Group::action},
                                 GroupName{"expected_loss", Group::expected_loss}};

bool is_interval(Group group) {
  return group == Group::interval || group == Group::log_odds_interval;
}

bool has_classes(Group group) {
  return group == Group::probability || group == Group::log_probability ||
         group == Group::log_joint;
}

std::string_view name_of(Group group) {
  return std::find_if(group_names.begin(), group_names.end(),
                      [&](const GroupName& entry) { return entry.group == group; })
      ->name;
}

// Whether a spreadsheet would compute a cell instead of showing it. Numbers have signs, too.
bool looks_like_formula(std::string_view cell) {
  constexpr std::string_view begins_formula = "=+-@\t\r";
  return !cell.empty() && begins_formula.find(cell.front()) != std::string_view::npos &&
         !to_number(cell);
}

// What differs between the formats: what stands around rows and cells.
struct Csv {
  static constexpr bool quotes_infinite = false;
  static constexpr std::string_view nothing = "";
  static std::string text(std::string_view cell, const Layout& layout) {
    return layout.csv_safe && looks_like_formula(cell) ? csv_field("'" + std::string(cell))
                                                       : csv_field(cell);
  }
};

struct Json {
  static constexpr std::string_view nothing = "null";
  static std::string text(std::string_view cell, const Layout&) {
    try {
      return nlohmann::json(std::string(cell)).dump();
    } catch (const nlohmann::json::type_error&) {
      throw Error(ErrorCode::schema,
                  "JSON cannot hold a cell that is not UTF-8; write CSV, or convert the data file "
                  "(iconv -f latin1 -t utf-8)");
    }
  }
  static constexpr bool quotes_infinite = true;
};

template <class Format>
void append_number(std::string& out, double value, int digits) {
  char text[32];
  char* const end = std::to_chars(text, text + sizeof text, value).ptr;
  const bool quoted = Format::quotes_infinite && !std::isfinite(value);
  if (quoted) out += '"';
  if (digits == 0)
    out.append(text, end);
  else
    out += detail::rounded(value, digits);
  if (quoted) out += '"';
}

/// Writes the cells of one row after another; the text of each class is made once.
template <class Format>
class RowWriter {
 public:
  RowWriter(const Predictions& predictions, const Decisions& decisions, const Layout& layout)
      : predictions_(predictions), decisions_(decisions), layout_(layout) {
    for (const std::string& klass : predictions.classes)
      labels_.push_back(Format::text(klass, layout));
    for (const std::string& action : decisions.loss.actions)
      actions_.push_back(Format::text(action, layout));
  }

  /// Appends the row; before each cell `between(column)` appends what stands there.
  template <class Between>
  void append(std::string& out, Index row, Between&& between) const {
    std::size_t column = 0;
    for (const Column* kept : layout_.kept) {
      between(out, column++);
      out += Format::text(as_written(*kept, row), layout_);
    }
    for (const Group group : layout_.groups)
      for (std::size_t part = 0; part < parts_of(group); ++part) {
        between(out, column++);
        if (group == Group::label || group == Group::impossible || group == Group::action)
          out += word(group, static_cast<std::size_t>(row));
        else
          append_number<Format>(out, number(group, row, part), layout_.digits);
      }
  }

 private:
  // How many columns a group has.
  [[nodiscard]] std::size_t parts_of(Group group) const {
    if (has_classes(group)) return labels_.size();
    if (group == Group::expected_loss) return actions_.size();
    return is_interval(group) ? 2 : 1;
  }

  [[nodiscard]] std::string_view word(Group group, std::size_t row) const {
    if (group == Group::impossible) return predictions_.impossible[row] ? "1" : "0";
    if (group == Group::action) return actions_[static_cast<std::size_t>(decisions_.actions[row])];
    if (!decisions_.abstained.empty() && decisions_.abstained[row]) return Format::nothing;
    return labels_[static_cast<std::size_t>(predictions_.label[row])];
  }

  [[nodiscard]] double number(Group group, Index row, std::size_t part) const {
    const auto at = static_cast<std::size_t>(row);
    if (group == Group::probability) return predictions_.probability(row, static_cast<Index>(part));
    if (group == Group::log_joint) return predictions_.log_joints(row)[part];
    if (group == Group::log_evidence) return predictions_.log_evidence(row);
    if (group == Group::expected_loss)
      return decisions_.expected_losses[at * actions_.size() + part];
    if (is_interval(group)) {
      const Interval& interval =
          (group == Group::interval ? decisions_.intervals : decisions_.log_odds)[at];
      return part == 0 ? interval.lower : interval.upper;
    }
    return predictions_.log_probabilities(row)[part];
  }

  const Predictions& predictions_;
  const Decisions& decisions_;
  const Layout& layout_;
  std::vector<std::string> labels_;
  std::vector<std::string> actions_;
};

// Calls `append(out, row)` for every row on several threads, and writes what they append in order.
template <class Append>
void write_rows(Output& output, Index rows, Append append) {
  constexpr Index chunk_rows = 512;
  const Index chunks = (rows + chunk_rows - 1) / chunk_rows;
  const Index threads = threads_in_use();
  std::vector<std::string> texts(static_cast<std::size_t>(threads == 1 ? 1 : 2 * threads));
  const auto text_of = [&](Index slot) -> std::string& {
    return texts[static_cast<std::size_t>(slot)];
  };
  for_each_chunk_in_order(
      chunks, std::ssize(texts),
      [&](Index chunk, Index slot) {
        text_of(slot).clear();
        const Index end = std::min(rows, (chunk + 1) * chunk_rows);
        for (Index row = chunk * chunk_rows; row < end; ++row) append(text_of(slot), row);
      },
      [&](Index, Index slot) { output.write(text_of(slot)); });
}

void write_csv(Output& output, const Predictions& predictions, const Decisions& decisions,
               const Layout& layout) {
  std::string out;
  for (const std::string& name : column_names(layout, predictions.classes, decisions.loss.actions))
    out += (out.empty() ? "" : ",") + Csv::text(name, layout);
  out += '\n';
  const RowWriter<Csv> writer(predictions, decisions, layout);
  const auto comma = [](std::string& text, std::size_t column) {
    if (column > 0) text += ',';
  };
  if (layout.begins) output.write(out);
  write_rows(output, predictions.rows(), [&](std::string& text, Index row) {
    const std::size_t begin = text.size();
    writer.append(text, row, comma);
    // A line with nothing in it would be skipped when it is read again.
    if (text.size() == begin) text += "\"\"";
    text += '\n';
  });
}

void write_json(Output& output, const Predictions& predictions, const Decisions& decisions,
                const Layout& layout) {
  std::vector<std::string> keys;
  for (const std::string& name : column_names(layout, predictions.classes, decisions.loss.actions))
    keys.push_back((keys.empty() ? "" : ",") + Json::text(name, layout) + ':');
  const RowWriter<Json> writer(predictions, decisions, layout);
  const auto key = [&](std::string& text, std::size_t column) { text += keys[column]; };
  if (layout.begins) output.write("[");
  write_rows(output, predictions.rows(), [&](std::string& text, Index row) {
    text += layout.begins && row == 0 ? "\n{" : ",\n{";
    writer.append(text, row, key);
    text += '}';
  });
}

}  // namespace

bool holds(const std::vector<Group>& groups, Group group) {
  return std::find(groups.begin(), groups.end(), group) != groups.end();
}

bool has_interval(const std::vector<Group>& groups) {
  return std::any_of(groups.begin(), groups.end(), is_interval);
}

bool has_density(const std::vector<Group>& groups) {
  return holds(groups, Group::log_joint) || holds(groups, Group::log_evidence);
}

std::vector<Group> groups_of(const std::string& text, std::string_view flag) {
  std::vector<Group> groups;
  for (const std::string& name : list_of(text, flag)) {
    const auto found = std::find_if(group_names.begin(), group_names.end(),
                                    [&](const GroupName& entry) { return entry.name == name; });
    if (found == group_names.end()) {
      std::vector<std::string> names;
      for (const GroupName& entry : group_names) names.emplace_back(entry.name);
      throw UsageError(fmt::format("flag '{}' names the unknown '{}'; choose from {}", flag, name,
                                   quoted_names(names)));
    }
    if (holds(groups, found->group))
      throw UsageError(fmt::format("flag '{}' names '{}' twice; name it once", flag, name));
    groups.push_back(found->group);
  }
  return groups;
}

bool are_groups(const std::string& text) {
  try {
    return !groups_of(text, "--columns").empty();
  } catch (const UsageError&) {
    return false;
  }
}

std::vector<std::string> column_names(const Layout& layout, const std::vector<std::string>& classes,
                                      const std::vector<std::string>& actions) {
  std::vector<std::string> names;
  for (const Column* kept : layout.kept) names.push_back(kept->name);
  for (const Group group : layout.groups) {
    if (group == Group::interval)
      names.insert(names.end(), {"lower", "upper"});
    else if (group == Group::log_odds_interval)
      names.insert(names.end(), {"log_odds_lower", "log_odds_upper"});
    else if (has_classes(group) || group == Group::expected_loss)
      for (const std::string& part : has_classes(group) ? classes : actions)
        names.push_back(fmt::format("{}:{}", name_of(group), part));
    else
      names.emplace_back(name_of(group));
  }
  std::set<std::string> seen;
  for (const std::string& name : names)
    if (!seen.insert(name).second)
      throw UsageError(
          fmt::format("flag '--keep' names column '{}', which is the name of a column of "
                      "the result too; rename the column in the data, or choose other "
                      "--columns",
                      name));
  return names;
}

void write_predictions(Output& output, const Predictions& predictions, const Decisions& decisions,
                       const Layout& layout, RowFormat format) {
  if (format == RowFormat::csv)
    write_csv(output, predictions, decisions, layout);
  else
    write_json(output, predictions, decisions, layout);
}

void end_predictions(Output& output, RowFormat format) {
  if (format == RowFormat::json) output.write("\n]\n");
}

}  // namespace credence::tool
