// Explanations of single rows as text.
#include <credence/report/figures.hpp>
#include <credence/report/text.hpp>

#include <credence/predict/explain.hpp>

#include <doctest/doctest.h>

#include <algorithm>

#include "support/has.hpp"

using namespace credence;
using testing::has;

namespace {

Explanation of_a_letter() {
  Explanation letter{.row = 4, .klass = "spam", .against = "ham", .log_odds = 3.5};
  letter.lines = {
      {.kind = LineKind::prior, .feature = "class", .contribution = -0.5},
      {.kind = LineKind::feature, .feature = "sender", .note = "missing"},
      {.kind = LineKind::feature, .feature = "day", .value = "noon", .note = "unseen"},
      {.kind = LineKind::word, .feature = "text", .value = "win", .count = 3, .contribution = 2},
      {.kind = LineKind::word, .feature = "text", .value = "money", .contribution = 1.5},
      {.kind = LineKind::length, .feature = "text", .count = 12, .contribution = 0.5}};
  return letter;
}

std::string line_of(const std::string& text, const std::string& cell) {
  const std::size_t at = text.find(cell);
  if (at == std::string::npos) return {};
  const std::size_t begin = text.rfind('\n', at) + 1;
  return text.substr(begin, text.find('\n', at) - begin);
}

}  // namespace

TEST_CASE("an explanation tells the prior, values, words with their counts, and the length") {
  CHECK(to_text(of_a_letter()) ==
        "row 5: class = spam against ham, predictive, in nats\n"
        "\n"
        "feature   value          contribution\n"
        "class     (prior)                -0.5\n"
        "text      win x 3                   2\n"
        "text      money                   1.5\n"
        "text      (length 12)             0.5\n"
        "sender    (missing)                 0\n"
        "day       noon (unseen)             0\n"
        "log odds                          3.5\n");
}

TEST_CASE("a long value is cut between letters, and a line end in it does not break the line") {
  Explanation letter = of_a_letter();
  letter.lines[2].value = "a\nb" + std::string(60, 'x');
  letter.lines[4].value.clear();
  for (int i = 0; i < 50; ++i) letter.lines[4].value += "\xC3\xA9";

  const std::string text = to_text(letter);

  CHECK(has(line_of(text, "a\\x0ab"), "a\\x0ab" + std::string(33, 'x') + "\xE2\x80\xA6 (unseen)"));
  std::string letters;
  for (int i = 0; i < 39; ++i) letters += "\xC3\xA9";
  CHECK(has(line_of(text, "\xC3\xA9"), " " + letters + "\xE2\x80\xA6 "));
  CHECK(std::count(text.begin(), text.end(), '\n') == 10);
}

TEST_CASE("a line without an interval has dashes beside those with one") {
  Explanation letter = of_a_letter();
  letter.mass = 0.9;
  letter.lines[3].interval = Interval{.lower = 1.25, .upper = 2.75};

  const std::string text = to_text(letter);

  CHECK(has(text, "in nats; intervals of mass 0.9\n"));
  CHECK(line_of(text, "win x 3").ends_with("2   1.25   2.75"));
  CHECK(line_of(text, "money").ends_with("1.5      -      -"));
}

TEST_CASE("an explanation without a line of the prior names the classes alone") {
  Explanation letter = of_a_letter();
  letter.lines.erase(letter.lines.begin());

  CHECK(to_text(letter).starts_with("row 5: spam against ham, predictive, in nats\n"));
}

TEST_CASE("the steps of a waterfall name words with their counts, lengths and missing cells") {
  const std::string marks = explanation_figure(of_a_letter()).drawing.marks();

  for (const char* step : {">prior<", ">win x 3<", ">money<", ">length of text<",
                           ">sender missing<", ">day = noon<"}) {
    CAPTURE(step);
    CHECK(has(marks, step));
  }
}

TEST_CASE("a missing interval is named with its feature, in the text and on the figure") {
  Explanation letter = of_a_letter();
  const auto says = [&](const std::string& words) {
    return has(to_text(letter), "without an interval: " + words) &&
           has(explanation_figure(letter).caption, "Without an interval: " + words);
  };
  CHECK_FALSE(says(""));
  letter.mass = 0.9;
  for (ExplanationLine& line : letter.lines) line.interval = Interval{-1, 1};
  letter.lines[1].interval.reset();  // missing: it adds nothing
  letter.lines[5].interval.reset();

  CHECK(says("the log odds, and text, whose family has no `term_moments`"));
  letter.interval = Interval{-1, 1};
  CHECK_FALSE(says(""));
}

TEST_CASE("titles name the classes that are compared, whichever is the more probable") {
  Explanation letter = of_a_letter();
  letter.log_odds = -3.5;

  CHECK(page_of(letter).title == "Row 5: class = spam against ham");
  CHECK(explanation_figure(letter).title == "class = spam against ham");
}
