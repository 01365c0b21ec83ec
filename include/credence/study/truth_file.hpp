#pragma once
// Truths to and from files: parameters that are given, or those that a simulation drew.
#include <credence/predict/estimates.hpp>
#include <map>

namespace credence {

/// What a file of parameters holds, as plain data that knows no family's type.
///
///     truth_of<Families>({.schema = schema, .class_probabilities = {{"ill", 0.5}, {"well", 0.5}},
///                         .parameters = {{"age", {{"ill", {{"mean", 60.0}, {"variance", 100.0}}},
///                                                 {"well", {{"mean", 40.0}, {"variance", 100.0}}}}}}});
struct TruthRecord {
  using OfClasses = std::map<std::string, Fields, std::less<>>;

  Schema schema{};
  std::map<std::string, double, std::less<>> class_probabilities{};
  /// By feature and class. A class of probability 0 has none.
  std::map<std::string, OfClasses, std::less<>> parameters{};

  friend bool operator==(const TruthRecord&, const TruthRecord&) = default;
};

/// The text of a file of parameters: one JSON object (docs/simulation.md), one line a feature.
[[nodiscard]] std::string to_json(const TruthRecord& record);

/// Reads such a text; `name` stands for the file in messages.
/// in      schema: takes the place of the file's own, which may then be left out
/// throws  Error{parse} for text that is no JSON; Error{schema} naming the key at fault
[[nodiscard]] TruthRecord truth_record_from_json(std::string_view text, const std::string& name,
                                                 const std::optional<Schema>& schema = {});

namespace detail {
/// Throws Error{schema} unless the probabilities are at least 0 and sum to 1.
void check_class_probabilities(const TruthRecord& record);
/// Throws Error{schema}: the classes of the record are not those of the schema.
[[noreturn]] void other_classes(const std::vector<std::string>& classes);
/// Throws Error{schema} for a feature that the schema lacks.
void check_features(const TruthRecord& record, const std::vector<std::string>& features);
/// The parameters of a cell. Throws Error{schema} when there are none.
[[nodiscard]] const Fields& parameters_of(const TruthRecord& record, const std::string& feature,
                                          const std::string& klass);
/// Throws Error{shape} unless a list has one entry for each level.
void check_length(std::size_t length, std::size_t levels, std::string_view member,
                  const std::string& what);
/// Throws Error{undefined}: no likelihood has such densities.
[[noreturn]] void no_parameters();
/// Classes of the truth, and levels of a feature, as a schema lists them.
void list_levels(ColumnSchema& column, const std::vector<std::string>& levels);

template <ConjugateFamily F>
[[nodiscard]] typename F::Likelihood likelihood_from(const Fields& fields,
                                                     const Feature<F>& feature,
                                                     const std::string& klass) {
  using Likelihood = typename F::Likelihood;
  const std::string what = "parameters of column '" + feature.name + "' of class '" + klass + "'";
  const auto likelihood = from_fields<Likelihood>(fields, what);
  const std::size_t levels = feature.levels.size() + static_cast<std::size_t>(feature.reserved());
  for_each_member<Likelihood>([&](const auto& member) {
    const auto& value = likelihood.*(member.pointer);
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(value)>, double>) {
      if (member.domain == Domain::positive_definite)
        check_triangle(value, levels, what + ": '" + std::string(member.name) + "'");
      else
        check_length(value.size(), levels, member.name, what);
    }
  });
  return likelihood;
}

template <ConjugateFamily F>
[[nodiscard]] ScoreTable<F> table_of(const Block<F>& block, const TruthRecord& record,
                                     const std::vector<std::string>& classes) {
  std::vector<typename F::Likelihood> densities;
  for (const Feature<F>& feature : block.features)
    for (const std::string& klass : classes) {
      auto& density = densities.emplace_back();
      if (record.class_probabilities.find(klass)->second > 0)
        density = likelihood_from<F>(parameters_of(record, feature.name, klass), feature, klass);
    }
  return ScoreTable<F>(block.features, std::move(densities));
}
}  // namespace detail

/// The truth that plain data stand for.
/// throws  Error{schema} for classes or features that are not those of the schema, or probabilities
///         that do not sum to 1 within 1e-9; Error{domain} for a parameter outside its domain;
///         Error{shape} for a list that does not fit the levels
template <class List>
[[nodiscard]] Estimates<BasicModel<List>> truth_of(const TruthRecord& record) {
  detail::check_class_probabilities(record);
  auto posterior = empty_posterior(BasicModel<List>(record.schema));
  std::vector<std::string> classes;
  for (const auto& entry : record.class_probabilities) classes.push_back(entry.first);
  detail::join_classes(posterior, classes);
  Estimates<BasicModel<List>> truth{.model = posterior.model,
                                    .estimator = Estimator::posterior_mean,
                                    .classes = posterior.label.classes};
  if (truth.classes.size() != classes.size()) detail::other_classes(truth.classes);
  double most = -1;
  for (const std::string& klass : truth.classes) {
    const double probability = record.class_probabilities.find(klass)->second;
    if (probability > most)
      truth.most_frequent = static_cast<Index>(truth.log_class_probabilities.size());
    most = std::max(most, probability);
    truth.log_class_probabilities.push_back(std::log(probability));
  }
  std::vector<std::string> features;
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    for (const Feature<F>& feature : block.features) features.push_back(feature.name);
    truth.tables.emplace_back(detail::table_of(block, record, truth.classes));
  });
  detail::check_features(record, features);
  return truth;
}

/// A truth as plain data; its schema lists all classes and levels.
/// throws  Error{undefined} for the densities of `predictive`, which no parameters give
template <class List>
[[nodiscard]] TruthRecord record_of(const Estimates<BasicModel<List>>& truth) {
  TruthRecord record{.schema = truth.model.schema()};
  record.schema.classes = truth.classes;
  for (std::size_t klass = 0; klass < truth.classes.size(); ++klass)
    record.class_probabilities[truth.classes[klass]] =
        std::exp(truth.log_class_probabilities[klass]);
  for (const auto& any : truth.tables)
    std::visit(
        [&]<class F>(const ScoreTable<F>& table) {
          table.visit([&]<class D>(const std::vector<D>& densities) {
            if constexpr (!std::is_same_v<D, typename F::Likelihood>) {
              detail::no_parameters();
            } else {
              auto density = densities.begin();
              for (Index j = 0; j < table.size(); ++j) {
                const Feature<F>& feature = table.feature(j);
                if constexpr (Block<F>::levelled)
                  detail::list_levels(*record.schema.find(feature.name), feature.levels);
                for (const std::string& klass : truth.classes) {
                  if (record.class_probabilities[klass] > 0)
                    record.parameters[feature.name][klass] = to_fields(*density);
                  ++density;
                }
              }
            }
          });
        },
        any);
  return record;
}

/// The text of a truth's file.
template <class List>
[[nodiscard]] std::string to_json(const Estimates<BasicModel<List>>& truth) {
  return to_json(record_of(truth));
}

/// A truth from the text of its file; throws as truth_record_from_json and truth_of.
template <class List = Families>
[[nodiscard]] Estimates<BasicModel<List>> truth_from_json(
    std::string_view text, const std::string& name, const std::optional<Schema>& schema = {}) {
  return truth_of<List>(truth_record_from_json(text, name, schema));
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template Estimates<Model> truth_of<Families>(const TruthRecord&);
extern template TruthRecord record_of(const Estimates<Model>&);

}  // namespace credence
