// `--with-coefficient`: documents whose words have no order.
#include <doctest/doctest.h>

#include <cmath>

#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

namespace {

const std::string notes =
    "text,class\nwin a prize,spam\nwin win offer,spam\nlunch at noon,ham\nmeet at noon noon,ham\n"
    "offer a prize,spam\nlunch a day,ham\n";
const Words words_column{"--label", "class", "--column", "text=multinomial"};

}  // namespace

TEST_CASE("the multinomial coefficient is added to log joints where it is asked for, and said") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "notes.json";
  REQUIRE(run_tool(with({"fit", "-", "-o", posterior, "-q"}, words_column), notes).exit == 0);
  const Words asked{"predict",  posterior, "-", "--columns", "log_joint,probability",
                    "--format", "json"};
  const Run plain = run_tool(with(asked, {"-q"}), notes);
  const Run added = run_tool(with(asked, {"--with-coefficient"}), notes);

  REQUIRE(added.exit == 0);
  CHECK(added.says("include the multinomial coefficient of documents"));
  // Six, three and six orders of the words of the first three documents.
  const double orders[] = {6, 3, 6};
  for (std::size_t row = 0; row < 3; ++row)
    for (const std::string klass : {"ham", "spam"}) {
      const std::string joint = "log_joint:" + klass, share = "probability:" + klass;
      CHECK(added.json()[row][joint].get<double>() - plain.json()[row][joint].get<double>() ==
            doctest::Approx(std::log(orders[row])).epsilon(1e-12));
      CHECK(added.json()[row][share] == plain.json()[row][share]);
    }
}

TEST_CASE("a comparison with coefficients says what was added") {
  const Words asked = with({"compare", "-", "--folds", "2", "-q"}, words_column);
  const ordered_json plain = run_tool(with(asked, {"--format", "json"}), notes).json();
  const ordered_json full =
      run_tool(with(asked, {"--format", "json", "--with-coefficient"}), notes).json();
  const Run text = run_tool(with(asked, {"--with-coefficient"}), notes);

  CHECK_FALSE(plain.contains("log_coefficient"));
  // 6 * 3 * 6 * 12 * 6 * 6 orders in all.
  const double added = std::log(6.0 * 3 * 6 * 12 * 6 * 6);
  CHECK(full["log_coefficient"].get<double>() == doctest::Approx(added).epsilon(1e-12));
  CHECK(full["log_evidence"].get<double>() - plain["log_evidence"].get<double>() ==
        doctest::Approx(added).epsilon(1e-12));
  CHECK(full["results"] == plain["results"]);
  CHECK(has(text.out, "include the log multinomial coefficients of the documents"));
}

TEST_CASE("the coefficient is refused without documents, and where no density is written") {
  const TemporaryFolder folder;
  check_usage({"compare", shipped("iris.csv"), "--label", "class", "--with-coefficient"},
              "no column is of family 'multinomial'");
  check_usage(run_tool(with({"compare", "-", "--structure", "naive,lbr", "--with-coefficient"},
                            words_column),
                       notes),
              "no meaning beside --structure lbr");
  const std::string posterior = folder / "notes.json";
  REQUIRE(run_tool(with({"fit", "-", "-o", posterior, "-q"}, words_column), notes).exit == 0);
  check_usage(run_tool({"predict", posterior, "-", "--with-coefficient"}, notes),
              "changes the columns log_joint and log_evidence alone");
}
