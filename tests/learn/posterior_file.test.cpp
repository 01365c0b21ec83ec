// Posterior files: exact round trips, and every damage noticed.
#include <credence/learn/posterior_file.hpp>
#include <credence/learn/posterior_priors.hpp>

#include <doctest/doctest.h>

#include <string>

#include "support/data_error.hpp"
#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/temporary_folder.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

Schema schema_of_all() {
  Schema schema = schema_of(
      {{.name = "x", .family = "normal", .prior = word("auto3")},
       {.name = "income", .family = "lognormal"},
       {.name = "yes", .family = "bernoulli", .levels = {"n", "y"}},
       {.name = "city",
        .family = "categorical",
        .prior = {.by_class = {{"a", numbers({{"each", 0.1}})}, {"b", numbers({{"each", 0.3}})}}},
        .unseen = Unseen::reserve,
        .missing_is_level = true},
       {.name = "visits", .family = "poisson", .exposure = "years"},
       {.name = "wait", .family = "exponential"},
       {.name = "note", .family = "multinomial"},
       {.name = "words", .family = "multinomial", .columns = {"w2", "w1"}},
       {.name = "id", .family = "none"}},
      {.each = 0.7});
  schema.missing = {"NA", ""};
  return schema;
}

ModelPosterior example() {
  return learned(schema_of_all(),
                 "x,income,yes,city,visits,years,wait,note,w1,w2,id,class,w\n"
                 "0.1,1e-7,y,Rome,3,0.3,1.5,\"caf\xC3\xA9 \"\"x\"\", x\",1,0,9,a,0.1\n"
                 "0.2,3e12,n,,0,2,0.25,b b,0,2.5,8,a,1\n"
                 "-7e-3,5,,Oslo,7,1.1,9,,3,1,7,b,0.7\n"
                 "1e9,6,y,Rome,1,,1e-3,c,,1,6,b,3\n",
                 "w");
}

std::string iris_file() {
  const Table iris = read_csv(project_file("examples/data/iris.csv"));
  return to_json(observe(infer_model(iris, {.label = "class"}), iris));
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

std::optional<Error> fault_of(const std::string& text) {
  return error_of([&] { return posterior_from_json(text, "p.json"); });
}

// The text of a record, its checksum in order: what a program other than ours might have written.
std::optional<Error> fault_of(const PosteriorRecord& record) { return fault_of(to_json(record)); }

// Whether the text is refused as a file we cannot trust, or says exactly what `original` says.
bool refused_or_equal(const std::string& text, const ModelPosterior& original) {
  try {
    return posterior_from_json(text, "p.json") == original;
  } catch (const Error& error) {
    return error.code() == ErrorCode::version;
  }
}

}  // namespace

TEST_CASE("a posterior of every family is equal bit for bit after a round trip") {
  const ModelPosterior posterior = example();

  const auto loaded = posterior_from_json(to_json(posterior), "p.json");

  CHECK(loaded == posterior);
  CHECK(record_of(loaded) == record_of(posterior));
}

TEST_CASE("contexts of an answer whose two levels are listed come back from a file") {
  for (const StructureKind kind : {StructureKind::tan, StructureKind::aode, StructureKind::kdb}) {
    CAPTURE(to_string(kind));
    Schema schema =
        schema_of({{.name = "yes", .family = "bernoulli", .levels = {"n", "y"}},
                   {.name = "city", .family = "categorical", .levels = {"Oslo", "Rome"}}});
    schema.structure.kind = kind;
    const ModelPosterior posterior =
        learned(schema, "yes,city,class\ny,Rome,a\nn,Oslo,a\ny,Oslo,b\nn,Rome,b\n");

    CHECK(posterior_from_json(to_json(posterior), "p.json") == posterior);
  }
}

TEST_CASE("the file of a loaded posterior is the same byte for byte") {
  const std::string text = to_json(example());

  CHECK(to_json(posterior_from_json(text, "p.json")) == text);
}

TEST_CASE("a posterior that has seen nothing is saved and loaded") {
  const auto empty = empty_posterior(Model(schema_of_all()));

  CHECK(posterior_from_json(to_json(empty), "p.json") == empty);
}

TEST_CASE("listed classes and levels and the wish to be like scikit-learn are saved") {
  Schema schema = schema_of({{.name = "x", .family = "categorical", .levels = {"u", "v", "w"}}},
                            given_classes({{"a", 0.1}, {"b", 0.9}}));
  auto posterior = learned(schema, "x,class\nu,a\n");
  posterior.like_scikit_learn = true;

  const auto loaded = posterior_from_json(to_json(posterior), "p.json");

  CHECK(loaded == posterior);
  CHECK(loaded.like_scikit_learn);
}

