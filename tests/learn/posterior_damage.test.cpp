// Damaged posterior files, in both forms: refused, or they say what they said before.
#include <credence/learn/posterior_file.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <functional>

#include "support/data_error.hpp"
#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/posterior_bytes.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr std::array forms{PosteriorForm::json, PosteriorForm::binary};

const ModelPosterior& iris() {
  static const ModelPosterior posterior = [] {
    const Table table = read_csv(project_file("examples/data/iris.csv"));
    return observe(infer_model(table, {.label = "class"}), table);
  }();
  return posterior;
}

enum class Outcome { refused, equal, wrong };

Outcome outcome_of(const std::string& bytes, const ModelPosterior& original) {
  try {
    return posterior_from_bytes(bytes, "p") == original ? Outcome::equal : Outcome::wrong;
  } catch (const Error& error) {
    return error.code() == ErrorCode::version ? Outcome::refused : Outcome::wrong;
  }
}

struct Outcomes {
  int refused = 0, equal = 0, wrong = 0;

  void add(Outcome outcome) {
    refused += outcome == Outcome::refused;
    equal += outcome == Outcome::equal;
    wrong += outcome == Outcome::wrong;
  }
};

// Every byte takes the values that `values_at` lists for its position.
Outcomes damaged(const std::string& bytes,
                 const std::function<bool(std::size_t, int)>& takes_value) {
  Outcomes outcomes;
  std::string changed = bytes;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int flip = 1; flip < 256; ++flip) {
      if (!takes_value(at, flip)) continue;
      changed[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ flip);
      outcomes.add(outcome_of(changed, iris()));
    }
    changed[at] = bytes[at];
  }
  return outcomes;
}

bool soaks() { return std::getenv("CREDENCE_SOAK") != nullptr; }

// Whether the body of a binary file, its checksum in order, is refused or equal to iris.
bool body_is_harmless(const std::string& body) {
  return outcome_of(sealed_binary(body), iris()) != Outcome::wrong;
}

}  // namespace

TEST_CASE("every flip of one bit of a posterior file is refused or changes nothing") {
  for (const PosteriorForm form : forms) {
    const std::string bytes = to_bytes(iris(), form);
    const Outcomes outcomes =
        damaged(bytes, [](std::size_t, int flip) { return (flip & (flip - 1)) == 0; });
    CAPTURE(bytes.size());
    CHECK(outcomes.wrong == 0);
    CHECK(outcomes.refused + outcomes.equal == static_cast<int>(8 * bytes.size()));
    // Only blanks between the parts of a text may become others.
    CHECK(outcomes.equal <= (form == PosteriorForm::json ? 60 : 0));
  }
}

TEST_CASE("every other value of a byte of a posterior file is refused or changes nothing") {
  const std::size_t stride = soaks() ? 1 : 23;
  for (const PosteriorForm form : forms) {
    const std::string bytes = to_bytes(iris(), form);
    const Outcomes outcomes =
        damaged(bytes, [&](std::size_t at, int) { return at % stride == 0 || at < 8; });
    MESSAGE("of ", bytes.size(), " bytes: ", outcomes.refused, " changes refused, ", outcomes.equal,
            " without effect");
    CHECK(outcomes.wrong == 0);
    CHECK(outcomes.refused > 255);
  }
}

TEST_CASE("every truncation of a posterior file is refused or misses only the last line end") {
  for (const PosteriorForm form : forms) {
    const std::string bytes = to_bytes(iris(), form);
    Outcomes outcomes;
    for (std::size_t length = 0; length < bytes.size(); ++length)
      outcomes.add(outcome_of(bytes.substr(0, length), iris()));
    CHECK(outcomes.wrong == 0);
    CHECK(outcomes.equal == (form == PosteriorForm::json ? 1 : 0));
  }
}

