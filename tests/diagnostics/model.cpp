// A likelihood given to a column of a model.
#include <credence/density/poisson.hpp>
#include <credence/learn/model.hpp>

void choose(credence::Model& model) { model["visits"] = credence::Poisson{}; }
