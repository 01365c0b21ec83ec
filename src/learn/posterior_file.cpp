// The JSON form of a posterior file, and the checks that both forms go through.
#include <credence/learn/posterior_file.hpp>

#include <fmt/format.h>
#include <credence/data/levels.hpp>

#include "learn/posterior_body.hpp"
#include "learn/posterior_events.hpp"

namespace credence {
namespace {

constexpr std::string_view format_name = "credence posterior";

// Of the compact text of the body, so that white space does not matter and everything else does.
std::string checksum_of(const Json& body) { return crc_text(crc_of(write_json(body, -1))); }

// The body of a file that is whole: `sum` is the checksum of what it holds.
JsonCursor checked_body(const JsonCursor& file, std::uint32_t sum, const std::string& name) {
  if (!file.value().is_object() || !file.has("format") || file.at("format").value() != format_name)
    refuse_posterior(name, "is not a posterior file; make one with `credence fit`");
  const JsonCursor version = file.at("version");
  if (!version.value().is_number_unsigned())
    throw version.fault("is not a whole number", "restore the file from a copy");
  check_posterior_version(version.value().get<std::uint64_t>(), name);
  file.check_keys({"format", "version", "checksum", "posterior"});
  const JsonCursor body = file.at("posterior");
  check_posterior_sum(crc_text(sum), file.at("checksum").string(), name);
  return body;
}

}  // namespace

std::string to_json(const PosteriorRecord& record) {
  const JsonDocument document(body_of(record));
  const Json& body = document.value;
  std::string text = fmt::format(
      "{{\n\"format\": \"{}\",\n\"version\": {},\n\"checksum\": \"{}\",\n\"posterior\": {{\n",
      format_name, newest_posterior_version, checksum_of(body));
  for (const auto& [key, value] : body.items()) {
    if (key == "features") break;
    text += fmt::format("\"{}\": {},\n", key, write_json(value, -1));
  }
  text += "\"features\": [";
  const char* separator = "\n";
  for (const Json& feature : body.at("features")) {
    text += separator + write_json(feature, -1);
    separator = ",\n";
  }
  return text + "\n]}}\n";
}

PosteriorRecord record_from_json(std::string_view text, const std::string& name) {
  return read_posterior(name, [&] {
    PosteriorEvents events(PosteriorEvents::Form::json, name);
    parse_json(text, name, events);
    const JsonDocument file(events.take());
    const JsonCursor body = checked_body(JsonCursor(file.value, name), events.checksum(), name);
    PosteriorRecord record = read_body(body, name, events.take_schema());
    if (events.give_features(record)) return record;
    const JsonDocument whole(parse_strict(text, name));  // to tell where the fault is
    return read_body(JsonCursor(whole.value, name).at("posterior"), name);
  });
}

namespace detail {

void bad_record(const std::string& what) {
  throw Error(ErrorCode::version, what + "; restore the file from a copy or fit again");
}

FeatureIndex index_of(const PosteriorRecord& record) {
  FeatureIndex index;
  for (const auto& feature : record.features) {
    if (!index.emplace(feature.name, &feature).second)
      bad_record("the statistics of column '" + feature.name + "' stand twice");
    if (feature.statistics.size() != record.classes.size())
      bad_record("column '" + feature.name + "' does not have statistics for each class");
  }
  return index;
}

const PosteriorRecord::FeatureRecord& take(FeatureIndex& index, const std::string& name) {
  const auto found = index.find(name);
  if (found == index.end()) bad_record("there are no statistics of column '" + name + "'");
  const PosteriorRecord::FeatureRecord& feature = *found->second;
  index.erase(found);
  return feature;
}

void check_sorted(const std::vector<std::string>& names, const std::string& what) {
  if (sorted_levels(names) != names) bad_record(what + " are not sorted and distinct");
}

void check_columns(const ColumnMoments& seen, std::size_t columns, const std::string& what) {
  for (const auto* list : {&seen.counts, &seen.means, &seen.sums_of_squares})
    if (list->size() != seen.counts.size() || (!list->empty() && list->size() != columns))
      bad_record(what + " do not have one entry for each column");
}

void bad_value(std::string_view family, std::string_view needs, double value,
               const std::string& what) {
  bad_record(fmt::format("{} hold {}, and family '{}' needs {}", what, text(value), family, needs));
}

void check_contradiction(const std::string& why, const std::string& what) {
  if (!why.empty()) bad_record(what + " contradict each other: " + why);
}

void check_count(double count, const LabelColumn& label, Index klass, const std::string& what) {
  const auto at = static_cast<std::size_t>(klass);
  const double rows = label.counts.counts[at];
  if (count > rows + summed * rows)
    bad_record(
        fmt::format("{} contradict the counts of classes: they count {} of class '{}', which "
                    "has {}",
                    what, text(count), label.classes[at], text(rows)));
}

void check_columns(const JointMoments& seen, std::size_t columns, const std::string& what) {
  const bool empty = seen.complete == 0 && seen.means.empty() && seen.scatter.empty();
  if (!empty &&
      (seen.means.size() != columns || triangle_order(seen.scatter.size()) != seen.columns()))
    bad_record(what + " do not have one entry for each column, and a triangle of products");
  const auto holds = [](const std::vector<double>& list) {
    return std::any_of(list.begin(), list.end(), [](double entry) { return entry != 0; });
  };
  if (seen.complete == 0 && (holds(seen.means) || holds(seen.scatter)))
    check_contradiction("'complete' is 0, and 'means' or 'scatter' is not", what);
}

void check_exact_lists(const PosteriorRecord::FeatureRecord& saved, Summation summation) {
  const std::size_t expected = summation == Summation::exact ? saved.statistics.size() : 0;
  if (saved.exact.size() != expected)
    bad_record("column '" + saved.name + "' has exact sums of " +
               std::to_string(saved.exact.size()) + " classes, not of " + std::to_string(expected));
}

}  // namespace detail
template PosteriorRecord record_of(const Posterior<Model>&);
template Posterior<Model> posterior_of(const PosteriorRecord&);

}  // namespace credence
