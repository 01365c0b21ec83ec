// Statistics in files that no data could have left (R9): refused in both forms, whatever the family.
#include <credence/learn/posterior_file.hpp>

#include <doctest/doctest.h>

#include <set>

#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// A column of every family, and a block; class b has rows where all of them are missing.
ModelPosterior of_every_family() {
  Schema schema = schema_of(
      {{.name = "yes", .family = "bernoulli"},
       {.name = "tries", .family = "geometric"},
       {.name = "city", .family = "categorical"},
       {.name = "note", .family = "multinomial"},
       {.name = "size", .family = "normal"},
       {.name = "income", .family = "lognormal"},
       {.name = "visits", .family = "poisson", .exposure = "years"},
       {.name = "wait", .family = "exponential"},
       {.name = "drift", .family = "normal_known_variance"},
       {.name = "error", .family = "normal_known_mean"},
       {.name = "misses", .family = "negative_binomial"},
       {.name = "load", .family = "gamma", .prior = numbers({{"known_shape", 2.0}})},
       {.name = "wind", .family = "von_mises"},
       {.name = "age", .family = "histogram"},
       {.name = "both", .family = "normal", .columns = {"left", "right"}, .tied = Tying::classes},
       {.name = "frame",
        .family = "normal",
        .columns = {"depth", "height"},
        .covariance = Covariance::full}});
  return learned(std::move(schema),
                 "yes,tries,city,note,size,income,visits,years,wait,drift,error,misses,load,wind,"
                 "age,left,right,depth,height,class\n"
                 "1,0,Rome,u v,0.5,2,3,0.5,1.5,3,4,7,0.5,0.1,30,1,2,1,7,a\n"
                 "0,3,Oslo,u,-7,1e-3,0,2,0.2,5,6,0,9,3,31,1.5,,2,9,a\n"
                 "0,2,Oslo,u,2,5,1,4,9,2,1,2,3,-1,30,4,5,4,,a\n"
                 "?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,b\n");
}

FeatureRecord& feature_of(PosteriorRecord& record, std::string_view name) {
  for (FeatureRecord& feature : record.features)
    if (feature.name == name) return feature;
  throw Error(ErrorCode::schema, "no feature " + std::string(name));
}

PosteriorRecord with(PosteriorRecord record, std::string_view name, std::size_t klass,
                     const Fields& fields) {
  for (const auto& [key, value] : fields) {
    bool found = false;
    for (auto& field : feature_of(record, name).statistics[klass])
      if (field.first == key) {
        field.second = value;
        found = true;
      }
    REQUIRE(found);
  }
  return record;
}

// What both forms say of a record.
std::optional<Error> refusal(const PosteriorRecord& record) {
  const auto of_json = error_of([&] { return posterior_from_bytes(to_json(record), "p"); });
  const auto of_binary = error_of([&] { return posterior_from_bytes(to_binary(record), "p"); });
  CHECK(of_json.has_value() == of_binary.has_value());
  if (of_json && of_binary) CHECK(std::string(of_json->what()) == std::string(of_binary->what()));
  return of_json;
}

struct Contradiction {
  const char* feature;
  Fields changed;
  std::size_t klass;  // 0: three rows, 1: one row that tells nothing
  const char* why;
};

}  // namespace

TEST_CASE("statistics of data are accepted for every family, with and without data") {
  const ModelPosterior posterior = of_every_family();
  std::set<std::string> families;
  for (const auto& block : posterior.blocks) {
    families.insert(std::string(block->family().facts().name));
    CHECK(block->size() == 1);
  }
  const auto all = static_cast<std::size_t>(shipped_families().size());

  CHECK(families.size() >= 16);
  CHECK(families.size() <= all);
  const auto error = refusal(record_of(posterior));
  CHECK_MESSAGE(!error, std::string(error ? error->what() : ""));
}

