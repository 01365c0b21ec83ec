#pragma once
// From flags and data to the structures of models.
#include <credence/data/table.hpp>
#include <credence/learn/model_posterior.hpp>

#include <vector>

#include "console/console.hpp"
#include "flags/model_flags.hpp"

namespace credence::tool {

/// The structures that flags ask for, else that of the schema. Columns of many levels, which are hardly
/// more than names of rows, are no parents unless a flag names them; they are noted.
/// out     none where lazy rules alone are asked for
/// throws  UsageError for parents that are no features, and for --like scikit-learn without naive Bayes
[[nodiscard]] std::vector<Structure> structures_asked(const Schema& schema, const ModelFlags& flags,
                                                      const Table& table, Console& console);

/// The model whose structure can be counted in one pass; notes what took a pass of its own.
/// throws  as settle_structure
[[nodiscard]] Model settled(const Model& model, const Table& table, const ModelFlags& flags,
                            Console& console);

/// Notes what the structure of a posterior has come to; nothing for naive Bayes.
/// throws  as found_structure
void note_structure(const Posterior<Model>& posterior, Console& console);

}  // namespace credence::tool
