// Schemas: the JSON format, round trips, and every way to get it wrong.
#include <credence/data/schema.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "support/data_error.hpp"

using namespace credence;
using credence::testing::error_of;
using credence::testing::is;
using credence::testing::says;

namespace {

const std::string full = R"({"schema_version":1,"label":"class","classes":["a","b"],
 "class_prior":{"each":1},"missing":["?",""],
 "columns":[{"name":"age","family":"normal",
             "prior":{"mean":0,"mean_weight":1,"shape":1,"scale":1}},
            {"name":"city","family":"categorical","levels":["x","y"],"prior":{"each":1},
             "unseen":"reserve","missing":"level"},
            {"name":"visits","family":"poisson","exposure":"days"},
            {"name":"note","family":"multinomial","prior":{"weights":[1,2.5]}},
            {"name":"words","family":"multinomial","columns":["w1","w2"],"prior":"auto"},
            {"name":"dose","family":"exponential",
             "prior":{"by_class":{"a":{"shape":1,"rate":2},"b":"auto3"}}},
            {"name":"id","family":"none"}]})";

Schema read_schema(const std::string& text) { return schema_from_json(text, "s.json"); }

std::optional<Error> refusal_of_schema(const std::string& text) {
  return error_of([&] { return read_schema(text); });
}

// A schema with one column of the given JSON.
std::string with_column(const std::string& column) {
  return R"({"schema_version":1,"label":"class","columns":[)" + column + "]}";
}

std::string with_class_prior(const std::string& prior, const std::string& more = "") {
  return R"({"schema_version":1,"label":"class","class_prior":)" + prior + more +
         R"(,"columns":[]})";
}

// The text with the first occurrence of `part` replaced.
std::string changed(std::string text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, part.size(), by);
}

}  // namespace

TEST_CASE("every key of a schema is read") {
  const Schema schema = read_schema(full);

  CHECK(schema.label == "class");
  CHECK(schema.classes == std::vector<std::string>{"a", "b"});
  CHECK(schema.class_prior == ClassPrior{});
  CHECK(schema.missing == std::vector<std::string>{"?", ""});
  REQUIRE(schema.columns.size() == 7);
  CHECK(schema.columns[0].prior.values ==
        Fields{{"mean", 0.0}, {"mean_weight", 1.0}, {"shape", 1.0}, {"scale", 1.0}});
  CHECK(schema.columns[1] == ColumnSchema{.name = "city",
                                          .family = "categorical",
                                          .prior = {.values = {{"each", 1.0}}},
                                          .levels = {"x", "y"},
                                          .unseen = Unseen::reserve,
                                          .missing_is_level = true});
  CHECK(schema.columns[2].exposure == "days");
  CHECK(schema.columns[3].prior.values == Fields{{"weights", std::vector<double>{1, 2.5}}});
  CHECK(schema.columns[4].columns == std::vector<std::string>{"w1", "w2"});
  CHECK(schema.columns[4].prior.word == "auto");
  REQUIRE(schema.columns[5].prior.by_class.size() == 2);
  CHECK(schema.columns[5].prior.by_class[0].second.values == Fields{{"shape", 1.0}, {"rate", 2.0}});
  CHECK(schema.columns[5].prior.by_class[1] ==
        std::pair<std::string, PriorSpec>{"b", {.word = "auto3"}});
  CHECK(schema.columns[6].family == "none");
}

TEST_CASE("a schema reads back as an equal schema") {
  const Schema schema = read_schema(full);

  CHECK(read_schema(to_json(schema)) == schema);
  CHECK(to_json(read_schema(to_json(schema))) == to_json(schema));
}

TEST_CASE("every class prior reads back as it was") {
  for (const ClassPrior& prior :
       {ClassPrior{}, ClassPrior{.each = 0.1}, ClassPrior{.weights = {1, 2.5}},
        ClassPrior{.kind = ClassPrior::Kind::uniform},
        ClassPrior{.kind = ClassPrior::Kind::frequencies},
        ClassPrior{.kind = ClassPrior::Kind::given, .given = {{"b", 0.3}, {"a", 0.7}}}}) {
    const Schema schema{.label = "l", .class_prior = prior};
    CAPTURE(to_json(schema));
    CHECK(read_schema(to_json(schema)) == schema);
  }
}

TEST_CASE("numbers read back bit for bit") {
  const std::vector<double> numbers{
      0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 9007199254740993.0, -0.0, 123456789};
  Schema schema{.label = "l"};
  schema.columns.push_back(
      {.name = "x", .family = "normal", .prior = {.values = {{"weights", numbers}}}});

  const Schema back = read_schema(to_json(schema));

  const auto& list = std::get<std::vector<double>>(back.columns[0].prior.values[0].second);
  CHECK(list == numbers);
  CHECK(std::signbit(list[5]));
}