TEST_CASE("a saved posterior can be observed further and merged as if it had never been saved") {
  const Schema schema =
      schema_of({{.name = "x", .family = "normal"}, {.name = "city", .family = "categorical"}});
  const auto half = learned(schema, "x,city,class\n0.1,Rome,a\n0.7,Oslo,b\n");
  const Table more = table_of("x,city,class\n0.3,Bonn,c\n0.9,Rome,b\n");
  auto updated = posterior_from_json(to_json(half), "p.json");
  auto merged = updated;

  observe(updated, more);
  merge(merged, posterior_from_json(to_json(observe(half.model, more)), "q.json"));

  CHECK(updated ==
        learned(schema, "x,city,class\n0.1,Rome,a\n0.7,Oslo,b\n0.3,Bonn,c\n0.9,Rome,b\n"));
  CHECK(merged.label == updated.label);
}

TEST_CASE("a posterior goes through a file under the rules of overwriting") {
  const TemporaryFolder folder;
  const std::string path = folder / "p.json";
  const ModelPosterior posterior = example();

  save(posterior, path);
  const auto again = error_of([&] {
    save(posterior, path);
    return 0;
  });
  save(posterior, path, Overwrite::allow);

  CHECK(load(path) == posterior);
  CHECK(is(again, ErrorCode::io));
  CHECK(is(error_of([&] { return load(folder / "absent.json"); }), ErrorCode::io));
}

TEST_CASE("format and version and checksum stand in the file") {
  const std::string text = iris_file();

  CHECK(text.find("\"format\": \"credence posterior\"") != std::string::npos);
  CHECK(text.find("\"version\": 1,") != std::string::npos);
  CHECK(text.find("\"checksum\": \"crc32:") != std::string::npos);
}

TEST_CASE("a file that is no posterior or of another version is refused with its name") {
  const std::string text = iris_file();
  for (const std::string& other :
       {std::string(), std::string("x"), std::string("[]"), std::string("{}"), std::string("1"),
        std::string("{\"format\": \"other\"}"), replaced(text, "\"version\": 1", "\"version\": 2"),
        replaced(text, "\"version\": 1", "\"version\": \"1\""),
        replaced(text, "\"version\": 1,\n", ""), text + "x"}) {
    CAPTURE(other.substr(0, 60));
    const auto error = fault_of(other);
    CHECK(is(error, ErrorCode::version));
    CHECK(says(error, "'p.json'"));
  }
}

TEST_CASE("rows, schemas and other texts in the place of a posterior are told apart") {
  for (const std::string& rows :
       {std::string("{\"x\": 1}\n"), std::string("{\"x\":1}\n{\"x\":2}\n"),
        std::string("[{\"x\":1},\n")}) {
    CAPTURE(rows);
    CHECK(says(fault_of(rows),
               "'p.json' is not a posterior file but other JSON; if it holds rows, "
               "save them as CSV"));
  }
  CHECK(says(fault_of(R"({"schema_version":1,"label":"y","columns":[]})"),
             "'p.json' is a schema, not a posterior file; make one with 'credence fit'"));
  for (const std::string& text :
       {std::string(), std::string("1,a\n2,b\n"), std::string("\"x\",y\n")}) {
    CAPTURE(text);
    CHECK(says(fault_of(text), "'p.json' is not a posterior file; make one with 'credence fit'"));
  }
}

TEST_CASE("a changed number is noticed by the checksum") {
  const auto error = fault_of(replaced(iris_file(), "\"count\":50", "\"count\":51"));

  CHECK(is(error, ErrorCode::version));
  CHECK(says(error, "damaged", "checksum"));
}

TEST_CASE("blanks between the parts of a file do not matter") {
  const std::string text = iris_file();
  const auto loaded =
      posterior_from_json(replaced(text, "\n\"features\": [", " \"features\":[\n"), "p.json");

  CHECK(to_json(loaded) == text);
}

TEST_CASE("every truncated file is refused or misses only its last line end") {
  const std::string text = iris_file();
  const ModelPosterior original = posterior_from_json(text, "p.json");
  std::size_t kept = 0;

  for (std::size_t length = 0; length < text.size(); ++length)
    kept += error_of([&] { return posterior_from_json(text.substr(0, length), "p.json"); }) ? 0 : 1;

  CHECK(kept == 1);
  CHECK(posterior_from_json(text.substr(0, text.size() - 1), "p.json") == original);
}

