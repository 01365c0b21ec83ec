// Features of binary posterior files are read in bulk, and what is odd item by item, to the same record.
#include "learn/bulk_features.hpp"

#include <doctest/doctest.h>

#include <credence/learn/posterior_file.hpp>

#include "learn/posterior_body.hpp"
#include "support/data_error.hpp"
#include "support/models.hpp"
#include "support/posterior_bytes.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

ModelPosterior example(Summation summation = Summation::rounded, const Structure& structure = {}) {
  Schema schema = schema_of({{.name = "x", .family = "normal"},
                             {.name = "city", .family = "categorical"},
                             {.name = "yes", .family = "bernoulli"},
                             {.name = "note", .family = "multinomial"}});
  schema.structure = structure;
  if (structure.kind != StructureKind::naive)
    schema.columns = {schema.columns[1], schema.columns[2]};
  auto posterior = empty_posterior(Model(schema), summation);
  observe(posterior,
          table_of("x,city,yes,note,class,w\n"
                   "0.1,Rome,1,\"caf\xC3\xA9 x x\",a,0.5\n"
                   "-7e-3,Oslo,0,x,b,3\n"
                   "1e9,Rome,1,y,b,300\n"
                   "70000,,0,z z,c,1\n"),
          "w");
  return posterior;
}

std::string bytes_of(const ModelPosterior& posterior) {
  return to_bytes(posterior, PosteriorForm::binary);
}

std::string body_of_file(const std::string& bytes) { return bytes.substr(binary_head); }

