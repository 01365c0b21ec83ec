#pragma once
// The benchmarks there are, to be registered by main.
namespace bench {

/// One value at a time, for each family.
void register_families();

/// Whole tables. `scale`: the share of the rows that docs/reference/performance.md quotes.
void register_workloads(double scale);

/// Leave-one-out beside plain scoring, for each family and estimator. `scale`: likewise, of 10,000.
void register_leave_one_out(double scale);

/// Learning without rounding beside learning with it. `scale`: likewise, of 100,000 rows.
void register_exact(double scale);

/// Structures on a table of categories. `scale`: likewise, of 44,000 rows.
void register_structures(double scale);

/// Posterior files in both forms: reading, merging two, writing. `scale`: likewise, of 1,000 classes and
/// 50,000 words.
void register_posterior_files(double scale);

}  // namespace bench
