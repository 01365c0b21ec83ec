// Likelihoods, a prior and a number where families are meant.
#include <credence/family/families.hpp>
#include <credence/learn/posterior.hpp>

using namespace credence;

template <class... F>
std::size_t misnamed(FamilyList<F...>) {
  return (sizeof(Posterior<typename F::Likelihood>) + ...);
}

std::size_t likelihoods() { return misnamed(Families{}); }
std::size_t prior() { return sizeof(Posterior<Beta>); }
std::size_t number() { return sizeof(Posterior<int>); }