std::string changed(std::string body, const std::string& from, const std::string& to) {
  const std::size_t at = body.find(from, body.find("\x68"
                                                   "features"));
  REQUIRE(at != std::string::npos);
  return body.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("what is written is what the library behind JSON writes of the same value") {
  for (const auto& posterior : {example(), example(Summation::exact)}) {
    const PosteriorRecord record = record_of(posterior);
    CHECK(body_of_file(to_binary(record)) == write_cbor(body_of(record)));
  }
}

TEST_CASE("what is written is read in bulk") {
  for (const auto& posterior :
       {example(), example(Summation::exact), empty_posterior(example().model),
        example(Summation::rounded, {.kind = StructureKind::tan})}) {
    const std::string bytes = bytes_of(posterior);
    const auto body = take_features_out(bytes.substr(binary_head));
    REQUIRE(body);
    CHECK(body->features.features.size() == record_of(posterior).features.size());
    CHECK(body->features.contexts.size() == record_of(posterior).contexts.size());
    CHECK(record_from_bytes(bytes, "p.bin") == record_of(posterior));
    CHECK(posterior_from_bytes(bytes, "p.bin") == posterior);
  }
}

TEST_CASE("other CBOR of the same value gives the same record") {
  const auto posterior = example();
  const std::string body = body_of_file(bytes_of(posterior));
  const auto same = [&](const std::string& other, bool in_bulk) {
    CHECK(take_features_out(other).has_value() == in_bulk);
    CHECK(record_from_bytes(sealed_binary(other), "p.bin") == record_of(posterior));
  };
  // Lengths in 8 bytes each.
  std::string long_heads;
  std::size_t at = 0;
  for (const CborLength& item : cbor_lengths(body)) {
    long_heads += body.substr(at, item.begin - at) + cbor_head(item.kind, item.length);
    at = item.end;
  }
  same(long_heads + body.substr(at), true);
  const std::string ones = "\x64ones";
  const std::string zero(1, '\0');
  same(changed(body, ones + zero, ones + "\x18" + zero), true);
  same(changed(body, ones + zero, ones + "\xF9" + zero + zero), false);  // in 2 bytes
  // A list without a stated length.
  const std::string levels = "\x66levels";
  const std::size_t list = body.find(levels) + levels.size();
  REQUIRE(body[list] == '\x82');  // the two cities
  std::string open = body;
  open[list] = '\x9F';
  open.insert(body.find("\x6Astatistics", list), "\xFF");
  same(open, false);
}

TEST_CASE("statistics in another order of their members are read item by item") {
  const std::string body = body_of_file(bytes_of(example()));
  const std::size_t at = body.find("\x64ones", body.find("\x68"
                                                         "features"));
  const std::string own = body.substr(at, body.find("\x65zeros", at) - at);
  const std::string other = body.substr(at + own.size(), 7);  // zeros: 0
  std::string turned = body;
  turned.replace(at, own.size() + other.size(), other + own);
  CHECK_FALSE(take_features_out(turned));
  CHECK(posterior_from_bytes(sealed_binary(turned), "p.bin") == example());
}

TEST_CASE("what no file may hold is refused as if it had been read item by item") {
  const std::string body = body_of_file(bytes_of(example(Summation::exact)));
  const auto refused = [&](const std::string& other, const char* why) {
    CAPTURE(why);
    CHECK_FALSE(take_features_out(other));
    const auto error = error_of([&] { return record_from_bytes(sealed_binary(other), "p.bin"); });
    CHECK(is(error, ErrorCode::version));
    CHECK(says(error, why));
  };
  refused(changed(body, "\x6Astatistics", "\x6Astatistic_"), "unknown key 'statistic_'");
  refused(changed(body, "\x66levels",
                  "\x65"
                  "exact"),
          "'exact' stands twice");
  refused(changed(body, "caf\xC3\xA9", "caf\xC3\x41"), "UTF-8");
  refused(changed(body, "\x64mean", "\x44mean"), "CBOR");
  refused(body + '\0', "CBOR");
  refused(body.substr(0, body.size() - 1), "CBOR");
  refused(changed(body, "\xFB\x3F", "\xFB\x7F\xF8"), "");
}

TEST_CASE("a file of JSON is read in bulk as it is written, and in any other layout item by item") {
  for (const auto& posterior : {example(), example(Summation::exact)}) {
    const std::string text = to_json(posterior);
    const auto file = take_features_out_of_text(text);
    REQUIRE(file);
    CHECK(text.find(crc_text(file->checksum)) != std::string::npos);
    CHECK(file->features.size() == record_of(posterior).features.size());
    CHECK(posterior_from_bytes(text, "p.json") == posterior);
    CHECK(record_from_bytes(text, "p.json") == record_from_json(text, "p.json"));

    std::string indented = text;
    indented.insert(indented.find("\"statistics\""), " ");
    CHECK_FALSE(take_features_out_of_text(indented));
    CHECK(posterior_from_bytes(indented, "p.json") == posterior);
  }
  const auto structured = example(Summation::rounded, {.kind = StructureKind::tan});
  CHECK_FALSE(take_features_out_of_text(to_json(structured)));
  CHECK(posterior_from_bytes(to_json(structured), "p.json") == structured);
}

TEST_CASE("JSON that is not ours is refused whether or not its checksum fits") {
  const std::string text = to_json(example());
  const auto refused = [&](const std::string& from, const std::string& to) {
    CAPTURE(to);
    std::string changed = text;
    const std::size_t at = changed.find(from, changed.find("\"features\""));
    REQUIRE(at != std::string::npos);
    changed.replace(at, from.size(), to);
    const std::string sum = "crc32:";
    const std::string damaged = changed;
    if (const auto file = take_features_out_of_text(changed))
      changed.replace(changed.find(sum), sum.size() + 8, crc_text(file->checksum));
    for (const std::string& other : {damaged, changed})
      CHECK(
          is(error_of([&] { return posterior_from_bytes(other, "p.json"); }), ErrorCode::version));
  };
  refused("300", "0300");
  refused("300", "-300");
  refused("300", "1e999");
  refused("300", "300.");
  refused("300", "\"300\"");
  refused("300", "[300]");
  refused("},\n", "},},\n");
  refused("},\n", "}\n");
  refused("\n]}}\n", ",\n]}}\n");
  refused("\n]}}\n", "\n]}}\n\n{");
  refused("\"levels\":", "\"exact\":");
  refused("\"name\":", "\"name\":\"x\",\"name\":");
  refused("statistics\":[", "statistics\":[{},");
  refused("caf", "c\xFF");
}
