// What the flags of a verb are called, and which of them a command line has.
#include "flags/flags.hpp"

#include <algorithm>

namespace credence::tool {

std::string_view heading_of(Section section) {
  switch (section) {
    case Section::arguments:
      return "Arguments";
    case Section::options:
      return "Options";
    case Section::estimators:
      return "Estimators";
    case Section::folds:
      return "Cross-validation";
    case Section::second:
      return "Second classifier";
    case Section::decisions:
      return "Intervals and decisions";
    case Section::model:
      return "Model";
    case Section::priors:
      return "Priors";
    case Section::structure:
      return "Structure";
    case Section::simulation:
      return "Simulation";
    case Section::input:
      return "Reading data";
    case Section::figures:
      return "Figures";
    case Section::output:
      return "Output";
    case Section::general:
      break;
  }
  return "General";
}

std::vector<std::string> Flag::names() const {
  const std::size_t comma = name.find(',');
  if (comma == std::string::npos) return {name};
  return {name.substr(0, comma), name.substr(comma + 1)};
}

Flag& Grammar::add(Flag::Kind kind, std::string name, std::string form, std::string help) {
  Flag& flag = flags_.emplace_back(
      Flag{.kind = kind, .name = std::move(name), .form = std::move(form), .help = {}});
  flag.section = flag.is_word() ? Section::arguments : section_;
  // "number of folds [10]"
  const std::size_t bracket = help.ends_with(']') ? help.rfind(" [") : std::string::npos;
  if (bracket != std::string::npos) {
    flag.otherwise = help.substr(bracket + 2, help.size() - bracket - 3);
    help.resize(bracket);
  }
  flag.help = std::move(help);
  return flag;
}

bool Flag::is_called(std::string_view called) const {
  const std::vector<std::string> all = names();
  return std::find(all.begin(), all.end(), called) != all.end();
}

const Flag* Grammar::find(std::string_view name) const {
  for (const Flag& flag : flags_)
    if (flag.is_called(name)) return &flag;
  return nullptr;
}

Flag& Grammar::at(std::string_view name) {
  return *std::find_if(flags_.begin(), flags_.end(),
                       [&](const Flag& flag) { return flag.is_called(name); });
}

std::vector<std::string> Grammar::flag_names() const {
  std::vector<std::string> all;
  for (const Flag& flag : flags_)
    if (!flag.is_word())
      for (std::string& name : flag.names()) all.push_back(std::move(name));
  return all;
}

bool Grammar::given(std::string_view name) const {
  const Flag* const flag = find(name);
  return flag != nullptr && (flag->on != nullptr ? *flag->on : !flag->values.empty());
}

std::string_view Grammar::first_given(std::initializer_list<std::string_view> names) const {
  const auto found =
      std::find_if(names.begin(), names.end(), [&](auto name) { return given(name); });
  return found == names.end() ? std::string_view() : *found;
}

}  // namespace credence::tool
