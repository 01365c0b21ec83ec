#pragma once
// The kernels of all shipped families, for tests and benchmarks.
#include "catalogue/beta_bernoulli_kernels.hpp"
#include "catalogue/beta_geometric_kernels.hpp"
#include "catalogue/dirichlet_categorical_kernels.hpp"
#include "catalogue/dirichlet_multinomial_kernels.hpp"
#include "catalogue/gamma_exponential_kernels.hpp"
#include "catalogue/gamma_poisson_kernels.hpp"
#include "catalogue/histogram_kernels.hpp"
#include "catalogue/joint_normal_kernels.hpp"
#include "catalogue/kernel_kernels.hpp"
#include "catalogue/log_normal_kernels.hpp"
#include "catalogue/normal_inverse_gamma_kernels.hpp"
#include "catalogue/polya_tree_kernels.hpp"
