// The binary form of posterior files: what is saved is loaded, and both forms say the same.
#include "learn/files/bulk_features.hpp"

#include <credence/learn/posterior_file.hpp>

#include <doctest/doctest.h>

#include "learn/files/posterior_body.hpp"
#include "support/data_error.hpp"
#include "support/models.hpp"
#include "support/posterior_bytes.hpp"
#include "support/temporary_folder.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// Every family, levels of every kind, numbers of every size.
ModelPosterior example() {
  return learned(schema_of({{.name = "x", .family = "normal", .prior = word("auto3")},
                            {.name = "income", .family = "lognormal"},
                            {.name = "yes", .family = "bernoulli", .levels = {"n", "y"}},
                            {.name = "city", .family = "categorical", .missing_is_level = true},
                            {.name = "visits", .family = "poisson"},
                            {.name = "wait", .family = "exponential"},
                            {.name = "tries", .family = "geometric"},
                            {.name = "note", .family = "multinomial"},
                            {.name = "id", .family = "none"}}),
                 "x,income,yes,city,visits,wait,tries,note,id,class,w\n"
                 "0.1,1e-7,y,Rome,3,1.5,0,\"caf\xC3\xA9 \"\"x\"\", x\",9,a,0.1\n"
                 "0.25,3e12,n,,0,0.25,4,b b,8,a,1\n"
                 "-7e-3,5,,Oslo,70000,9,1,,7,b,0.7\n"
                 "1e9,6,y,Rome,5000000000,1e-3,2,c,6,b,3\n",
                 "w");
}

std::string binary_of(const ModelPosterior& posterior) {
  return to_bytes(posterior, PosteriorForm::binary);
}

