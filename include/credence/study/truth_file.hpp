#pragma once
// Truths to and from files: parameters that are given, or those that a simulation drew.
#include <credence/predict/estimates.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace credence {

/// What a file of parameters holds, as plain data that knows no family's type.
///
///     truth_of({.schema = schema, .class_probabilities = {{"ill", 0.5}, {"well", 0.5}},
///               .parameters = {{"age", {{"ill", {{"mean", 60.0}, {"variance", 100.0}}},
///                                       {"well", {{"mean", 40.0}, {"variance", 100.0}}}}}}});
struct TruthRecord {
  using OfClasses = std::map<std::string, Fields, std::less<>>;

  Schema schema{};
  std::map<std::string, double, std::less<>> class_probabilities{};
  /// By feature and class. A class of probability 0 has none.
  std::map<std::string, OfClasses, std::less<>> parameters{};

  friend bool operator==(const TruthRecord&, const TruthRecord&) = default;
};

/// The text of a file of parameters: one JSON object (docs/explanation/simulation.md), one line a
/// feature.
[[nodiscard]] std::string to_json(const TruthRecord& record);

/// Reads such a text; `name` stands for the file in messages.
/// in      schema: takes the place of the file's own, which may then be left out
/// throws  Error{parse} for text that is no JSON; Error{schema} naming the key at fault
[[nodiscard]] TruthRecord truth_record_from_json(std::string_view text, const std::string& name,
                                                 const std::optional<Schema>& schema = {});

/// The truth that plain data stand for.
/// throws  Error{schema} for classes or features that are not those of the schema, or probabilities
///         that do not sum to 1 within 1e-9; Error{domain} for a parameter outside its domain;
///         Error{shape} for a list that does not fit the levels
[[nodiscard]] Estimates truth_of(const TruthRecord& record,
                                 const FamilySet& families = shipped_families());

/// A truth as plain data; its schema lists all classes and levels.
/// throws  Error{undefined} for the densities of `predictive`, which no parameters give
[[nodiscard]] TruthRecord record_of(const Estimates& truth);

/// The text of a truth's file.
[[nodiscard]] std::string to_json(const Estimates& truth);

/// A truth from the text of its file; throws as truth_record_from_json and truth_of.
[[nodiscard]] Estimates truth_from_json(std::string_view text, const std::string& name,
                                        const std::optional<Schema>& schema = {},
                                        const FamilySet& families = shipped_families());

}  // namespace credence