TEST_CASE("lengths that lie are refused although the checksum is right") {
  const std::string body = to_bytes(iris(), PosteriorForm::binary).substr(binary_head);
  const std::vector<CborLength> lengths = cbor_lengths(body);
  REQUIRE(lengths.size() > 100);
  int refused = 0;

  for (const CborLength& place : lengths)
    for (const std::uint64_t lie :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 31, std::uint64_t{1} << 32,
          std::uint64_t{1} << 63, ~std::uint64_t{0}, place.length + 1}) {
      if (lie == place.length) continue;
      std::string changed = body;
      changed.replace(place.begin, place.end - place.begin, cbor_head(place.kind, lie));
      CAPTURE(place.begin);
      CAPTURE(lie);
      const Outcome outcome = outcome_of(sealed_binary(changed), iris());
      if (outcome != Outcome::refused) FAIL_CHECK("is not refused");
      ++refused;
    }
  CHECK(refused > 700);
}

TEST_CASE("a head that lies about the length or the version is refused") {
  const std::string bytes = to_bytes(iris(), PosteriorForm::binary);
  const std::string body = bytes.substr(binary_head);
  for (const std::uint64_t lie :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 31, std::uint64_t{1} << 32,
        std::uint64_t{1} << 63, ~std::uint64_t{0}, std::uint64_t{body.size() + 1}}) {
    std::string changed = bytes;
    changed.replace(16, 8, little_endian(lie, 8));
    CAPTURE(lie);
    CHECK(outcome_of(changed, iris()) == Outcome::refused);
  }
  const auto later = error_of([&] { return posterior_from_bytes(sealed_binary(body, 3), "p"); });
  CHECK(is(later, ErrorCode::version));
  CHECK(says(later, "format version 3", "up to version 2", "later program"));
  CHECK(outcome_of(sealed_binary(body, 0), iris()) == Outcome::refused);
  CHECK(outcome_of(sealed_binary(body), iris()) == Outcome::equal);
}

TEST_CASE("bytes that follow a binary body are refused although the checksum is right") {
  const std::string body = to_bytes(iris(), PosteriorForm::binary).substr(binary_head);

  CHECK(outcome_of(sealed_binary(body + '\0'), iris()) == Outcome::refused);
  CHECK(outcome_of(sealed_binary(body + body), iris()) == Outcome::refused);
  CHECK(outcome_of(to_bytes(iris(), PosteriorForm::binary) + '\n', iris()) == Outcome::refused);
}

TEST_CASE("every truncation and flip of a binary body is harmless although the checksum is right") {
  const std::string body = to_bytes(iris(), PosteriorForm::binary).substr(binary_head);
  for (std::size_t length = 0; length < body.size(); ++length) {
    CAPTURE(length);
    CHECK(outcome_of(sealed_binary(body.substr(0, length)), iris()) == Outcome::refused);
  }
  // A number may become another one that is as good: there is no telling without the checksum.
  for (std::size_t at = 0; at < body.size(); ++at)
    for (const int flip : {0x01, 0x08, 0x20, 0x40, 0x80, 0xff}) {
      std::string changed = body;
      changed[at] = static_cast<char>(static_cast<unsigned char>(body[at]) ^ flip);
      CAPTURE(at);
      CAPTURE(flip);
      try {
        const auto loaded = posterior_from_bytes(sealed_binary(changed), "p");
        const auto again = posterior_from_bytes(to_bytes(loaded, PosteriorForm::json), "p");
        if (!(again == loaded)) FAIL_CHECK("is not saved as it was loaded");
      } catch (const Error& error) {
        if (error.code() != ErrorCode::version) FAIL_CHECK(error.what());
      }
    }
}