TEST_CASE("statistics that contradict themselves are refused for every family") {
  const PosteriorRecord good = record_of(of_every_family());
  const std::vector<Contradiction> all = {
      {"tries", {{"successes", 0.0}}, 0, "'successes' is 0, and 'failures' 5"},
      {"note", {{"documents", 0.0}}, 0, "'documents' is 0, and 'counts' 4"},
      {"size", {{"count", 0.0}}, 0, "'count' is 0, and 'mean' -1.5"},
      {"size", {{"sum_of_squares", 2.0}}, 1, "'count' is 0, and 'sum_of_squares' 2"},
      {"income", {{"mean", 3.0}}, 1, "'count' is 0, and 'mean' 3"},
      {"visits", {{"total", 4.0}}, 1, "'count' is 0, and 'total' 4"},
      {"visits", {{"exposure", 4.0}}, 1, "'count' is 0, and 'exposure' 4"},
      {"visits", {{"log_base", -4.0}}, 1, "'count' is 0, and 'log_base' -4"},
      {"visits", {{"total", 0.0}}, 0, "'total' is 0, and 'log_base'"},
      {"visits", {{"log_base", 7.0}}, 0, "'log_base' is 7, above 'exposure', 6.5"},
      {"wait", {{"count", 0.0}}, 0, "'count' is 0, and 'total' 10.7"},
      {"drift", {{"mean", 1.0}}, 1, "'count' is 0, and 'mean' 1"},
      {"error", {{"sum_of_squares", 1.0}}, 1, "'count' is 0, and 'sum_of_squares' 1"},
      {"misses", {{"count", 2.0}}, 0, "'sum of 'weights'' is 3, above 'count', 2"},
      {"misses", {{"count", 3.5}}, 0, "'count' is 3.5, above 'sum of 'weights'', 3"},
      {"misses", {{"weights", Doubles{1, 2}}}, 0, "not one of 'weights' for each of 'values'"},
      {"misses", {{"values", Doubles{0, 2, 7.5}}}, 0, "hold 7.5, and family 'negative_binomial'"},
      {"misses", {{"values", Doubles{-1, 2, 7}}}, 0, "hold -1, and family 'negative_binomial'"},
      {"load", {{"count", 0.0}}, 0, "'count' is 0, and 'total' 12.5"},
      {"load", {{"log_total", 9.0}}, 0, "'log_total' is 9, which numbers of 'total' 12.5 cannot"},
      {"load", {{"total", 0.0}}, 0, "cannot reach"},
      {"wind", {{"cosines", 3.5}}, 0, "above 'count', 3"},
      {"wind", {{"sines", 0.5}}, 1, "above 'count', 0"},
      {"age", {{"weights", Doubles{3, 0}}}, 0, "'weights' holds 0"},
      {"age", {{"values", Doubles{}}, {"weights", Doubles{}}}, 0, "above 'sum of 'weights'', 0"},
      {"age", {{"count", 1.0}}, 1, "above 'sum of 'weights'', 0"},
      {"both", {{"rows", 0.0}}, 0, "'counts' is 3, above 'rows', 0"},
      {"both", {{"counts", Doubles{3, 4}}}, 0, "'counts' is 4, above 'rows', 3"},
      {"both", {{"counts", Doubles{0, 2}}}, 0, "'counts' is 0, and 'means'"},
      {"frame", {{"complete", 0.0}}, 0, "'complete' is 0, and 'means' or 'scatter' is not"},
      {"frame", {{"scatter", Doubles{1, 9, 1}}}, 0, "no positive semi-definite matrix"},
  };
  for (const Contradiction& given : all) {
    CAPTURE(std::string(given.feature));
    CAPTURE(std::string(given.why));
    const auto error = refusal(with(good, given.feature, given.klass, given.changed));
    CHECK(is(error, ErrorCode::version));
    CHECK(says(error, "column '" + std::string(given.feature) + "'", given.why, "from a copy"));
  }
}

TEST_CASE("a number of a cell that no data have is named with its column") {
  const PosteriorRecord good = record_of(of_every_family());

  const auto below = refusal(with(good, "size", 0, {{"count", -1.0}}));

  CHECK(says(below, "a cell of column 'size' holds -1 as 'count'; make it"));
}

TEST_CASE("more data than a class has rows are refused for every family") {
  const PosteriorRecord good = record_of(of_every_family());
  const std::vector<std::pair<const char*, Fields>> all = {
      {"yes", {{"ones", 3.0}}},
      {"tries", {{"successes", 4.0}}},
      {"city", {{"counts", Doubles{3, 1}}}},
      {"note", {{"documents", 4.0}}},
      {"size", {{"count", 4.0}}},
      {"income", {{"count", 4.0}}},
      {"visits", {{"count", 4.0}}},
      {"wait", {{"count", 4.0}}},
      {"drift", {{"count", 4.0}}},
      {"error", {{"count", 4.0}}},
      {"misses", {{"count", 4.0}, {"weights", Doubles{1, 1, 2}}}},
      {"load", {{"count", 4.0}}},
      {"wind", {{"count", 4.0}}},
      {"age", {{"count", 4.0}, {"weights", Doubles{3, 1}}}},
      {"both", {{"rows", 4.0}}},
      {"frame", {{"complete", 3.0}}}};
  for (const auto& given : all) {
    const std::string name = given.first;
    CAPTURE(name);
    const auto error = refusal(with(good, name, 0, given.second));
    CHECK(is(error, ErrorCode::version));
    CHECK(says(
        error, "column '" + name + "'",
        "they count " + std::string(name == "yes" ? "5" : "4") + " of class 'a', which has 3"));
  }
}

TEST_CASE("fewer data than a class has rows are as good as any") {
  const PosteriorRecord good = record_of(of_every_family());

  CHECK_FALSE(refusal(with(good, "size", 0, {{"count", 2.0}})));
  CHECK_FALSE(refusal(with(good, "wind", 0, {{"cosines", 0.0}, {"sines", 0.0}})));
}

TEST_CASE("class counts whose sum no double holds are refused in both forms") {
  PosteriorRecord record = record_of(of_every_family());
  record.class_counts = {1e308, 1e308};

  const auto error = refusal(record);

  CHECK(is(error, ErrorCode::version));
  CHECK(says(error, "sum to more than the largest number", "from a copy"));
}

TEST_CASE("statistics of a column that the schema lacks are refused in both forms") {
  PosteriorRecord record = record_of(of_every_family());
  FeatureRecord more = feature_of(record, "yes");
  more.name = "other";
  record.features.push_back(more);

  const auto error = refusal(record);

  CHECK(is(error, ErrorCode::version));
  CHECK(says(error, "there are statistics of columns that the schema lacks"));
}
