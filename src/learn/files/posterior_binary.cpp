// The binary form of a posterior file: a head of 24 bytes, and the body of the JSON form as CBOR.
#include <credence/detail/base/counted.hpp>
#include <cstddef>

#include "data/json/cbor_writer.hpp"
#include "learn/files/posterior_body.hpp"
#include "learn/files/posterior_events.hpp"
#include "learn/files/provenance_file.hpp"
#include "learn/files/read_posterior.hpp"

namespace credence {
namespace {

// No text begins with the first byte; the line ends show a copy that changed them.
constexpr std::string_view magic =
    "\x89"
    "CRED\r\n\x1a";
constexpr std::size_t head_size = 24;

void append_number(std::string& bytes, std::uint64_t number, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>((number >> (8 * i)) & 0xff);
}

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = size; i-- > 0;)
    number = (number << 8) | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

// The body that the head announces, neither less nor more.
std::string_view checked_body(std::string_view bytes, const std::string& name) {
  if (bytes.size() < head_size)
    refuse_posterior(name, "breaks off in its head; restore it from a copy or fit again");
  check_posterior_version(number_at(bytes, 8, 4), name);
  const std::uint64_t length = number_at(bytes, 16, 8);
  const std::string_view body = bytes.substr(head_size);
  if (length != body.size())
    refuse_posterior(name, "is damaged: it holds " + detail::counted(body.size(), "byte", "bytes") +
                               ", not " + std::to_string(length) +
                               "; restore it from a copy or fit again");
  const auto stated = static_cast<std::uint32_t>(number_at(bytes, 12, 4));
  check_posterior_sum(crc_text(crc_of(body)), crc_text(stated), name);
  return body;
}

// Item by item.
PosteriorRecord record_of_body(std::string_view body, std::uint64_t version,
                               const std::string& name,
                               std::optional<Schema> schema = std::nullopt) {
  PosteriorEvents events(PosteriorEvents::Form::cbor, name);
  parse_cbor(body, name, events);
  const JsonDocument rest(events.take());
  if (!schema) schema = events.take_schema();
  PosteriorRecord record =
      read_body(JsonCursor(rest.value, name, "posterior"), version, name, std::move(schema));
  if (events.give_features(record)) return record;
  const JsonDocument whole(parse_cbor_strict(body, name));  // to tell where the fault is
  return read_body(JsonCursor(whole.value, name, "posterior"), version, name);
}

// The features in bulk; none where anything is not as it should be, which is to be told item by item.
std::optional<ReadPosterior> read_in_bulk(std::string_view body, std::uint64_t version,
                                          const std::string& name,
                                          const detail::KnownSchema& known) {
  std::optional<BulkBody> parts = take_features_out(body, known.bytes);
  if (!parts) return std::nullopt;
  ReadPosterior read;
  try {
    read.record = record_of_body(parts->rest, version, name, known.if_same(parts->features.schema));
  } catch (const Error&) {
    return std::nullopt;
  }
  BulkFeatures& bulk = parts->features;
  bool fits = are_of_classes(bulk.features, read.record.classes.size()) &&
              bulk.contexts.size() == read.record.contexts.size();
  for (std::size_t i = 0; fits && i < bulk.contexts.size(); ++i)
    fits = are_of_classes(bulk.contexts[i], read.record.contexts[i].classes.size());
  if (!fits) return std::nullopt;
  read.bulk = std::move(bulk);
  return read;
}

ReadPosterior read_binary(std::string_view bytes, const std::string& name,
                          const detail::KnownSchema& known) {
  std::optional<ReadPosterior> read;
  PosteriorRecord record = read_posterior(name, [&]() -> PosteriorRecord {
    const std::string_view body = checked_body(bytes, name);
    const std::uint64_t version = number_at(bytes, 8, 4);
    read = read_in_bulk(body, version, name, known);
    return read ? std::move(read->record) : record_of_body(body, version, name);
  });
  return {.record = std::move(record), .bulk = read ? std::move(read->bulk) : std::nullopt};
}

void append_fields(const Fields& fields, CborWriter& writer) {
  writer.object(fields.size());
  for (const auto& [name, value] : fields) {
    writer.text(name);
    if (const auto* number = std::get_if<double>(&value)) {
      writer.number(*number);
      continue;
    }
    const auto& numbers = std::get<std::vector<double>>(value);
    writer.list(numbers.size());
    for (const double number : numbers) writer.number(number);
  }
}

void append_texts(const std::vector<std::string>& texts, CborWriter& writer) {
  writer.list(texts.size());
  for (const std::string& text : texts) writer.text(text);
}

// What write_cbor writes of the list of features, without making a value of it.
void append_features(const std::vector<FeatureRecord>& features,
                     const std::vector<std::string>& classes, CborWriter& writer) {
  writer.list(features.size());
  for (const FeatureRecord& feature : features) {
    check_statistics(feature, classes);
    writer.object(std::size_t{2} + !feature.levels.empty() + !feature.exact.empty());
    writer.text("name");
    writer.text(feature.name);
    if (!feature.levels.empty()) {
      writer.text("levels");
      append_texts(feature.levels, writer);
    }
    writer.text("statistics");
    writer.list(feature.statistics.size());
    for (const Fields& cell : feature.statistics) append_fields(cell, writer);
    if (feature.exact.empty()) continue;
    writer.text("exact");
    writer.list(feature.exact.size());
    for (const std::vector<std::string>& texts : feature.exact) append_texts(texts, writer);
  }
}

void append_contexts(const std::vector<ContextRecord>& contexts, std::string& body) {
  CborWriter writer(body);
  writer.list(contexts.size());
  for (const ContextRecord& context : contexts) {
    const JsonDocument document(context_to_json(context));
    body += write_cbor(document.value);
    body.pop_back();  // the empty list of features, which come last
    append_features(context.features, context.classes, writer);
  }
}

}  // namespace

