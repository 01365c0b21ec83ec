// Texts to words.
#include <credence/data/convert.hpp>

#include <doctest/doctest.h>

using namespace credence;

using Tokens = std::vector<std::string>;

TEST_CASE("words are runs of letters and digits in lower case") {
  CHECK(tokens("Free entry in 2 a wkly COMP!") ==
        Tokens{"free", "entry", "in", "2", "a", "wkly", "comp"});
  CHECK(tokens("don't") == Tokens{"don", "t"});
  CHECK(tokens("snake_case-and.dots") == Tokens{"snake", "case", "and", "dots"});
}

TEST_CASE("bytes beyond ASCII belong to words and keep their case") {
  CHECK(tokens("\xC3\x84pfel \xC2\xA3"
               "5") == Tokens{"\xC3\x84pfel",
                              "\xC2\xA3"
                              "5"});
  CHECK(tokens("a\xFF"
               "b\x80") == Tokens{"a\xFF"
                                  "b\x80"});
}

TEST_CASE("a text without letters and digits has no words") {
  CHECK(tokens("").empty());
  CHECK(tokens(" \t\n.,;!?-_@[`{").empty());
}

TEST_CASE("the bytes next to the ranges of letters and digits end a word") {
  CHECK(tokens("a@b[c`d{e/f:g") == Tokens{"a", "b", "c", "d", "e", "f", "g"});
  CHECK(tokens("AZaz09") == Tokens{"azaz09"});
}

TEST_CASE("each token is seen once and in order") {
  std::string buffer = "left over from before";
  std::string joined;

  for_each_token("One, two; ONE", buffer, [&](std::string_view token) {
    joined += token;
    joined += '|';
  });

  CHECK(joined == "one|two|one|");
}
