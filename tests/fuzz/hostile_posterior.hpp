#pragma once
// Posteriors of any families with any numbers in them, as a hostile file could hold them.
#include <cmath>
#include <credence/family/families.hpp>
#include <credence/family/family_facts.hpp>

#include "fuzz/posterior_text.hpp"

namespace credence::fuzz {

inline constexpr std::array column_names{"u", "v", "w"};
inline constexpr std::array level_names{"a", "b", "c", "d"};

/// The first `count` of the names.
template <class Names>
[[nodiscard]] std::vector<std::string> some_of(const Names& names, std::size_t count) {
  return {names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// The same names with other numbers; lists get `length` entries.
[[nodiscard]] inline Fields hostile_fields(Bytes& bytes, Fields fields, std::size_t length) {
  for (auto& entry : fields) {
    if (std::holds_alternative<double>(entry.second)) {
      entry.second = bytes.number();
      continue;
    }
    std::vector<double> list(length);
    for (double& number : list) number = bytes.number();
    entry.second = std::move(list);
  }
  return fields;
}

template <class F>
[[nodiscard]] PriorSpec hostile_prior(Bytes& bytes, std::size_t length) {
  // Seldom a word: finding the numbers of an empirical prior takes longer than all the rest.
  constexpr std::size_t others = 40;
  const std::size_t kind = bytes.below(others + all_automatic_words.size());
  if (kind >= others) return {.word = std::string(to_string(all_automatic_words[kind - others]))};
  if (kind < others / 2) return {};
  if constexpr (Described<typename F::Prior>)
    return {.values = hostile_fields(bytes, to_fields(typename F::Prior{}), length)};
  else
    return {};
}

[[nodiscard]] inline ClassPrior hostile_class_prior(Bytes& bytes,
                                                    const std::vector<std::string>& classes) {
  ClassPrior prior{.kind = static_cast<ClassPrior::Kind>(bytes.below(4))};
  if (prior.kind == ClassPrior::Kind::learned) prior.each = bytes.number();
  if (prior.kind == ClassPrior::Kind::given)
    for (const std::string& klass : classes) prior.given.emplace_back(klass, bytes.number());
  return prior;
}

/// What a file could hold of one feature, and its column in the schema.
template <class F>
void add_feature(Bytes& bytes, PosteriorRecord& record, const std::string& name) {
  const std::size_t levels = bytes.below(level_names.size() + 1);
  ColumnSchema column{.name = name, .family = std::string(F::name)};
  FeatureRecord feature{.name = name};
  if constexpr (TiedFamily<F>) {
    column.family = "normal";
    column.columns = some_of(level_names, levels);
    column.tied = all_tyings[bytes.below(all_tyings.size())];
    column.covariance = covariance_of<F>();
    feature.levels = column.columns;
  } else if constexpr (LevelledStatistics<typename F::Statistics>) {
    feature.levels = some_of(level_names, levels);
    if (bytes.yes()) column.levels = feature.levels;
    column.unseen = static_cast<Unseen>(bytes.below(3));
  }
  column.prior = hostile_prior<F>(bytes, levels);
  for (std::size_t klass = 0; klass < record.classes.size(); ++klass)
    feature.statistics.push_back(
        hostile_fields(bytes, to_fields(typename F::Statistics{}), levels));
  record.schema.columns.push_back(std::move(column));
  record.features.push_back(std::move(feature));
}

[[nodiscard]] inline PosteriorRecord hostile_record(Bytes& bytes) {
  PosteriorRecord record;
  record.classes = some_of(level_names, 1 + bytes.below(3));
  record.schema.label = "y";
  record.schema.class_prior = hostile_class_prior(bytes, record.classes);
  record.like_scikit_learn = bytes.below(8) == 0;
  for (std::size_t i = 0; i < record.classes.size(); ++i)
    record.class_counts.push_back(bytes.number());
  const std::size_t columns = 1 + bytes.below(column_names.size());
  for (std::size_t i = 0; i < columns; ++i) {
    std::size_t families = 0;
    for_each_family(Families{}, [&](auto) { ++families; });
    std::size_t left = bytes.below(families);
    for_each_family(Families{}, [&]<class F>(F) {
      if (left-- == 0) add_feature<F>(bytes, record, column_names[i]);
    });
  }
  return record;
}

/// The posterior that such a file holds, without the detour over its text.
[[nodiscard]] inline std::optional<ModelPosterior> hostile_posterior(Bytes& bytes) {
  PosteriorRecord record = hostile_record(bytes);
  for (const double count : record.class_counts)
    if (!(count >= 0 && std::isfinite(count))) return std::nullopt;
  return outcome_of([&] {
           record.schema = schema_from_json(to_json(record.schema), "s.json");
           return posterior_of(record);
         })
      .value;
}

}  // namespace credence::fuzz