std::string to_binary(const PosteriorRecord& record) {
  const JsonDocument document(body_of(record));
  std::string body;
  CborWriter writer(body);
  writer.object(document.value.size());
  for (const auto& [key, value] : document.value.items()) {
    writer.text(key);
    if (key == "features")
      append_features(record.features, record.classes, writer);
    else if (key == "contexts")
      append_contexts(record.contexts, body);
    else
      body += write_cbor(value);
  }
  std::string bytes(magic);
  append_number(bytes, version_of(record), 4);
  append_number(bytes, crc_of(body), 4);
  append_number(bytes, body.size(), 8);
  return bytes + body;
}

PosteriorForm posterior_form_of(std::string_view path) {
  return path.ends_with(".bin") ? PosteriorForm::binary : PosteriorForm::json;
}

ReadPosterior read_posterior_bytes(std::string_view bytes, const std::string& name,
                                   const detail::KnownSchema& known) {
  const bool is_binary = bytes.starts_with(magic.front());
  if (!is_binary) return read_posterior_text(bytes, name, known);
  if (!bytes.starts_with(magic.substr(0, bytes.size())))
    refuse_posterior(name,
                     "is no posterior file, or damaged in its first bytes; restore it from "
                     "a copy or fit again");
  return read_binary(bytes, name, known);
}

PosteriorRecord record_from_bytes(std::string_view bytes, const std::string& name) {
  ReadPosterior read = read_posterior_bytes(bytes, name);
  if (!read.bulk) return std::move(read.record);
  const auto give = [](std::vector<FeatureCells>& cells, std::vector<FeatureRecord>& features) {
    for (FeatureCells& each : cells) features.push_back(detail::record_of(std::move(each)));
  };
  give(read.bulk->features, read.record.features);
  for (std::size_t i = 0; i < read.bulk->contexts.size(); ++i)
    give(read.bulk->contexts[i], read.record.contexts[i].features);
  return std::move(read.record);
}

}  // namespace credence
