// Records of shards and sources as JSON, and back with all that could be wrong in them.
#include "learn/files/provenance_file.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/names.hpp"

namespace credence {
namespace {

constexpr const char* copy_remedy = "restore the file from a copy";
constexpr std::array<std::string_view, 5> known_uses{"structure", "feature_weights", "shards",
                                                     "sources", "discount"};

template <class Number>
Number whole_number(const JsonCursor& json, Number least) {
  const Json& value = json.value();
  const bool fits = value.is_number_unsigned()
                        ? value.get<std::uint64_t>() <=
                              static_cast<std::uint64_t>(std::numeric_limits<Number>::max())
                        : value.is_number_integer() && std::numeric_limits<Number>::is_signed;
  if (!fits || value.get<Number>() < least)
    throw json.fault("is no whole number of at least " + std::to_string(least), copy_remedy);
  return value.get<Number>();
}

Json piece_to_json(const ReadPiece& piece) {
  Json json = Json::object();
  add_member(json, "file", piece.file);
  add_member(json, "size", piece.size);
  add_member(json, "modified", piece.modified);
  add_member(json, "from", piece.from);
  add_member(json, "to", piece.to);
  add_member(json, "content", piece.content);
  return json;
}

ReadPiece read_piece(const JsonCursor& json) {
  json.check_keys({"file", "size", "modified", "from", "to", "content"});
  ReadPiece piece{.file = json.at("file").string(),
                  .size = whole_number<std::uint64_t>(json.at("size"), 0),
                  .modified = whole_number<std::int64_t>(json.at("modified"),
                                                         std::numeric_limits<std::int64_t>::min()),
                  .from = whole_number<std::uint64_t>(json.at("from"), 0),
                  .to = whole_number<std::uint64_t>(json.at("to"), 0),
                  .content = json.at("content").string()};
  if (piece.from > piece.to || piece.to > piece.size)
    throw json.fault("reads what its file does not hold", copy_remedy);
  return piece;
}

Json place_to_json(const ReadPlace& place) {
  Json json = Json::object();
  add_member(json, "file", place.file);
  add_member(json, "from", place.from);
  add_member(json, "to", place.to);
  return json;
}

ReadPlace read_place(const JsonCursor& json) {
  json.check_keys({"file", "from", "to"});
  ReadPlace place{.file = json.at("file").string(),
                  .from = whole_number<std::uint64_t>(json.at("from"), 0),
                  .to = whole_number<std::uint64_t>(json.at("to"), 0)};
  if (place.from > place.to) throw json.fault("ends before it begins", copy_remedy);
  return place;
}

Json ends_to_json(const std::vector<std::optional<ShardEnds>>& all) {
  Json list = Json::array();
  for (const std::optional<ShardEnds>& ends : all) {
    Json json = nullptr;
    if (ends) {
      json = Json::object();
      add_member(json, "first", place_to_json(ends->first));
      add_member(json, "last", place_to_json(ends->last));
    }
    list.push_back(std::move(json));
  }
  return list;
}

std::vector<std::optional<ShardEnds>> read_ends(const JsonCursor& json, std::size_t ranges) {
  std::vector<std::optional<ShardEnds>> all;
  for (const JsonCursor& ends : json.entries()) {
    all.emplace_back();
    if (ends.value().is_null()) continue;
    ends.check_keys({"first", "last"});
    all.back() = {.first = read_place(ends.at("first")), .last = read_place(ends.at("last"))};
  }
  if (all.size() != ranges) throw json.fault("has not one entry for each of 'have'", copy_remedy);
  return all;
}

Json shards_to_json(const ShardRecord& record) {
  Json have = Json::array();
  for (const auto& [first, last] : record.have) have.push_back(Json::array({first, last}));
  Json json = Json::object();
  add_member(json, "plan", record.plan);
  add_member(json, "of", record.of);
  add_member(json, "have", std::move(have));
  add_member(json, "skipped_rows", record.skipped_rows);
  if (!record.ends.empty()) add_member(json, "ends", ends_to_json(record.ends));
  if (record.count() != 1) return json;
  Json read = Json::array();
  for (const ReadPiece& piece : record.read) read.push_back(piece_to_json(piece));
  add_member(json, "read", std::move(read));
  return json;
}

ShardRecord read_shards(const JsonCursor& json) {
  json.check_keys({"plan", "of", "have", "skipped_rows", "read", "ends"});
  ShardRecord record{.plan = json.at("plan").string(),
                     .of = read_count(json.at("of"), 1),
                     .skipped_rows = read_count(json.at("skipped_rows"), 0)};
  Index next = 1;
  for (const JsonCursor& range : json.at("have").entries()) {
    const std::vector<JsonCursor> ends = range.entries();
    if (ends.size() != 2) throw range.fault("is not a first and a last number", copy_remedy);
    const Index first = read_count(ends[0], next);
    const Index last = read_count(ends[1], first);
    if (last > record.of) throw range.fault("is beyond the last shard", copy_remedy);
    record.have.emplace_back(first, last);
    next = last + 2;  // what adjoins is one range
  }
  if (record.have.empty()) throw json.fault("has no shard", copy_remedy);
  if (record.count() == 1)
    for (const JsonCursor& piece : json.at("read").entries())
      record.read.push_back(read_piece(piece));
  else if (json.has("read"))
    throw json.fault("says of several shards what was read", copy_remedy);
  if (json.has("ends")) record.ends = read_ends(json.at("ends"), record.have.size());
  return record;
}

std::vector<std::string> read_sources(const JsonCursor& json) {
  std::vector<std::string> sources = json.strings();
  const bool sorted = std::is_sorted(sources.begin(), sources.end()) &&
                      std::adjacent_find(sources.begin(), sources.end()) == sources.end();
  if (sources.empty() || !sorted)
    throw json.fault("is not an ascending list of names", copy_remedy);
  return sources;
}

}  // namespace

std::uint64_t version_of(const PosteriorRecord& record) { return record.provenance.any() ? 2 : 1; }

std::vector<std::string> uses_of(const PosteriorRecord& record) {
  const std::array<bool, 5> is_used{record.schema.structure.kind != StructureKind::naive,
                                    record.feature_weights.any(), record.provenance.shards.any(),
                                    !record.provenance.sources.empty(), record.discount.any()};
  std::vector<std::string> uses;
  for (std::size_t i = 0; i < known_uses.size(); ++i)
    if (is_used[i]) uses.emplace_back(known_uses[i]);
  return uses;
}

void add_provenance(Json& body, const Provenance& provenance) {
  if (provenance.shards.any()) add_member(body, "shards", shards_to_json(provenance.shards));
  if (!provenance.sources.empty()) add_member(body, "sources", provenance.sources);
}

void check_uses(const JsonCursor& body, std::uint64_t version, const std::string& name) {
  if (version < 2) {
    for (const char* key : {"uses", "shards", "sources"})
      if (body.has(key))
        throw body.at(key).fault("stands in a file of format version 1", copy_remedy);
    return;
  }
  for (const std::string& use : body.at("uses").strings())
    if (!detail::among(known_uses, use))
      refuse_posterior(
          name, "uses '" + use + "', which this program does not know; take a later program");
}

Provenance read_provenance(const JsonCursor& body) {
  Provenance provenance;
  if (body.has("shards")) provenance.shards = read_shards(body.at("shards"));
  if (body.has("sources")) provenance.sources = read_sources(body.at("sources"));
  return provenance;
}

}  // namespace credence