TEST_CASE("whole numbers are written without a point") {
  const std::string text = to_json(read_schema(full));

  CHECK(text.find("\"each\": 1\n") != std::string::npos);
  CHECK(text.find("\"mean\": 0,") != std::string::npos);
  CHECK(text.find("2.5") != std::string::npos);
}

TEST_CASE("strings with quotes and line ends and other alphabets read back") {
  Schema schema{.label = "say \"yes\"\n\t\\", .classes = {"\xC3\xA4", "<=50K", ""}};

  CHECK(read_schema(to_json(schema)) == schema);
}

TEST_CASE("a text that is not UTF-8 cannot be written and the message says what to do") {
  const auto error = error_of([] { return to_json(Schema{.label = "caf\xE9"}); });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "caf", "UTF-8", "iconv"));
}

TEST_CASE("an empty prior and empty lists are left out") {
  const Schema schema{.label = "l", .columns = {{.name = "x", .family = "normal"}}};

  const std::string text = to_json(schema);

  CHECK(text.find("\"prior\"") == std::string::npos);
  CHECK(text.find("classes") == std::string::npos);
  CHECK(text.find("levels") == std::string::npos);
  CHECK(text.find("unseen") == std::string::npos);
}

TEST_CASE("features are found by name") {
  Schema schema = read_schema(full);

  REQUIRE(schema.find("visits") != nullptr);
  schema.find("visits")->family = "geometric";

  CHECK(schema.columns[2].family == "geometric");
  CHECK(schema.find("class") == nullptr);
}

TEST_CASE("a text that is no JSON is an error with file and line and column") {
  const auto error = refusal_of_schema("{\n  \"schema_version\": 1,\n  \"label\": oops\n}");

  CHECK(is(error, ErrorCode::parse));
  CHECK(error->where().file == "s.json");
  CHECK(error->where().line == 3);
  CHECK(error->where().column == 12);
  CHECK(says(error, "s.json:3:12"));
}

TEST_CASE("every truncation of a schema is an error") {
  for (std::size_t length = 0; length < full.size(); ++length) {
    CAPTURE(length);
    CHECK(is(refusal_of_schema(full.substr(0, length)), ErrorCode::parse));
  }
}

TEST_CASE("text behind the schema is an error") {
  CHECK(is(refusal_of_schema(full + "x"), ErrorCode::parse));
}

TEST_CASE("a number too large for double is an error") {
  const auto error = refusal_of_schema(with_class_prior(R"({"each":1e400})"));

  CHECK(is(error, ErrorCode::parse));
  CHECK(says(error, "'s.json'", "too large"));
}

TEST_CASE("a value that JSON lacks is an error") {
  CHECK(is(refusal_of_schema(with_class_prior(R"({"each":NaN})")), ErrorCode::parse));
  CHECK(is(refusal_of_schema(with_class_prior(R"({"each":Infinity})")), ErrorCode::parse));
}

TEST_CASE("a posterior file in the place of a schema is called so") {
  const auto error = refusal_of_schema(R"({"format":"credence posterior","version":1})");

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "is a posterior file, not a schema; write one with"));
}

TEST_CASE("an unknown key is an error that lists the known ones") {
  const auto top = refusal_of_schema(changed(full, "\"label\"", "\"colour\":1,\"label\""));
  const auto inner = refusal_of_schema(with_column(R"({"name":"x","family":"normal","famly":1})"));
  const auto prior = refusal_of_schema(with_class_prior(R"({"alpha":1})"));

  CHECK(is(top, ErrorCode::schema));
  CHECK(says(top, "'colour'", "'class_prior'"));
  CHECK(says(inner, "'columns[0]'", "'famly'", "'unseen'"));
  CHECK(says(prior, "'class_prior'", "'alpha'", "'weights'"));
}

TEST_CASE("a key that stands twice in one object is an error") {
  const auto top = refusal_of_schema(changed(full, "\"label\"", "\"label\":\"x\",\"label\""));
  const auto inner = refusal_of_schema(with_column(R"({"name":"x","family":"normal","name":"y"})"));

  CHECK(is(top, ErrorCode::schema));
  CHECK(says(top, "'label'", "twice"));
  CHECK(says(inner, "'name'", "twice"));
}

TEST_CASE("the same key in two objects is no duplicate") { CHECK_FALSE(refusal_of_schema(full)); }

TEST_CASE("a missing key is an error that names it") {
  CHECK(says(refusal_of_schema(R"({"label":"l","columns":[]})"), "lacks the key 'schema_version'"));
  CHECK(says(refusal_of_schema(R"({"schema_version":1,"columns":[]})"), "lacks the key 'label'"));
  CHECK(says(refusal_of_schema(R"({"schema_version":1,"label":"l"})"), "lacks the key 'columns'"));
  CHECK(says(refusal_of_schema(with_column(R"({"name":"x"})")), "'columns[0]'",
             "lacks the key 'family'"));
}

