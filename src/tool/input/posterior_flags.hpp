#pragma once
// The flags of a posterior that is read: its file, and the class prior it is taken under.
#include <credence/data/schema.hpp>
#include <credence/learn/model_posterior.hpp>

#include <optional>
#include <string>

#include "console/console.hpp"
#include "flags/flags.hpp"

namespace credence::tool {

struct PosteriorFlags {
  std::string file{};  ///< "-": standard input
  std::optional<ClassPrior> class_prior{};
  bool without_weights = false;  ///< the feature weights of the file do not count

  /// The file.
  Flag& declare(Grammar& grammar);
  void declare_class_prior(Grammar& grammar);
};

/// Returns the posterior that a verb works with, under the class prior of the flags where they have
/// one.
/// throws  UsageError for a class prior that does not fit its classes
[[nodiscard]] Posterior<Model> posterior_asked(const PosteriorFlags& flags, Console& console);

/// Returns the same of a posterior that was read.
[[nodiscard]] Posterior<Model> under_flags(Posterior<Model> posterior, const PosteriorFlags& flags);

/// Throws UsageError for a class that a posterior lacks.
void check_class(const std::string& name, std::string_view flag,
                 const std::vector<std::string>& classes);

}  // namespace credence::tool
