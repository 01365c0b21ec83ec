// The numbers of figures as JSON, alone and below the conclusions of a report.
#include <credence/report/figures.hpp>
#include <credence/study/data_report.hpp>

#include "report/listing/result_listing.hpp"

namespace credence {

static void list(auto& to, const Misfit& misfit) {
  to("feature", misfit.feature);
  to("family", misfit.family);
  to("extreme", misfit.extreme);
  to("quantities", misfit.quantities);
  to("p_value", misfit.p_value);
  to("better", report::name_or_null(misfit.better));
  to("log_bayes_factor", misfit.log_bayes_factor);
}

static void list(auto& to, const Relevance& relevance) {
  to("feature", relevance.feature);
  to("log_bayes_factor", relevance.log_bayes_factor);
}

static void list(auto& to, const UnusualRow& unusual) {
  to("row", unusual.row);
  to("class", unusual.klass);
  to("feature", unusual.feature);
  to("value", unusual.value);
  to("below_median", unusual.below_median);
}

static void list(auto& to, const FeatureWeights& weights) {
  to("kind", weights.kind);
  to("estimator", weights.estimator);
  to("log_loss_before", weights.log_loss_before);
  to("log_loss_after", weights.log_loss_after);
}

static void list(auto& to, const Conclusions& found) {
  to("rows", found.rows);
  to("label", found.label);
  to("classes", found.classes);
  to("class_rows", found.class_rows);
  to("on", found.on);
  to("baseline", found.baseline);
  to("best", found.best);
  to("advised_weights",
     found.advised_weights.any() ? std::optional(found.advised_weights) : std::nullopt);
  to("misfits", found.misfits);
  to("uninformative", found.uninformative);
  to("dependent", found.dependent);
  to("unusual_rows", found.unusual_rows);
  to("unusual_in_all", found.unusual_in_all);
}

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

// in  more: entries that stand before the figures
std::string document(const std::vector<Figure>& figures, const Json& more) {
  Json all = {{"schema_version", 1}};
  if (more.is_object()) all.update(more);
  all["figures"] = Json::array();
  for (const Figure& figure : figures) all["figures"].push_back(object(figure));
  return write_json(all, 1) + '\n';
}

}  // namespace

std::string to_json(const std::vector<Figure>& figures) { return document(figures, {}); }

std::string to_json(const DataReport& report) {
  return document(figures_of(page_of(report)),
                  {{"conclusions", report::json_of(report.conclusions)}});
}

}  // namespace credence
