// A result whose entries are named once: JSON, tables of numbers and tables of text.
#include "report/listing/listing.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace listed {
namespace {

using credence::Interval;
using credence::report::Shown;

struct Line {
  std::string name = {};
  credence::Index rows = 0;
  std::optional<double> share = {};
  Interval interval = {};
  std::string why = {};
};

void list(auto& to, const Line& line) {
  to("name", line.name, Shown{"name of it"});
  to("rows", line.rows, Shown{"rows"});
  to("share", line.share, Shown{"share", "{:.2f}"});
  to("interval", line.interval, Shown{"width", [](const Interval& ends) {
                                        return ends.upper > ends.lower ? "some" : "none";
                                      }});
  if (!to.all && !line.why.empty()) to("why", line.why);
  to(Shown{"why"}, line.why.empty() ? "-" : line.why);
}

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<Line> lines() {
  return {{"a,b", 100000, 0.5, {0, 1}, {}}, {"c", 2, {}, {-infinity, infinity}, "no rows"}};
}

}  // namespace
}  // namespace listed

using namespace credence;

TEST_CASE("a listed value is an object, what does not exist is null and infinities are words") {
  CHECK(report::json_of(listed::lines()).dump() ==
        R"([{"name":"a,b","rows":100000,"share":0.5,"interval":{"lower":0,"upper":1}},)"
        R"({"name":"c","rows":2,"share":null,"interval":{"lower":"-inf","upper":"inf"},)"
        R"("why":"no rows"}])");
  CHECK(report::json_of(std::numeric_limits<double>::quiet_NaN()).is_null());
}

TEST_CASE("a table of numbers has a column for each entry, and for each of those that it holds") {
  CHECK(to_csv(report::numbers_of(listed::lines())) ==
        "name,rows,share,lower,upper\n\"a,b\",100000,0.5,0,1\nc,2,,-inf,inf\n");
  CHECK(to_csv(report::numbers_of(std::vector<listed::Line>{})) == "name,rows,share,lower,upper\n");
}

TEST_CASE("a whole number or a name that does not exist is an empty cell") {
  using Cell = FigureNumbers::Cell;
  CHECK(report::cell_of(std::optional<Index>(3)) == Cell(3.0));
  CHECK(std::isnan(std::get<double>(report::cell_of(std::optional<Index>()))));
  CHECK(report::cell_of(report::name_or_null("a")) == Cell("a"));
  CHECK(std::isnan(std::get<double>(report::cell_of(report::name_or_null("")))));
}

TEST_CASE("a table for people has the entries with a heading, and a dash for what does not exist") {
  report::TextTable table = report::text_table(1, listed::lines());
  CHECK(table.text() ==
        "name of it    rows  share  width      why\n"
        "a,b         100000   0.50   some        -\n"
        "c                2      -   some  no rows\n");
  table.leave_out("width");
  CHECK(table.text() ==
        "name of it    rows  share      why\n"
        "a,b         100000   0.50        -\n"
        "c                2      -  no rows\n");
}

TEST_CASE("a number that rounds to zero has no sign in a table for people") {
  CHECK(report::shown_text(-0.0004, "{:.3f}") == "0.000");
  CHECK(report::shown_text(-0.0006, "{:.3f}") == "-0.001");
  CHECK(report::shown_text(-std::numeric_limits<double>::infinity(), "{:.3f}") == "-inf");
}
