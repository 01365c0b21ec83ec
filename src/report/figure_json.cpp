// The numbers of figures as JSON.
#include <credence/report/figure.hpp>

#include "report/listing.hpp"

namespace credence {
namespace {

Json value(const FigureNumbers::Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  return report::number(std::get<double>(cell));
}

Json object(const Figure& figure) {
  Json entry = {{"figure", figure.name},
                {"title", figure.title},
                {"caption", figure.caption},
                {"columns", figure.numbers.columns}};
  entry["rows"] = Json::array();
  for (const auto& row : figure.numbers.rows) {
    Json cells = Json::array();
    for (const FigureNumbers::Cell& cell : row) cells.push_back(value(cell));
    entry["rows"].push_back(std::move(cells));
  }
  return entry;
}

}  // namespace

std::string to_json(const std::vector<Figure>& figures) {
  Json all = {{"schema_version", 1}, {"figures", Json::array()}};
  for (const Figure& figure : figures) all["figures"].push_back(object(figure));
  return write_json(all, 1) + '\n';
}

}  // namespace credence