TEST_CASE("sections that stand in another's place are refused although the checksum is right") {
  const std::string body = to_bytes(iris(), PosteriorForm::binary).substr(binary_head);
  const auto swapped = [&](const std::string& first, const std::string& second) {
    std::string text = body;
    const std::size_t at = text.find(first), other = text.find(second);
    REQUIRE(at < other);
    text.replace(other, second.size(), first);
    return text.replace(at, first.size(), second);
  };
  const auto key = [](const std::string& name) {
    return static_cast<char>(0x60 + name.size()) + name;
  };

  CHECK(outcome_of(sealed_binary(swapped(key("classes"), key("class_counts"))), iris()) ==
        Outcome::refused);
  CHECK(outcome_of(sealed_binary(swapped(key("schema"), key("features"))), iris()) ==
        Outcome::refused);
  CHECK(outcome_of(sealed_binary(swapped(key("count"), key("mean"))), iris()) != Outcome::equal);
  CHECK(body_is_harmless(body));
}

TEST_CASE("keys that stand twice are refused in both forms although the checksum is right") {
  const std::string text = to_bytes(iris(), PosteriorForm::json);
  const std::string body = to_bytes(iris(), PosteriorForm::binary).substr(binary_head);
  // The object of six entries, one of them twice.
  std::string twice = body;
  twice[0] = static_cast<char>(twice[0] + 1);
  twice +=
      "\x71"
      "like_scikit_learn"
      "\xf4";

  const auto binary = error_of([&] { return posterior_from_bytes(sealed_binary(twice), "p"); });
  const auto json = error_of([&] {
    return posterior_from_bytes(sealed_json(R"({"classes":["a"],"classes":["a"]})"), "p");
  });

  CHECK(is(binary, ErrorCode::version));
  CHECK(says(binary, "key 'like_scikit_learn' stands twice"));
  CHECK(is(json, ErrorCode::version));
  CHECK(says(json, "key 'classes' stands twice"));
}

TEST_CASE("a million levels of nesting are refused in both forms without a stack overflow") {
  constexpr std::size_t depth = 1'000'000;
  const std::string lists = std::string(depth, '[') + std::string(depth, ']');
  std::string objects;
  for (std::size_t i = 0; i < depth; ++i) objects += "{\"a\":";
  std::string arrays(depth, '\x81');
  arrays += '\0';
  for (const std::string& bytes :
       {lists, objects, sealed_json(lists), sealed_json(objects + "1" + std::string(depth, '}')),
        sealed_binary(arrays), sealed_binary(std::string(depth, '\x9f')),
        sealed_binary(std::string(depth, '\xd8'))}) {
    CAPTURE(bytes.substr(0, 80));
    CHECK(outcome_of(bytes, iris()) == Outcome::refused);
  }
}

TEST_CASE("numbers that are none are refused in a binary body") {
  const std::string body = to_bytes(iris(), PosteriorForm::binary).substr(binary_head);
  const std::size_t count = body.find(
      "\x65"
      "count");
  REQUIRE(count != std::string::npos);
  const auto with = [&](const std::string& number) {
    std::string changed = body;  // the count of 50 takes two bytes
    return sealed_binary(changed.replace(count + 6, 2, number));
  };

  CHECK(outcome_of(with("\x18\x32"), iris()) == Outcome::equal);
  for (const std::string& number :
       {std::string("\xf9\x7e\x00", 3), std::string("\xf9\x7c\x00", 3),
        std::string("\xfb\x7f\xf0\0\0\0\0\0\0", 9), std::string("\x20"), std::string("\xf6"),
        std::string("\xf5"), std::string("\x61x"), std::string("\x80"), std::string("\xa0"),
        std::string("\x41\x00", 2), std::string("\xc1\x18\x32"), std::string("\xf7")}) {
    CAPTURE(number);
    CHECK(outcome_of(with(number), iris()) == Outcome::refused);
  }
}

TEST_CASE("texts that are not UTF-8 are refused in a binary body") {
  std::string body = to_bytes(iris(), PosteriorForm::binary).substr(binary_head);
  const std::size_t at = body.find("setosa");
  REQUIRE(at != std::string::npos);
  body[at] = '\xff';

  CHECK(outcome_of(sealed_binary(body), iris()) == Outcome::refused);
}
