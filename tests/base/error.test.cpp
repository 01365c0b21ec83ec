// Error codes, places and collected messages.
#include <credence/base/error.hpp>

#include <doctest/doctest.h>
#include <set>

namespace credence {

TEST_CASE("every error code has a word of its own") {
  std::set<std::string_view> words;

  for (const ErrorCode code :
       {ErrorCode::domain, ErrorCode::shape, ErrorCode::schema, ErrorCode::parse, ErrorCode::io,
        ErrorCode::undefined, ErrorCode::version, ErrorCode::limit})
    words.insert(to_string(code));

  CHECK(words == std::set<std::string_view>{"domain", "shape", "schema", "parse", "io", "undefined",
                                            "version", "limit"});
}

TEST_CASE("a place is written as far as it is known") {
  CHECK(to_string(Location{}) == "");
  CHECK(to_string(Location{.file = "data.csv"}) == "data.csv");
  CHECK(to_string(Location{.file = "data.csv", .line = 18}) == "data.csv:18");
  CHECK(to_string(Location{.file = "data.csv", .line = 18, .column = 4}) == "data.csv:18:4");
}

TEST_CASE("a column without its line is not written") {
  const Location where{.file = "data.csv", .line = 0, .column = 4};

  CHECK(to_string(where) == "data.csv");
}

TEST_CASE("an error keeps its code and message and place") {
  const Error error{ErrorCode::parse, "no number", {.file = "data.csv", .line = 2, .column = 3}};

  CHECK(error.code() == ErrorCode::parse);
  CHECK(std::string{error.what()} == "no number");
  CHECK(error.where() == Location{.file = "data.csv", .line = 2, .column = 3});
}

TEST_CASE("collected faults stand one on a line") {
  const Error several = collected(ErrorCode::schema, {"first fault", "second fault"});
  const Error one = collected(ErrorCode::domain, {"only fault"});

  CHECK(several.code() == ErrorCode::schema);
  CHECK(std::string{several.what()} == "first fault\nsecond fault");
  CHECK(one.code() == ErrorCode::domain);
  CHECK(std::string{one.what()} == "only fault");
}

TEST_CASE("a NUL byte in a name does not end the message") {
  using namespace std::string_literals;
  const Error error{ErrorCode::schema, "no column 'a\0b\0'; use 'c'"s};

  CHECK(std::string{error.what()} == "no column 'a\\x00b\\x00'; use 'c'");
}

}  // namespace credence