TEST_CASE("another version of the format is an error") {
  CHECK(says(refusal_of_schema(changed(full, "\"schema_version\":1", "\"schema_version\":2")),
             "'schema_version'", "holds 2", "reads 1"));
}

TEST_CASE("a value of a wrong type is an error that names its key") {
  CHECK(says(refusal_of_schema("[]"), "'s.json' holds a list", "give an object"));
  CHECK(says(refusal_of_schema("3"), "'s.json' holds 3"));
  CHECK(says(refusal_of_schema(changed(full, "\"label\":\"class\"", "\"label\":7")), "'label'",
             "holds 7", "a string"));
  CHECK(says(refusal_of_schema(changed(full, "[\"a\",\"b\"]", "[\"a\",1]")), "'classes[1]'",
             "holds 1"));
  CHECK(says(refusal_of_schema(changed(full, "[\"a\",\"b\"]", "{}")), "'classes'", "an object"));
  CHECK(
      says(refusal_of_schema(changed(full, "\"each\":1", "\"each\":\"1\"")), "'class_prior.each'"));
  CHECK(says(refusal_of_schema(with_column("null")), "'columns[0]'", "null"));
  CHECK(says(refusal_of_schema(changed(full, "\"mean\":0", "\"mean\":true")),
             "'columns[0].prior.mean'", "holds true"));
  CHECK(says(refusal_of_schema(changed(full, "[1,2.5]", "[1,[2.5]]")),
             "'columns[3].prior.weights[1]'"));
}

TEST_CASE("an unknown word is an error that lists the known ones") {
  CHECK(says(refusal_of_schema(changed(full, "\"prior\":\"auto\"", "\"prior\":\"guess\"")),
             "'columns[4].prior'", "'guess'", "'auto3'"));
  CHECK(says(refusal_of_schema(changed(full, "\"reserve\"", "\"ignore\"")), "'columns[1].unseen'",
             "'ignore'"));
  CHECK(says(refusal_of_schema(changed(full, "\"missing\":\"level\"", "\"missing\":\"skip\"")),
             "'columns[1].missing'", "'level'"));
  CHECK(says(refusal_of_schema(with_class_prior("\"learned\"")), "'class_prior'", "'frequencies'"));
}

TEST_CASE("given class probabilities must be probabilities that sum to one") {
  CHECK_FALSE(refusal_of_schema(with_class_prior(R"({"given":{"a":0.2,"b":0.8}})")));
  CHECK_FALSE(refusal_of_schema(with_class_prior(R"({"given":{"a":0,"b":1.0000000009}})")));
  CHECK_FALSE(refusal_of_schema(with_class_prior(R"({"given":{"a":0.5,"b":0.5000000009}})")));
  CHECK(says(refusal_of_schema(with_class_prior(R"({"given":{"a":0.5,"b":0.500000002}})")),
             "sum to"));
  CHECK(says(refusal_of_schema(with_class_prior(R"({"given":{"a":-0.5,"b":1}})")),
             "'class_prior.given.a'", "-0.5"));
  CHECK(says(refusal_of_schema(with_class_prior(R"({"given":{}})")), "sum to 0"));
}

TEST_CASE("given probabilities and weights must fit the listed classes") {
  const std::string classes = R"(,"classes":["a","b"])";

  CHECK_FALSE(refusal_of_schema(with_class_prior(R"({"given":{"b":0.2,"a":0.8}})", classes)));
  CHECK(
      says(refusal_of_schema(with_class_prior(R"({"given":{"a":0.2,"c":0.8}})", classes)), "'c'"));
  CHECK(
      says(refusal_of_schema(with_class_prior(R"({"given":{"a":1}})", classes)), "1 of 2 classes"));
  CHECK_FALSE(refusal_of_schema(with_class_prior(R"({"weights":[1,2]})", classes)));
  CHECK(says(refusal_of_schema(with_class_prior(R"({"weights":[1,2,3]})", classes)), "3 weights"));
}

TEST_CASE("a class prior holds exactly one kind of numbers and they are positive") {
  CHECK(says(refusal_of_schema(with_class_prior(R"({"each":1,"weights":[1]})")), "2 keys"));
  CHECK(says(refusal_of_schema(with_class_prior("{}")), "0 keys"));
  CHECK(says(refusal_of_schema(with_class_prior(R"({"each":0})")), "'class_prior.each'",
             "pseudo-count 0"));
  CHECK(says(refusal_of_schema(with_class_prior(R"({"weights":[1,-1]})")), "pseudo-count -1"));
  CHECK(says(refusal_of_schema(with_class_prior(R"({"weights":[]})")), "'class_prior.weights'"));
}

