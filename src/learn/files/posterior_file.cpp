// The JSON form of a posterior file, and the checks that both forms go through.
#include <credence/learn/posterior_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "learn/files/posterior_body.hpp"
#include "learn/files/posterior_events.hpp"
#include "learn/files/provenance_file.hpp"
#include "learn/files/read_posterior.hpp"

namespace credence {
namespace {

constexpr std::string_view format_name = "credence posterior";
constexpr const char* no_posterior = "is not a posterior file; make one with 'credence fit'";
constexpr const char* other_json =
    "is not a posterior file but other JSON; if it holds rows, save them as CSV and make a "
    "posterior of them with 'credence fit'";

// The text of a file while it is written, and the checksum of its body, which passes over white space.
class FileText {
 public:
  void add(std::string_view text) {
    add_unsummed(text);
    sum_ = crc_of(text, sum_);
  }
  void add_value(const Json& value) { add(write_json(value, -1)); }
  void add_unsummed(std::string_view text) { text_ += text; }

  // Writes the checksum over the first one of nothing.
  [[nodiscard]] std::string sealed() && {
    const std::string none = crc_text(0);
    return std::move(text_.replace(text_.find(none), none.size(), crc_text(sum_)));
  }

 private:
  std::string text_;
  std::uint32_t sum_ = 0;
};

// Calls write(entry) between brackets and commas; `blanks` stand before each and at the end.
template <class List, class Write>
void add_list(const List& list, std::string_view blanks, FileText& file, const Write& write) {
  std::string_view before = "[";
  for (const auto& entry : list) {
    file.add(before);
    file.add_unsummed(blanks);
    write(entry);
    before = ",";
  }
  if (list.empty()) file.add(before);
  file.add_unsummed(blanks);
  file.add("]");
}

void add_features(const std::vector<FeatureRecord>& features,
                  const std::vector<std::string>& classes, std::string_view blanks,
                  FileText& file) {
  add_list(features, blanks, file, [&](const FeatureRecord& feature) {
    const JsonDocument document(feature_to_json(feature, classes));
    file.add_value(document.value);
  });
}

void add_context(const ContextRecord& context, FileText& file) {
  const JsonDocument document(context_to_json(context));
  const std::string text = write_json(document.value, -1);
  file.add(std::string_view(text).substr(0, text.size() - std::string_view("[]}").size()));
  add_features(context.features, context.classes, "", file);
  file.add("}");
}

void add_body(const PosteriorRecord& record, FileText& file) {
  const JsonDocument document(body_of(record));
  std::string_view before = "{";
  for (const auto& [key, value] : document.value.items()) {
    file.add(before);
    file.add_unsummed("\n");
    file.add("\"" + key + "\":");
    file.add_unsummed(" ");
    if (key == "features")
      add_features(record.features, record.classes, "\n", file);
    else if (key == "contexts")
      add_list(record.contexts, "", file,
               [&](const ContextRecord& context) { add_context(context, file); });
    else
      file.add_value(value);
    before = ",";
  }
  file.add("}");
}

// The body of a file that is whole: `sum` is the checksum of what it holds.
JsonCursor checked_body(const JsonCursor& file, std::uint32_t sum, const std::string& name) {
  if (file.value().is_object() && file.has("format") &&
      file.at("format").value() == twin_format_name)
    refuse_posterior(
        name,
        "holds a logistic regression, and no priors or statistics; give it to 'credence predict', "
        "'evaluate' or 'describe', or make a posterior of the rows");
  if (file.value().is_object() && file.has("schema_version") && file.has("columns"))
    refuse_posterior(name, "is a schema, not a posterior file; make one with 'credence fit'");
  if (!file.value().is_object() || !file.has("format") || file.at("format").value() != format_name)
    refuse_posterior(name, other_json);
  const JsonCursor version = file.at("version");
  if (!version.value().is_number_unsigned())
    throw version.fault("is not a whole number", "restore the file from a copy");
  check_posterior_version(version.value().get<std::uint64_t>(), name);
  file.check_keys({"format", "version", "checksum", "posterior"});
  const JsonCursor body = file.at("posterior");
  check_posterior_sum(crc_text(sum), file.at("checksum").string(), name);
  return body;
}

// As parse_json. Of rows of data, say, a reader of JSON would have much to tell that is of no use.
void parse_posterior(std::string_view text, const std::string& name, PosteriorEvents& events) {
  try {
    parse_json(text, name, events);
  } catch (const Error&) {
    constexpr std::size_t head = 64;  // in which every posterior file names its format
    if (text.substr(0, head).find("\"credence ") != std::string_view::npos) throw;
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (text.starts_with('{') || text.starts_with('[')) refuse_posterior(name, other_json);
    const unsigned char first = text.empty() ? '"' : static_cast<unsigned char>(text.front());
    if (first == '"' || std::isalnum(first) != 0) refuse_posterior(name, no_posterior);
    throw;  // of bytes that are no text it tells more
  }
}

}  // namespace

std::string to_json(const PosteriorRecord& record) {
  FileText file;
  file.add_unsummed(fmt::format(
      "{{\n\"format\": \"{}\",\n\"version\": {},\n\"checksum\": \"{}\",\n\"posterior\": ",
      format_name, version_of(record), crc_text(0)));
  add_body(record, file);
  file.add_unsummed("}\n");
  return std::move(file).sealed();
}

PosteriorRecord record_from_json(std::string_view text, const std::string& name) {
  return read_posterior(name, [&] {
    PosteriorEvents events(PosteriorEvents::Form::json, name);
    parse_posterior(text, name, events);
    const JsonDocument file(events.take());
    const JsonCursor body = checked_body(JsonCursor(file.value, name), events.checksum(), name);
    const auto version = file.value.at("version").get<std::uint64_t>();
    PosteriorRecord record = read_body(body, version, name, events.take_schema());
    if (events.give_features(record)) return record;
    const JsonDocument whole(parse_strict(text, name));  // to tell where the fault is
    return read_body(JsonCursor(whole.value, name).at("posterior"), version, name);
  });
}

namespace {

// A file that to_json wrote; none for any other, which is to be read item by item.
std::optional<ReadPosterior> read_text_in_bulk(std::string_view text, const std::string& name,
                                               const detail::KnownSchema& known) {
  std::optional<BulkFile> parts = take_features_out_of_text(text, known.bytes);
  if (!parts) return std::nullopt;
  ReadPosterior read;
  try {
    const JsonDocument file(parse_strict(parts->rest, name));
    const JsonCursor body = checked_body(JsonCursor(file.value, name), parts->checksum, name);
    read.record = read_body(body, file.value.at("version").get<std::uint64_t>(), name,
                            known.if_same(parts->schema));
  } catch (const Error&) {
    return std::nullopt;
  }
  if (!are_of_classes(parts->features, read.record.classes.size())) return std::nullopt;
  read.bulk = BulkFeatures{.features = std::move(parts->features), .schema = parts->schema};
  return read;
}

}  // namespace

ReadPosterior read_posterior_text(std::string_view text, const std::string& name,
                                  const detail::KnownSchema& known) {
  if (std::optional<ReadPosterior> read = read_text_in_bulk(text, name, known))
    return std::move(*read);
  return {.record = record_from_json(text, name), .bulk = std::nullopt};
}

}  // namespace credence
