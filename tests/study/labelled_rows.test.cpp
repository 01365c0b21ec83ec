#include <credence/detail/study/labelled_rows.hpp>

#include <doctest/doctest.h>

#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::detail;
using testing::Doubles;
using testing::Strings;

namespace {

const Table& table() {
  static const Table rows = testing::table_of("x,class\n1,b\n2,a\n3,\n4,b\n");
  return rows;
}

CodeColumn labels() { return codes_of(table(), table().column("class")); }

}  // namespace

TEST_CASE("rows without a label or of weight 0 have no position") {
  const CodeColumn label = labels();

  CHECK(positions_that_count(label, label.levels, {}) == std::vector<Index>{1, 0, -1, 1});
  CHECK(positions_that_count(label, label.levels, Doubles{0, 1, 1, 2}) ==
        std::vector<Index>{-1, 0, -1, 1});
  CHECK(positions_that_count(label, Strings{"b"}, {}) == std::vector<Index>{0, -1, -1, 0});
  CHECK(rows_without_label(label) == 1);
}

TEST_CASE("only levels that occur are classes") {
  CHECK(levels_at(Strings{"a", "b", "c"}, std::vector<Index>{2, -1, 0, 2}) == Strings{"a", "c"});
}

TEST_CASE("labelled rows keep their order and go to their folds") {
  const std::vector<Index> truth{1, 0, -1, 1};

  const LabelledRows all = labelled_rows(truth, Doubles{0.5, 1, 1, 2});
  const auto folds = rows_by_fold(truth, {}, std::vector<Index>{1, 0, -1, 0});

  CHECK(all.rows == std::vector<Index>{0, 1, 3});
  CHECK(all.truth == std::vector<Index>{1, 0, 1});
  CHECK(all.weights == Doubles{0.5, 1, 2});
  REQUIRE(folds.size() == 2);
  CHECK(folds[0].rows == std::vector<Index>{1, 3});
  CHECK(folds[1].rows == std::vector<Index>{0});
  CHECK(folds[1].weights == Doubles{1});
}

TEST_CASE("a label that is no class is refused with its place unless its weight is 0") {
  const CodeColumn label = labels();

  const auto error = testing::error_of([&] {
    check_labels(table(), "class", label, Strings{"b", "c"}, {});
  });

  REQUIRE(error);
  CHECK(error->code() == ErrorCode::schema);
  CHECK(error->where() == Location{"data.csv", 3, 3});
  CHECK(std::string(error->what()) ==
        "label 'class', data.csv:3:3 holds 'a', which is no class that was learned; the "
        "classes are 'b', 'c'; correct the cell or remove the row");
  CHECK_NOTHROW(check_labels(table(), "class", label, Strings{"b"}, Doubles{1, 0, 1, 1}));
}

TEST_CASE("a label that is a class but for the way its number is written is told so") {
  const Table numbers = testing::table_of("class\n1.0\n");
  const CodeColumn label{.levels = {"1.0"}, .codes = {0}};
  const auto refused = [&](const Strings& classes) {
    return testing::error_of([&] { check_labels(numbers, "class", label, classes, {}); });
  };

  CHECK(std::string(refused({"0", "1"})->what()) ==
        "label 'class', data.csv:2:1 holds '1.0', which is no class that was learned; the "
        "classes are '0', '1', and classes are compared as text: '1.0' is not '1'; correct the "
        "cell or "
        "remove the row");
  CHECK(std::string(refused({"0", "one"})->what()).find("text") == std::string::npos);
}

TEST_CASE("a table without labels is refused by name") {
  CHECK(testing::fails_with(
      ErrorCode::schema,
      "no row of 'data.csv' can be used: label 'class' is missing, or the weight is 0, throughout; "
      "give rows with a label",
      [] { no_labelled_row(table(), "class"); }));
}

TEST_CASE("rows are predicted in parts where classes are many, in their order") {
  const std::vector<Index> truth(1000, 3);
  const LabelledRows all = labelled_rows(truth, {});

  const std::vector<LabelledRows> few = parts_of(all, 2);
  const std::vector<LabelledRows> many = parts_of(all, 50000);

  REQUIRE(few.size() == 1);
  CHECK(few[0].rows == all.rows);
  CHECK(rows_at_a_time(50000) == 335);
  REQUIRE(many.size() == 3);
  CHECK(many[2].rows.size() == 330);
  CHECK(many[2].rows.front() == 670);
  CHECK(many[1].truth == std::vector<Index>(335, 3));
  CHECK(many[1].weights == std::vector<double>(335, 1));
  CHECK(rows_at_a_time(std::size_t{1} << 40) == 1);
}