TEST_CASE("a prior for each class stands alone and is not nested") {
  const auto prior = [](const std::string& text) {
    return refusal_of_schema(with_column(R"({"name":"x","family":"normal","prior":)" + text + "}"));
  };

  CHECK_FALSE(prior(R"({"by_class":{"a":"auto","b":{"each":1}}})"));
  CHECK(says(prior(R"({"by_class":{"a":"auto"},"each":1})"), "unknown key 'each'"));
  CHECK(says(prior(R"({"by_class":{"a":{"by_class":{}}}})"),
             "'columns[0].prior.by_class.a.by_class'"));
  CHECK(says(prior(R"({"by_class":{}})"), "names no class"));
  CHECK(says(prior("{}"), "names no numbers"));
  CHECK(says(prior(R"({"weights":[]})"), "lists no numbers"));
}

TEST_CASE("a column is read by one feature at most") {
  const std::string x = R"({"name":"x","family":"normal"})";
  const std::string block = R"({"name":"b","family":"multinomial","columns":["x","y"]})";

  CHECK(
      says(refusal_of_schema(with_column(x + "," + block)), "'columns[1]'", "'x'", "is a feature"));
  CHECK(says(refusal_of_schema(with_column(block + "," + x)), "belongs to the block 'b'"));
  CHECK(says(refusal_of_schema(with_column(R"({"name":"class","family":"normal"})")),
             "is the label"));
  CHECK(
      says(refusal_of_schema(with_column(R"({"name":"v","family":"poisson","exposure":"class"})")),
           "'class'"));
  CHECK(says(refusal_of_schema(with_column(R"({"name":"v","family":"poisson","exposure":"v"})")),
             "'v'"));
}

TEST_CASE("two entries of a schema cannot have one name") {
  const std::string used = R"({"name":"x","family":"normal"})";
  const std::string unused = R"({"name":"x","family":"none"})";

  CHECK(says(refusal_of_schema(with_column(used + "," + used)), "'columns[1]'", "'x'"));
  CHECK(says(refusal_of_schema(with_column(used + "," + unused)), "'columns[1]'", "'x'"));
}

TEST_CASE("a column that is not used may be the label or belong to a block") {
  CHECK_FALSE(refusal_of_schema(with_column(R"({"name":"class","family":"none"})")));
  CHECK_FALSE(refusal_of_schema(with_column(
      R"({"name":"x","family":"none"},{"name":"b","family":"multinomial","columns":["x","y"]})")));
}

TEST_CASE("lists name their entries once and are not empty") {
  CHECK(says(refusal_of_schema(changed(full, "[\"x\",\"y\"]", "[\"x\",\"x\"]")),
             "'columns[1].levels'", "'x'"));
  CHECK(says(refusal_of_schema(changed(full, "[\"a\",\"b\"]", "[]")), "'classes'"));
  CHECK(says(refusal_of_schema(changed(full, "[\"w1\",\"w2\"]", "[]")), "'columns[4].columns'"));
  CHECK(says(refusal_of_schema(changed(full, "\"name\":\"age\"", "\"name\":\"\"")),
             "'columns[0].name'"));
}

TEST_CASE("deep nesting is an error of the limit and not a crash") {
  const std::string deep = std::string(1000000, '[');
  const std::string allowed = std::string(64, '[') + std::string(64, ']');
  const std::string beyond = std::string(65, '[') + std::string(65, ']');

  CHECK(is(refusal_of_schema(deep), ErrorCode::limit));
  CHECK(is(refusal_of_schema(beyond), ErrorCode::limit));
  CHECK(is(refusal_of_schema(allowed), ErrorCode::schema));
}

TEST_CASE("an object of very many keys is an error of the limit") {
  std::string text = "{";
  for (int i = 0; i < 20000; ++i) text += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":1";

  CHECK(is(refusal_of_schema(text + "}"), ErrorCode::limit));
}

TEST_CASE("a prior in one line has its word, or its numbers, class by class") {
  CHECK(to_text(PriorSpec{.word = "auto"}) == "auto");
  CHECK(to_text(PriorSpec{.values = {{"mean", 0.5},
                                     {"weights", std::vector<double>{1, 2.5}},
                                     {"edges", std::vector<double>{}}}}) ==
        "mean=0.5,weights=1,2.5");
  CHECK(to_text(
            PriorSpec{.by_class = {{"a", {.word = "auto"}}, {"b", {.values = {{"each", 2.0}}}}}}) ==
        "class 'a': auto,class 'b': each=2");
}
