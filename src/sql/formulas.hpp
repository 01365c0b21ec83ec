#pragma once
// Log densities as SQL: what the library's `log_density` computes, with the same care for digits.
#include <credence/density/bernoulli.hpp>
#include <credence/density/exponential.hpp>
#include <credence/density/gamma.hpp>
#include <credence/density/geometric.hpp>
#include <credence/density/histogram.hpp>
#include <credence/density/log_normal.hpp>
#include <credence/density/normal.hpp>
#include <credence/density/pascal.hpp>
#include <credence/density/poisson.hpp>
#include <credence/density/student_t.hpp>

#include <string>

#include "sql/writer.hpp"

namespace credence::sql {

/// Writes log densities of a number x of a row.
class Formulas {
 public:
  explicit Formulas(Writer writer) : writer_(writer) {}

  [[nodiscard]] std::string number(double value) const { return writer_.number(value); }
  /// ln(1 + u), u > -1, with all digits of a small u.
  [[nodiscard]] std::string log1p(const std::string& u) const;
  /// ln(Gamma(base + step) / Gamma(base)) as one difference of Stirling's series: two log gammas would
  /// lose their common digits. `base` is positive; below 16 it is shifted by 16.
  [[nodiscard]] std::string rise(const std::string& base, const std::string& step,
                                 bool shifted) const;
  [[nodiscard]] std::string rise(double base, const std::string& step) const;

  [[nodiscard]] std::string term(const Bernoulli& d, const std::string& x) const;
  [[nodiscard]] std::string term(const Normal& d, const std::string& x) const;
  [[nodiscard]] std::string term(const StudentT& d, const std::string& x) const;
  /// Of numbers whose logarithm is `log_x`.
  [[nodiscard]] std::string term(const LogNormal& d, const std::string& log_x) const;
  [[nodiscard]] std::string term(const LogStudentT& d, const std::string& log_x) const;
  [[nodiscard]] std::string term(const Exponential& d, const std::string& x) const;
  [[nodiscard]] std::string term(const Lomax& d, const std::string& x) const;
  [[nodiscard]] std::string term(const Gamma& d, const std::string& x) const;
  [[nodiscard]] std::string term(const CompoundGamma& d, const std::string& x) const;
  [[nodiscard]] std::string term(const Geometric& d, const std::string& x) const;
  [[nodiscard]] std::string term(const CompoundGeometric& d, const std::string& x) const;
  [[nodiscard]] std::string term(const Pascal& d, const std::string& x) const;
  [[nodiscard]] std::string term(const CompoundNegativeBinomial& d, const std::string& x) const;
  [[nodiscard]] std::string term(const Histogram& d, const std::string& x) const;
  /// Of counts over an exposure.
  [[nodiscard]] std::string term(const Poisson& d, const std::string& x,
                                 const std::string& exposure) const;
  [[nodiscard]] std::string term(const NegativeBinomial& d, const std::string& x,
                                 const std::string& exposure) const;

 private:
  [[nodiscard]] std::string remainder(const std::string& base) const;
  [[nodiscard]] std::string run(double own, double other, const std::string& n) const;
  [[nodiscard]] std::string arrangements(double successes, const std::string& x) const;
  [[nodiscard]] std::string trials(double success, double failure, const std::string& x) const;

  Writer writer_;
};

}  // namespace credence::sql
