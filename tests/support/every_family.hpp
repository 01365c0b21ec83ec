#pragma once
// A schema with columns of every family, whose priors can be drawn from.
#include <credence/learn/model_posterior.hpp>

#include <string>
#include <utility>

#include "support/models.hpp"

namespace credence::testing {

/// A block of two numbers.
inline ColumnSchema tied_block(const std::string& name, Tying tying) {
  return {.name = name,
          .family = "normal",
          .prior = numbers(
              {{"means", Doubles{1, -20}},
               {"mean_weights", Doubles{0.5, 0.5}},
               {"shapes", ties_columns(tying) ? Doubles{3} : Doubles{3, 4}},
               {"scales", ties_columns(tying) && !in_units_of_spreads(tying) ? Doubles{2, 2}
                                                                             : Doubles{2, 50}}}),
          .columns = {name + "_a", name + "_b"},
          .tied = tying};
}

/// A block of two numbers that vary together.
inline ColumnSchema joint_block(const std::string& name, Tying tying) {
  return {.name = name,
          .family = "normal",
          .prior = numbers({{"means", Doubles{1, -20}},
                            {"mean_weight", 0.5},
                            {"shape", 3.0},
                            {"scales", Doubles{2, -3, 50}}}),
          .columns = {name + "_a", name + "_b"},
          .tied = tying,
          .covariance = Covariance::full};
}

/// Three classes, and a feature of each family and tying.
inline Schema schema_of_every_family() {
  Schema schema{.label = "class", .classes = {"a", "b", "c"}, .class_prior = {.each = 20}};
  const PriorSpec normal =
      numbers({{"mean", 5.0}, {"mean_weight", 0.3}, {"shape", 3.0}, {"scale", 2.0}});
  schema.columns = {
      {.name = "answer", .family = "bernoulli"},
      {.name = "named", .family = "bernoulli", .levels = {"yes", "no"}},
      {.name = "failures",
       .family = "geometric",
       .prior = numbers({{"ones", 4.0}, {"zeros", 6.0}})},
      {.name = "city",
       .family = "categorical",
       .prior = numbers({{"each", 2.0}}),
       .levels = {"Oslo", "Rome", "x,y"}},
      {.name = "note", .family = "multinomial", .levels = {"ham", "offer", "spam", "win"}},
      {.name = "words", .family = "multinomial", .columns = {"w1", "w2", "w3"}},
      {.name = "size", .family = "normal", .prior = normal},
      {.name = "income", .family = "lognormal", .prior = normal},
      {.name = "visits",
       .family = "poisson",
       .prior = numbers({{"shape", 4.0}, {"rate", 2.0}}),
       .exposure = "days"},
      {.name = "wait", .family = "exponential", .prior = numbers({{"shape", 4.0}, {"rate", 2.0}})}};
  for (const Tying tying : all_tyings)
    schema.columns.push_back(tied_block("tied_" + std::string(to_string(tying)), tying));
  for (const Tying tying : {Tying::free, Tying::classes})
    schema.columns.push_back(joint_block("joint_" + std::string(to_string(tying)), tying));
  return schema;
}

/// The posterior of the schema before any data.
inline ModelPosterior before_data(Schema schema) {
  return empty_posterior(Model(std::move(schema)));
}

}  // namespace credence::testing
