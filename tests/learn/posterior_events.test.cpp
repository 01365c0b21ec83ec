// Posterior files are read while they are parsed: features at once, faults as if they had been JSON.
#include "learn/files/posterior_events.hpp"

#include <doctest/doctest.h>

#include <array>

#include "learn/files/posterior_body.hpp"
#include "support/posterior_bytes.hpp"

using namespace credence;

namespace {

PosteriorRecord recorded() {
  PosteriorRecord record;
  record.schema.label = "y";
  record.schema.columns = {{.name = "x", .family = "normal"}};
  record.classes = {"a", "b"};
  record.class_counts = {2, 0.1};
  record.exact_class_counts = {{"1p1", "1p-3"}};
  record.features.push_back({.name = "say \"x\"\n",
                             .levels = {"caf\xC3\xA9", ""},
                             .statistics = {{{"counts", std::vector<double>{1, 1e-7}}, {"n", 1.0}},
                                            {{"counts", std::vector<double>{}}, {"n", -0.0}}},
                             .exact = {{"1p0", "0"}, {}}});
  return record;
}

// The compact text of a record's body.
std::string body_text(const PosteriorRecord& record) {
  return write_json(Json::parse(to_json(record)).at("posterior"), -1);
}

std::string with(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

std::string fault_in(const std::string& body) {
  try {
    static_cast<void>(record_from_json(testing::sealed_json(body), "p.json"));
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("features and schema are read at once and the rest remains as a value") {
  const PosteriorRecord record = recorded();
  const std::string text = testing::sealed_json(body_text(record));
  const std::string name = "p.json";
  PosteriorEvents events(PosteriorEvents::Form::json, name);
  parse_json(text, name, events);

  const Json rest = events.take();
  PosteriorRecord read{.classes = {"a", "b"}};

  CHECK(rest["posterior"]["features"] == Json::array());
  CHECK(rest["posterior"]["schema"].is_null());
  CHECK(rest["posterior"]["classes"] == Json(record.classes));
  CHECK(events.take_schema() == record.schema);
  CHECK(events.give_features(read));
  CHECK(read.features == record.features);
}

TEST_CASE("the checksum is that of the compact text however the text is laid out") {
  const std::string body = body_text(recorded());
  const std::string name = "p.json";
  for (const std::string& laid_out : {body, Json::parse(body).dump(2)}) {
    PosteriorEvents events(PosteriorEvents::Form::json, name);
    const std::string text = R"({"features":[1],"posterior":)" + laid_out + R"(,"z":[{}]})";
    parse_json(text, name, events);
    CHECK(events.checksum() == testing::crc_of(body));
  }
}

TEST_CASE("a record is equal after either form") {
  const PosteriorRecord record = recorded();

  CHECK(record_from_bytes(to_json(record), "p") == record);
  CHECK(record_from_bytes(to_binary(record), "p") == record);
}

TEST_CASE("a fault of a feature is told with the path that leads to it") {
  const std::string body = body_text(recorded());
  const std::string prefix = "key 'posterior.features[0]";

  CHECK(fault_in(body) == "none");
  for (const auto& change : {
           std::array<std::string, 3>{R"("n":1)", R"("n":null)",
                                      ".statistics[0].n' of 'p.json' holds null"},
           {R"("n":1)", R"("n":["x"])", ".statistics[0].n[0]' of 'p.json' holds \"x\""},
           {R"("name":"say)", R"("other":"say)", "' of 'p.json' has the unknown key 'other'"},
           {R"("exact":[["1p0","0"])", R"("exact":[["1p0",0])",
            ".exact[0][1]' of 'p.json' holds 0"},
           {R"("statistics":[)", R"("statistics":[{},)", "' of 'p.json' has statistics of 3"},
       }) {
    CAPTURE(change[1]);
    const auto& [what, by, said] = change;
    CHECK(fault_in(with(body, what, by)).find(prefix + said) != std::string::npos);
  }
}
