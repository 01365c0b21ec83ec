// Several posterior files read by one reader: what each gives is what it gives alone.
#include <credence/learn/shards.hpp>

#include <doctest/doctest.h>

#include <array>
#include <vector>

#include "data/json/cbor_reader.hpp"
#include "data/json/cbor_writer.hpp"
#include "learn/files/bulk_features.hpp"
#include "support/data_error.hpp"
#include "support/models.hpp"
#include "support/posterior_bytes.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr std::array both_forms{PosteriorForm::json, PosteriorForm::binary};

Schema plain_schema() {
  return schema_of({{.name = "x", .family = "normal", .prior = word("auto3")},
                    {.name = "city", .family = "categorical"},
                    {.name = "note", .family = "multinomial"}});
}

ModelPosterior of_rows(const Schema& schema, const std::string& rows,
                       Summation summation = Summation::rounded) {
  auto posterior = empty_posterior(Model(schema), summation);
  observe(posterior, table_of("x,city,note,class\n" + rows));
  return posterior;
}

// Posteriors of equal and of other schemas, summations and classes, in turn.
std::vector<ModelPosterior> posteriors_in_turn() {
  const Schema plain = plain_schema();
  Schema listed = plain;
  listed.classes = {"a", "b"};
  Schema chained = schema_of(
      {{.name = "city", .family = "categorical"}, {.name = "note", .family = "categorical"}});
  chained.structure = {.kind = StructureKind::tan};
  const std::string some = "0.1,Rome,x y x,a\n2,Oslo,z,b\n-3,Rome,x,b\n";
  const std::string others = "7,Bonn,y,c\n0.3,Oslo,x y,a\n";
  return {of_rows(plain, some),          of_rows(plain, others),
          of_rows(listed, some),         of_rows(listed, some, Summation::exact),
          of_rows(plain, others),        of_rows(plain, some, Summation::exact),
          of_rows(chained, some),        of_rows(chained, others),
          empty_posterior(Model(plain)), of_rows(plain, some)};
}

std::string message_of(const std::string& bytes, PosteriorReader& reader) {
  const auto error = error_of([&] { return reader.read(bytes, "p"); });
  return error ? error->what() : "";
}

}  // namespace

TEST_CASE("a reader of several files gives of each what it holds, whatever came before") {
  for (const PosteriorForm form : both_forms) {
    PosteriorReader reader;
    for (const ModelPosterior& posterior : posteriors_in_turn())
      CHECK(reader.read(to_bytes(posterior, form), "p").posterior == posterior);
  }
}

TEST_CASE("a file whose schema is known is damaged in the words of one that is read alone") {
  for (const PosteriorForm form : both_forms) {
    const std::string bytes = to_bytes(posteriors_in_turn().front(), form);
    PosteriorReader reader;
    REQUIRE(reader.read(bytes, "p").posterior == posteriors_in_turn().front());
    const std::size_t schema = bytes.find("schema");
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ 4);
      // Once as it is, and once with a checksum that fits.
      for (int sealed = 0; sealed < (form == PosteriorForm::binary && at >= binary_head ? 2 : 1);
           ++sealed) {
        if (sealed == 1) damaged = sealed_binary(damaged.substr(binary_head));
        PosteriorReader alone;
        const std::string message = message_of(damaged, alone);
        const std::string found = message_of(damaged, reader);
        if (found != message) {
          CAPTURE(at);
          CAPTURE(schema);
          CHECK(found == message);
        }
      }
    }
    CHECK(reader.read(bytes, "p").posterior == posteriors_in_turn().front());
  }
}

TEST_CASE("a known schema is left out of what is read item by item") {
  const std::string body =
      to_bytes(posteriors_in_turn().front(), PosteriorForm::binary).substr(binary_head);
  const auto first = take_features_out(body);
  REQUIRE(first);
  const std::string schema(first->features.schema);
  CHECK(body.find("\x66schema" + schema) != std::string::npos);

  const auto next = take_features_out(body, schema);
  REQUIRE(next);
  CHECK(next->features.schema == schema);
  CHECK(next->rest.size() + schema.size() == first->rest.size() + 1);
}

TEST_CASE("a known schema that stands twice in a file is refused") {
  const std::string bytes = to_bytes(posteriors_in_turn().front(), PosteriorForm::binary);
  std::string body = bytes.substr(binary_head);
  const auto parts = take_features_out(body);
  REQUIRE(parts);
  PosteriorReader reader;
  static_cast<void>(reader.read(bytes, "p"));
  const std::string again = "\x66schema" + std::string(parts->features.schema);
  body.insert(body.find(again), again);
  ++body[0];  // the members of the body

  const std::string found = message_of(sealed_binary(body), reader);

  CHECK(found.find("'schema' stands twice") != std::string::npos);
}

TEST_CASE("numbers of one byte and of more stand beside each other in any order") {
  for (std::size_t size = 0; size < 40; ++size)
    for (std::size_t place = 0; place <= size; ++place)
      for (const double other : {0.0, 23.0, 24.0, 151.0, 152.0, 255.0, 70000.0, -1.0, 0.1}) {
        std::vector<double> written(size);
        for (std::size_t i = 0; i < size; ++i) written[i] = static_cast<double>(i % 24);
        if (place < size) written[place] = other;
        std::string bytes;
        CborWriter writer(bytes);
        writer.list(written.size());
        for (const double number : written) writer.number(number);

        std::vector<double> read;
        CborReader reader(bytes);
        const bool is_read = reader.numbers(read) && reader.is_done();
        CborReader broken(std::string_view(bytes).substr(0, bytes.size() - 1));
        if (!is_read || read != written || broken.numbers(read)) {
          CAPTURE(size);
          CAPTURE(place);
          CAPTURE(other);
          FAIL_CHECK("a list of numbers is not what was written");
        }
      }
}
