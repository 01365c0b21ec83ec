// Statistics that a database counted: refused, or a posterior that can be saved and loaded again.
// Input: the CSV; the checksum of the schema is put in the place of CHECKSUM.
#include <credence/sql/sql.hpp>

#include "fuzz/posterior_text.hpp"

namespace {

using namespace credence;

Model model_of_statistics() {
  return Model(Schema{.label = "y",
                      .columns = {{.name = "a", .family = "normal"},
                                  {.name = "b", .family = "categorical"},
                                  {.name = "c", .family = "poisson"},
                                  {.name = "d", .family = "histogram"},
                                  {.name = "e", .family = "multinomial", .columns = {"e1", "e2"}},
                                  {.name = "f",
                                   .family = "normal",
                                   .columns = {"f1", "f2"},
                                   .covariance = Covariance::full}}});
}

std::string with_checksum(std::string text, const Model& model) {
  const std::string sql = sql::learning_sql(model, {.table = "t"}, sql::Dialect::ansi);
  const std::string checksum = sql.substr(sql.find("crc32:"), 14);
  constexpr std::string_view place = "CHECKSUM";
  if (const std::size_t at = text.find(place); at != std::string::npos)
    text.replace(at, place.size(), checksum);
  return text;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Model model = model_of_statistics();
  const std::string text = with_checksum(std::string(fuzz::text_of(data, size)), model);
  const auto read =
      fuzz::outcome_of([&] { return sql::posterior_from_statistics(model, text, "counted.csv"); });
  if (read.value) fuzz::expect_kept(*read.value);
  return 0;
}
