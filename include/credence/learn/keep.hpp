#pragma once
// A posterior of fewer features: what learning the smaller model would have given, without the rows.
#include <credence/learn/model_posterior.hpp>
#include <initializer_list>
#include <span>
#include <string>

namespace credence {

/// What a part of a feature is called: a word of a text as "text:prize", a column of a block as
/// "sizes:width".
[[nodiscard]] std::string part_name(std::string_view feature, std::string_view part);

namespace detail {

/// What a schema says of the only feature of a block that has some of its members.
void restrict_schema(ColumnSchema& column, const AnyBlock& part);

}  // namespace detail

/// Returns the posterior of the model that has only the named features: equal to learning that
/// model from the same rows, because features are independent given the class. The schema keeps
/// their order.
///
///     const auto small = keep(posterior, {"age", "text:prize"});
///
/// A part of a feature is named by part_name: a word of a text, a column of a block of counts or
/// of tied variances. A text keeps these words and forgets that it ever held others, as if they had
/// been deleted from every document; new words are then skipped, whatever the schema said. What a
/// row with a missing cell taught the members that stay is what it had taught the whole block.
/// throws  Error{schema} listing the names that belong to no feature
/// cost    the size of what is kept, and one look at each name of the posterior; no data is read
[[nodiscard]] Posterior<Model> keep(const Posterior<Model>& posterior,
                                    std::span<const std::string> names);

/// Returns the same of names in braces.
[[nodiscard]] inline Posterior<Model> keep(const Posterior<Model>& posterior,
                                           std::initializer_list<std::string> names) {
  return keep(posterior, std::span<const std::string>(names));
}

/// Returns the posterior of the model without the named features or parts of features: the rest of
/// what `keep` would keep.
/// throws  as keep
[[nodiscard]] Posterior<Model> drop(const Posterior<Model>& posterior,
                                    std::span<const std::string> names);

/// Returns the same of names in braces.
[[nodiscard]] inline Posterior<Model> drop(const Posterior<Model>& posterior,
                                           std::initializer_list<std::string> names) {
  return drop(posterior, std::span<const std::string>(names));
}

}  // namespace credence
