// Sets of families, and which column belongs to which.
#include <credence/learn/family_type.hpp>
#include <credence/learn/model.hpp>
#include <credence/learn/typed_block.hpp>

#include <algorithm>
#include <credence/base/error.hpp>

#include "base/names.hpp"

namespace credence {

void detail::block_of_another(const AnyBlock& any, std::string_view family) {
  throw Error(ErrorCode::schema, "a block of family '" + std::string(any.family().facts().name) +
                                     "' was asked for the statistics of family '" +
                                     std::string(family) +
                                     "'; ask typed_if whether it is of that family");
}

bool is_of(const FamilyFacts& family, const ColumnSchema& column) {
  return column.family == family.word && column.tied.has_value() == family.tied &&
         column.covariance == family.covariance;
}

std::vector<const ColumnSchema*> features_of(const FamilyType& family, const Schema& schema) {
  std::vector<const ColumnSchema*> features;
  for (const ColumnSchema& column : schema.columns)
    if (is_of(family.facts(), column)) features.push_back(&column);
  return features;
}

FamilySet FamilySet::with(const FamilyType& family) const {
  const auto same = [&](const FamilyType* other) {
    const FamilyFacts& a = family.facts();
    const FamilyFacts& b = other->facts();
    return a.word == b.word && a.tied == b.tied && a.covariance == b.covariance;
  };
  FamilySet more = *this;
  const auto place = std::find_if(more.families_.begin(), more.families_.end(), same);
  if (place == more.families_.end())
    more.families_.push_back(&family);
  else
    *place = &family;
  return more;
}

const FamilyType* FamilySet::find(const ColumnSchema& column) const {
  for (const FamilyType* family : families_)
    if (is_of(family->facts(), column)) return family;
  return nullptr;
}

std::vector<std::string_view> FamilySet::words() const {
  std::vector<std::string_view> words;
  for (const FamilyType* family : families_)
    if (!detail::among(words, family->facts().word)) words.push_back(family->facts().word);
  return words;
}

bool closed(const AnyBlock& block, Index j) {
  const FeatureFacts& feature = block.feature(j);
  return feature.listed || (!feature.levels.empty() && block.has_weights(j));
}

bool takes(const FamilyFacts& family, const PriorSpec& prior) {
  const auto is_word = [&](Automatic word) { return to_string(word) == prior.word; };
  if (!prior.word.empty())
    return std::any_of(family.prior_words.begin(), family.prior_words.end(), is_word);
  return std::all_of(prior.by_class.begin(), prior.by_class.end(),
                     [&](const auto& of_class) { return takes(family, of_class.second); }) &&
         std::all_of(prior.values.begin(), prior.values.end(), [&](const auto& field) {
           return detail::among(family.prior_keys, field.first) ||
                  detail::among(family.elicited_keys, field.first);
         });
}

std::string listed_prior_keys(const FamilyFacts& family) {
  std::vector<std::string_view> keys = family.prior_keys;
  for (const std::string_view key : family.elicited_keys)
    if (!detail::among(keys, key)) keys.push_back(key);
  return detail::quoted_list(keys);
}

std::vector<std::string> columns_that_take(const PriorSpec& prior, const Schema& schema,
                                           const FamilySet& families) {
  std::vector<std::string> names;
  std::vector<const FamilyType*> refused;  // each family once
  for (const ColumnSchema& column : schema.columns) {
    const FamilyType* family = families.find(column);
    if (family == nullptr) continue;
    if (takes(family->facts(), prior))
      names.push_back(column.name);
    else if (std::find(refused.begin(), refused.end(), family) == refused.end())
      refused.push_back(family);
  }
  if (!names.empty()) return names;
  std::string keys;
  for (const FamilyType* family : refused) {
    keys += (keys.empty() ? "; family '" : "; '") + std::string(family->facts().word) + "' takes " +
            listed_prior_keys(family->facts());
  }
  throw Error(ErrorCode::schema, "no column has a family that takes the prior '" + to_text(prior) +
                                     "'" + (keys.empty() ? "; no column is used" : keys));
}

}  // namespace credence
