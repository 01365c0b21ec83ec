// What is wrong with priors and levels of features.
#include <credence/detail/base/counted.hpp>
#include <credence/detail/learn/block.hpp>
#include <credence/learn/family_type.hpp>

#include <algorithm>

#include "base/names.hpp"

namespace credence::detail {

void unknown_prior_word(std::string_view word, std::string_view what, const FamilyFacts& family) {
  const std::vector<Automatic>& words = family.prior_words;
  std::string listed;
  for (std::size_t i = 0; i < words.size(); ++i)
    listed += (i == 0                  ? "'"
               : i + 1 == words.size() ? " and '"
                                       : ", '") +
              std::string(to_string(words[i])) + "'";
  throw Error(ErrorCode::schema, std::string(what) + " is the unknown word '" + std::string(word) +
                                     "'; the words are " + listed +
                                     ", else give numbers: " + listed_prior_keys(family));
}

Error with_missing_number(const Error& error, std::string_view member) {
  constexpr std::string_view all = "give the prior in numbers";
  std::string what = error.what();
  if (const std::size_t at = what.rfind(all); at != std::string::npos)
    what.replace(at, all.size(), "give " + in_quotes(member) + ", too,");
  return Error(error.code(), what);
}

bool holds(const Fields& fields, std::string_view name) {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const auto& field) { return field.first == name; });
}

namespace {

bool tells_strength(std::string_view number) {
  const std::optional<StrengthRole> role = strength_role(number);
  return role && *role != StrengthRole::kept;
}

}  // namespace

Elicited told_in(const Fields& fields, std::span<const std::string_view> numbers,
                 const FamilyFacts& family, std::string_view what) {
  std::vector<std::string> faults;
  std::string_view key;       // that is told
  std::string_view strength;  // a number that tells how firm the prior is
  for (auto field = fields.begin(); field != fields.end(); ++field) {
    const std::string_view name = field->first;
    const auto same = [&](const auto& other) { return other.first == name; };
    const bool is_number = among(numbers, name);
    if (std::any_of(fields.begin(), field, same))
      faults.push_back(std::string(what) + " gives '" + std::string(name) +
                       "' twice; give it one value");
    else if (!is_number && !among(family.elicited_keys, name))
      faults.push_back(std::string(what) + " has no '" + std::string(name) + "'; family '" +
                       std::string(family.word) + "' takes " + listed_prior_keys(family));
    else if (!is_number)
      key = name;
    else if (tells_strength(name))
      strength = name;
  }
  if (!key.empty() && !strength.empty())
    faults.push_back(std::string(what) + " gives '" + std::string(key) + "' and '" +
                     std::string(strength) +
                     "', which says the same in another way; give one of them");
  if (!faults.empty()) throw collected(ErrorCode::schema, faults);
  Elicited told{.what = what};
  const auto tell_one = [&](std::string_view name, std::optional<double>& out) {
    if (among(numbers, name) || !holds(fields, name)) return;
    double number = 0;
    take(fields, name, what, number);
    out = number;
  };
  tell_one("mean", told.mean);
  tell_one("sd", told.sd);
  tell_one("n", told.n);
  return told;
}

std::string prior_of_column(std::string_view name) {
  return "the prior of column '" + std::string(name) + "'";
}

void wrong_number_of_weights(Index weights, Index levels, std::string_view what) {
  throw Error(ErrorCode::shape, std::string(what) + " has " +
                                    counted(weights, "weight", "weights") + " for " +
                                    counted(levels, "level", "levels") +
                                    "; give one weight for each level, and list the levels");
}

Error level_cannot_join(std::string_view feature, std::string_view level, bool listed,
                        const std::string& place, Location where) {
  const std::string found = "column '" + std::string(feature) + "'" +
                            (place.empty() ? "" : ", " + place) + " holds level '" +
                            std::string(level) + "', which ";
  return Error(
      ErrorCode::schema,
      found + (listed ? "the schema does not list; add it to `levels` or mark it as missing"
                      : "the prior has no weight for; list the levels or use a prior of `each`"),
      std::move(where));
}

}  // namespace credence::detail
