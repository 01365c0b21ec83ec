#pragma once
// The families of the library, in one include: a new one is a line here and one in families.hpp.
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/beta_geometric.hpp>
#include <credence/family/beta_negative_binomial.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/family/gamma_exponential.hpp>
#include <credence/family/gamma_known_shape.hpp>
#include <credence/family/gamma_poisson.hpp>
#include <credence/family/histogram.hpp>
#include <credence/family/joint_normal.hpp>
#include <credence/family/log_normal.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/family/normal_known_mean.hpp>
#include <credence/family/normal_known_variance.hpp>
#include <credence/family/tied_normal.hpp>
#include <credence/family/von_mises_known_concentration.hpp>
