// Structures in words and JSON.
#include "report/results/found_structure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/listing/listing.hpp"

namespace credence {

static void list(auto& to, const FoundParents& of) {
  to("feature", of.feature);
  to("parents", of.parents);
  to("gain", of.gain);
  to("information", of.information);
}

static void list(auto& to, const SuperParents& model) {
  to("parents", model.parents);
  to("log_evidence", model.log_evidence);
  to("weight", model.weight);
}

std::string report::sentence_of(const FoundStructure& found) {
  const std::string name = name_of(found.asked);
  if (!found.models.empty())
    return fmt::format("{}: an average of {}, weights {}", name,
                       counted(std::ssize(found.models), "model", "models"),
                       to_string(found.asked.average));
  if (found.asked.kind == StructureKind::lookup)
    return fmt::format(
        "{}: whole rows are looked up, around {}", name,
        found.asked.centre == LookupCentre::naive ? "naive Bayes" : "the class probabilities");
  const auto arcs = std::count_if(found.features.begin(), found.features.end(),
                                  [](const FoundParents& of) { return !of.parents.empty(); });
  return fmt::format("{}: {} of {} depend{} on others", name, arcs,
                     counted(std::ssize(found.features), "feature", "features"),
                     arcs == 1 ? "s" : "");
}

std::vector<double> report::weights_of(const FoundStructure& found) {
  double all = 0;
  for (const SuperParents& model : found.models) all += model.weight;
  std::vector<double> weights;
  for (const SuperParents& model : found.models)
    weights.push_back(all > 0 ? model.weight / all : 0);
  return weights;
}

Json report::found_json(const FoundStructure& found) {
  Json entry = {{"structure", name_of(found.asked)}};
  if (!found.features.empty()) entry["features"] = json_of(found.features);
  if (!found.models.empty()) {
    entry["average"] = to_string(found.asked.average);
    entry["models"] = json_of(found.models);
    const std::vector<double> weights = weights_of(found);
    for (std::size_t i = 0; i < weights.size(); ++i) entry["models"][i]["weight"] = weights[i];
  }
  entry["notes"] = found.notes;
  return entry;
}

}  // namespace credence
