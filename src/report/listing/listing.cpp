// Numbers, names and their places in JSON.
#include "report/listing/listing.hpp"

namespace credence::report {

Json number(double value) {
  if (std::isnan(value)) return nullptr;
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return number_to_json(value);
}

Json with_point(double value) { return std::isfinite(value) ? Json(value) : number(value); }

std::optional<std::string> name_or_null(const std::string& name) {
  return name.empty() ? std::nullopt : std::optional(name);
}

void write_member(Json& object, const char* name, Json value) { object[name] = std::move(value); }

void write_entry(Json& list, Json value) { list.push_back(std::move(value)); }

}  // namespace credence::report