ModelPosterior bulk_example(Summation summation = Summation::rounded,
                            const Structure& structure = {}) {
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

// With and without rows, exact sums and a structure.
std::vector<ModelPosterior> bulk_examples() {
  const Structure tan{.kind = StructureKind::tan};
  return {bulk_example(), bulk_example(Summation::exact), empty_posterior(bulk_example().model),
          bulk_example(Summation::rounded, tan), bulk_example(Summation::exact, tan)};
}

std::string body_of_file(const std::string& bytes) { return bytes.substr(binary_head); }

std::string with_features_changed(std::string body, const std::string& from,
                                  const std::string& to) {
  const std::size_t at = body.find(from, body.find("\x68"
                                                   "features"));
  REQUIRE(at != std::string::npos);
  return body.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a posterior of every family is equal bit for bit after a binary round trip") {
  const ModelPosterior posterior = example();

  const auto loaded = posterior_from_bytes(binary_of(posterior), "p.bin");

  CHECK(loaded == posterior);
  CHECK(record_of(loaded) == record_of(posterior));
  CHECK(binary_of(loaded) == binary_of(posterior));
}

TEST_CASE("from one form to the other and back gives the same bytes") {
  for (const ModelPosterior& posterior : {example(), empty_posterior(example().model)}) {
    const std::string text = to_json(posterior);
    const std::string bytes = binary_of(posterior);

    CHECK(to_json(posterior_from_bytes(binary_of(posterior_from_bytes(text, "p")), "p")) == text);
    CHECK(binary_of(posterior_from_bytes(to_json(posterior_from_bytes(bytes, "p")), "p")) == bytes);
  }
}

TEST_CASE("the head of a binary file holds magic bytes and version and checksum and length") {
  const std::string bytes = binary_of(example());

  CHECK(bytes == sealed_binary(bytes.substr(binary_head)));
  CHECK(bytes.substr(0, 8) ==
        "\x89"
        "CRED\r\n\x1a");
}

TEST_CASE("the name of a file says its form when it is saved and its bytes when it is loaded") {
  const TemporaryFolder folder;
  const ModelPosterior posterior = example();

  save(posterior, folder / "p.json");
  save(posterior, folder / "p.bin");
  save(posterior, folder / "other", Overwrite::refuse, PosteriorForm::binary);

  CHECK(read_file(folder / "p.json") == to_json(posterior));
  CHECK(read_file(folder / "p.bin") == binary_of(posterior));
  CHECK(read_file(folder / "other") == binary_of(posterior));
  for (const char* name : {"p.json", "p.bin", "other"}) CHECK(load(folder / name) == posterior);
}

TEST_CASE("a name that is not UTF-8 is refused by both forms") {
  const auto posterior =
      learned(schema_of({{.name = "city", .family = "categorical"}}), "city,class\nK\xF6ln,a\n");

  for (const PosteriorForm form : {PosteriorForm::json, PosteriorForm::binary}) {
    const auto error = error_of([&] { return to_bytes(posterior, form); });
    CHECK(is(error, ErrorCode::schema));
    CHECK(says(error, "UTF-8"));
  }
}

TEST_CASE("many words take less room in the binary form") {
  std::string words;
  for (int i = 0; i < 3000; ++i) words += "word" + std::to_string(i * i) + " ";
  const auto posterior = learned(schema_of({{.name = "text", .family = "multinomial"}}),
                                 "text,class\n" + words + ",a\n" + words + "word0,b\n");

  CHECK(binary_of(posterior).size() < to_json(posterior).size());
}

TEST_CASE("what is written is what the library behind JSON writes of the same value") {
  for (const auto& posterior : bulk_examples()) {
    const PosteriorRecord record = record_of(posterior);
    const Json file = Json::parse(to_json(record));
    const Json& body = file.at("posterior");
    CHECK(file.at("checksum") == crc_text(testing::crc_of(write_json(body, -1))));
    CHECK(body_of_file(to_binary(record)) == write_cbor(body));
  }
}

TEST_CASE("what is written is read in bulk") {
  for (const auto& posterior : bulk_examples()) {
    const std::string bytes = binary_of(posterior);
    const auto body = take_features_out(bytes.substr(binary_head));
    REQUIRE(body);
    CHECK(body->features.features.size() == record_of(posterior).features.size());
    CHECK(body->features.contexts.size() == record_of(posterior).contexts.size());
    CHECK(record_from_bytes(bytes, "p.bin") == record_of(posterior));
    CHECK(posterior_from_bytes(bytes, "p.bin") == posterior);
  }
}

TEST_CASE("other CBOR of the same value gives the same record") {
  const auto posterior = bulk_example();
  const std::string body = body_of_file(binary_of(posterior));
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
  same(with_features_changed(body, ones + zero, ones + "\x18" + zero), true);
  same(with_features_changed(body, ones + zero, ones + "\xF9" + zero + zero), false);  // in 2 bytes
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
  const std::string body = body_of_file(binary_of(bulk_example()));
  const std::size_t at = body.find("\x64ones", body.find("\x68"
                                                         "features"));
  const std::string own = body.substr(at, body.find("\x65zeros", at) - at);
  const std::string other = body.substr(at + own.size(), 7);  // zeros: 0
  std::string turned = body;
  turned.replace(at, own.size() + other.size(), other + own);
  CHECK_FALSE(take_features_out(turned));
  CHECK(posterior_from_bytes(sealed_binary(turned), "p.bin") == bulk_example());
}

TEST_CASE("what no file may hold is refused as if it had been read item by item") {
  const std::string body = body_of_file(binary_of(bulk_example(Summation::exact)));
  const auto refused = [&](const std::string& other, const char* why) {
    CAPTURE(why);
    CHECK_FALSE(take_features_out(other));
    const auto error = error_of([&] { return record_from_bytes(sealed_binary(other), "p.bin"); });
    CHECK(is(error, ErrorCode::version));
    CHECK(says(error, why));
  };
  refused(with_features_changed(body, "\x6Astatistics", "\x6Astatistic_"),
          "unknown key 'statistic_'");
  refused(with_features_changed(body, "\x66levels",
                                "\x65"
                                "exact"),
          "'exact' stands twice");
  refused(with_features_changed(body, "caf\xC3\xA9", "caf\xC3\x41"), "UTF-8");
  refused(with_features_changed(body, "\x64mean", "\x44mean"), "CBOR");
  refused(body + '\0', "CBOR");
  refused(body.substr(0, body.size() - 1), "CBOR");
  refused(with_features_changed(body, "\xFB\x3F", "\xFB\x7F\xF8"), "");
}

TEST_CASE("a file of JSON is read in bulk as it is written, and in any other layout item by item") {
  for (const auto& posterior : {bulk_example(), bulk_example(Summation::exact)}) {
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
  const auto structured = bulk_example(Summation::rounded, {.kind = StructureKind::tan});
  CHECK_FALSE(take_features_out_of_text(to_json(structured)));
  CHECK(posterior_from_bytes(to_json(structured), "p.json") == structured);
}

TEST_CASE("JSON that is not ours is refused whether or not its checksum fits") {
  const std::string text = to_json(bulk_example());
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
