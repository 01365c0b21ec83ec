// The binary form of posterior files: what is saved is loaded, and both forms say the same.
#include <credence/learn/posterior_file.hpp>

#include <doctest/doctest.h>

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
