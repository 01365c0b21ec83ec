#pragma once
// `--with-coefficient`: documents as counts of words, whatever their order.
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/prediction.hpp>

#include <vector>

#include "answers/prediction_rows.hpp"
#include "console/console.hpp"
#include "flags/flags.hpp"

namespace credence::tool {

void declare_coefficient(Grammar& grammar, bool& asked);

/// Throws UsageError where no column of the model is documents.
void check_documents(const Schema& schema);

/// Throws UsageError unless a density of rows is written.
void check_densities(const std::vector<Group>& groups);

/// Adds the log multinomial coefficient of each row to its log joints.
void add_coefficients(const Posterior<Model>& posterior, const Table& table,
                      Predictions& predictions);
/// Says so.
void note_coefficients(Console& console);

}  // namespace credence::tool
