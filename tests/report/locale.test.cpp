// Under a locale with a decimal comma and points between thousands (R15) nothing reads or writes
// otherwise.
#include <credence/data/csv.hpp>
#include <credence/data/number.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/report/figures.hpp>
#include <credence/report/page.hpp>
#include <credence/report/text.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/data_report.hpp>
#include <credence/study/describe.hpp>

#include <doctest/doctest.h>

#include <array>
#include <sstream>

#include "support/german_locale.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr std::string_view rows =
    "height,visits,city,note,weight,class\n"
    "1.5,1000,Oslo,win 1.000 now,0.5,a\n2.25,0,Rome,\"call, me\",1234567.25,b\n"
    "-3e-7,2,Rome,win win,2,a\n1e6,1,Oslo,now,1,b\n12345.678,3,Bern,me,1,b\n0.1,5,Oslo,call,3,a\n";

// Everything that is read, learned, answered and written, as one text.
std::string everything() {
  const Table table = table_of(rows);
  Schema schema = schema_of({{.name = "height", .family = "normal"},
                             {.name = "visits", .family = "poisson"},
                             {.name = "city", .family = "categorical"},
                             {.name = "note", .family = "multinomial"}});
  const Model model{schema};
  std::string all = to_json(schema);
  for (const Summation summation : {Summation::rounded, Summation::exact}) {
    auto posterior = empty_posterior(model, summation);
    observe(posterior, table, "weight");
    const std::string text = to_json(posterior);
    all += text;
    CHECK(posterior_from_json(text, "p.json") == posterior);
    for (const Estimator estimator : {Estimator::predictive, Estimator::maximum_a_posteriori})
      for (const double log_joint : Classifier{posterior, estimator}.predict(table).log_joint)
        all += to_text(log_joint) + "\n";
    all += to_text(describe(posterior)) + to_json(describe(posterior));
  }
  CompareOptions options;
  options.folds = 2;
  const Comparison comparison = compare(model, table, options);
  all += to_text(comparison) + to_json(comparison) + to_html(page_of(comparison));
  all += to_html(page_of(data_report(model, table, nullptr, {.comparison = options})));
  return all;
}

}  // namespace

TEST_CASE("under a German locale every number is read and written as under none") {
  const std::string plain = everything();
  const GermanLocale german;
  if (!german.there()) {
    MESSAGE("skipped: " << GermanLocale::reason());
    return;
  }

  const std::string translated = everything();

  CHECK(translated == plain);
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%.1f", 1.5);
  CHECK(std::string(text.data()) == "1,5");  // the locale was there
  std::ostringstream stream;
  stream << 1000000;
  CHECK(stream.str() != "1000000");
}