TEST_CASE("every flip of one bit is refused or changes nothing") {
  const std::string text = iris_file();
  const ModelPosterior original = posterior_from_json(text, "p.json");

  for (std::size_t at = 0; at < text.size(); ++at) {
    for (const int flip : {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80}) {
      std::string damaged = text;
      damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ flip);
      CAPTURE(at);
      CAPTURE(flip);
      if (!refused_or_equal(damaged, original)) FAIL_CHECK("loads as something else");
    }
  }
}

TEST_CASE("a record that contradicts itself is refused although its checksum is right") {
  const PosteriorRecord good = record_of(example());
  REQUIRE_FALSE(fault_of(good));
  PosteriorRecord twice = good;
  twice.features.push_back(good.features.front());
  PosteriorRecord fewer = good;
  fewer.features.pop_back();
  PosteriorRecord stranger = good;
  stranger.features.back().name = "stranger";
  PosteriorRecord classes = good;
  classes.classes = {"b", "a"};
  PosteriorRecord counts = good;
  counts.class_counts.pop_back();
  PosteriorRecord negative = good;
  negative.class_counts.front() = -1;
  PosteriorRecord family = good;
  family.schema.columns.front().family = "gaussian";

  for (const PosteriorRecord* record :
       {&twice, &fewer, &stranger, &classes, &counts, &negative, &family}) {
    CAPTURE(record->features.size());
    CHECK(is(fault_of(*record), ErrorCode::version));
  }
}

TEST_CASE("statistics that no data can have are refused although their checksum is right") {
  const PosteriorRecord good = record_of(example());
  const auto feature = [](PosteriorRecord& record, std::string_view name) {
    for (auto& saved : record.features)
      if (saved.name == name) return &saved;
    return static_cast<FeatureRecord*>(nullptr);
  };
  PosteriorRecord negative = good;
  feature(negative, "x")->statistics[0] = {{"count", 1.0}, {"mean", 0.0}, {"sum_of_squares", -1.0}};
  PosteriorRecord other = good;
  feature(other, "x")->statistics[0] = {{"ones", 1.0}, {"zeros", 0.0}};
  PosteriorRecord shorter = good;
  feature(shorter, "city")->statistics[0] = {{"counts", Doubles{1}}};
  PosteriorRecord unsorted = good;
  feature(unsorted, "city")->levels = {"missing", "Oslo", "Rome"};
  PosteriorRecord levels = good;
  feature(levels, "x")->levels = {"u"};
  PosteriorRecord block = good;
  feature(block, "words")->levels = {"w1", "w2"};

  for (const PosteriorRecord* record : {&negative, &other, &shorter, &unsorted, &levels, &block}) {
    CAPTURE(record->features.size());
    CHECK(is(fault_of(*record), ErrorCode::version));
  }
}

TEST_CASE("trees and kernel densities are saved with priors of every form, frozen or not") {
  using List = std::vector<double>;
  const PriorSpec base = numbers({{"mean", 2.0}, {"sd", 3.0}, {"depth", 2.0}});
  const PriorSpec ends = numbers({{"c", 0.5}, {"edges", List{0, 2, 4, 6, 30}}});
  const PriorSpec known = numbers({{"c", 1.0},
                                   {"depth", 1.0},
                                   {"mean", 2.0},
                                   {"sd", 1.0},
                                   {"edges", List{2}},
                                   {"counts", List{3, 1}}});
  for (const auto& feature : std::vector<std::pair<std::string, PriorSpec>>{
           {"polya_tree", {}},
           {"polya_tree", numbers({{"depth", 3.0}})},
           {"polya_tree", base},
           {"polya_tree", ends},
           {"polya_tree", known},
           {"polya_tree", {.by_class = {{"a", base}, {"b", ends}}}},
           {"kernel", {}},
           {"kernel", numbers({{"bandwidth", 0.25}})}}) {
    CAPTURE(feature.first);
    CAPTURE(to_text(feature.second));
    const auto& [family, prior] = feature;
    const ModelPosterior posterior =
        learned(schema_of({{.name = "x", .family = family, .prior = prior}}),
                "x,class\n1,a\n2.5,a\n7,b\n7,b\n4,b\n,a\n");
    for (const ModelPosterior& one : {posterior, freeze(posterior)})
      CHECK(posterior_from_json(to_json(one), "p.json") == one);
  }
}

TEST_CASE("a family that the set lacks is no damage of the file") {
  const auto error =
      error_of([] { return posterior_from_json(iris_file(), "p.json", FamilySet()); });

  CHECK(is(error, ErrorCode::version));
  CHECK(says(error,
             "posterior file 'p.json': column 'sepal_length' has the unknown family 'normal'",
             "read the file with a set of families that has it"));
  CHECK_FALSE(says(error, "restore"));
}
