// What shards have to agree on.
#include <credence/learn/shards.hpp>

#include <fmt/format.h>

#include <filesystem>

#include "base/content_hash.hpp"
#include "data/json/schema_json.hpp"
#include "learn/files/read_posterior.hpp"

namespace credence {
namespace {

constexpr int rule_version = 1;  // of the cut: another one makes other plans

std::string base_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

Json character(std::optional<char> c) {
  return c ? Json(static_cast<int>(static_cast<unsigned char>(*c))) : Json(nullptr);
}

Json dialect_of(const ShardPlan& plan) {
  const CsvOptions& dialect = plan.dialect;
  Json json = Json::object();
  add_member(json, "form", plan.form);
  add_member(json, "separator", character(dialect.separator));
  add_member(json, "quote", character(dialect.quote));
  add_member(json, "header", dialect.header);
  add_member(json, "names", dialect.names);
  add_member(json, "trim", dialect.trim);
  add_member(json, "comment", character(dialect.comment));
  add_member(json, "decimal", character(dialect.decimal));
  add_member(json, "missing", dialect.missing);
  return json;
}

}  // namespace

std::string plan_of(const ShardPlan& plan, const Posterior<Model>& empty) {
  Json files = Json::array();
  for (const DataFile& file : plan.files)
    files.push_back(Json::array({base_name(file.path), file.size}));
  Json json = Json::object();
  add_member(json, "rule", rule_version);
  add_member(json, "of", plan.of);
  add_member(json, "files", std::move(files));
  add_member(json, "dialect", dialect_of(plan));
  add_member(json, "label", plan.label);
  add_member(json, "weight", plan.weight);
  add_member(json, "exact", empty.summation == Summation::exact);
  add_member(json, "like_scikit_learn", empty.like_scikit_learn);
  add_member(json, "schema", schema_to_json(empty.model.schema()));
  const JsonDocument document(std::move(json));
  ContentHash hash;
  hash.add(write_cbor(document.value));  // whose texts may be of any bytes of UTF-8
  return hash.text();
}

bool is_unchanged(const ShardRecord& record, const std::string& plan, Shard shard,
                  const std::vector<DataFile>& files) {
  const std::vector<std::pair<Index, Index>> alone{{shard.number, shard.number}};
  if (record.plan != plan || record.of != shard.of || record.have != alone) return false;
  auto piece = record.read.begin();
  for (const FilePart& part : parts_of(files, shard)) {
    const DataFile& file = files[part.file];
    const bool is_read = piece != record.read.end() && piece->file == base_name(file.path) &&
                         piece->size == file.size && piece->to <= file.size &&
                         piece->from <= piece->to;
    if (!is_read) {
      // The rest of a file that is read whole elsewhere was not read; its other shard looks at it.
      if (part.from > 0) continue;
      return false;
    }
    if (piece->modified != file.modified &&
        content_of(file.path, piece->from, piece->to) != piece->content)
      return false;
    ++piece;
  }
  return piece == record.read.end();
}

RecordedPosterior recorded_from_bytes(std::string_view bytes, const std::string& name) {
  return PosteriorReader().read(bytes, name);
}

std::optional<Schema> detail::KnownSchema::if_same(std::string_view other) const {
  return !bytes.empty() && bytes == other ? std::optional(schema) : std::nullopt;
}

RecordedPosterior PosteriorReader::read(std::string_view bytes, const std::string& name) {
  ReadPosterior read = read_posterior_bytes(bytes, name, known_);
  try {
    Provenance provenance = std::move(read.record.provenance);
    return {.posterior = posterior_of(std::move(read), shipped_families(), &known_),
            .provenance = std::move(provenance)};
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("posterior file '{}': {}", name, error.what()),
                {.file = name});
  }
}

std::string to_bytes(const RecordedPosterior& recorded, PosteriorForm form) {
  PosteriorRecord record = record_of(recorded.posterior);
  record.provenance = recorded.provenance;
  return form == PosteriorForm::binary ? to_binary(record) : to_json(record);
}

}  // namespace credence
