// What each family adds to the log joints of a row.
#include "sql/terms.hpp"

#include <fmt/format.h>

#include <cmath>
#include <credence/base/triangle.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/typed_table.hpp>
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
#include <type_traits>

#include "sql/formulas.hpp"

namespace credence::sql {
namespace {

constexpr std::size_t most_cases = 64;  // levels of a CASE; more are looked up in a table

/// Writes the terms of one feature.
class TermWriter {
 public:
  TermWriter(const Rows& rows, const ColumnSchema& feature, std::size_t classes, std::size_t at)
      : rows_(rows), feature_(feature), formulas_(rows.writer()), at_(std::to_string(at)) {
    all_.terms.resize(classes);
  }

  template <class F>
  bool write(const AnyTable& table, Index j, const std::vector<double>& priors) {
    if (table.family_id() != typeid(F)) return false;
    const auto& scores = typed_table<F>(table);
    const FeatureFacts& facts = scores.feature(j);
    prepare<F>(facts);
    scores.visit([&](const auto& densities) {
      const auto first = densities.begin() + j * std::ssize(priors);
      if constexpr (std::is_same_v<F, DirichletCategorical>)
        write_categories(facts, {first, first + std::ssize(priors)}, priors);
      else
        for (std::size_t k = 0; k < priors.size(); ++k)
          if (!std::isinf(priors[k]))
            all_.terms[k] = fmt::format("CASE WHEN {} IS NULL THEN {} ELSE {} END", whole_,
                                        formulas_.number(0), term(first[static_cast<Index>(k)]));
    });
    return true;
  }

  [[nodiscard]] FeatureTerms take() { return std::move(all_); }

 private:
  // The cells of the feature, and what its terms call them.
  template <class F>
  void prepare(const FeatureFacts& facts) {
    using Datum = DatumOf<F>;
    if constexpr (std::is_same_v<Datum, bool>) {
      whole_ = number(rows_.answer(feature_));
    } else if constexpr (std::is_same_v<Datum, Code>) {
      static_cast<void>(facts);
    } else if constexpr (std::is_same_v<Datum, WordCounts> ||
                         std::is_same_v<Datum, std::vector<double>>) {
      for (const std::string& name : feature_.columns)
        columns_.push_back(number(rows_.number(name, feature_.family)));
      whole_ = std::is_same_v<Datum, WordCounts>         ? joined(columns_, " + ")
               : feature_.covariance == Covariance::full ? complete_row()
                                                         : formulas_.number(0);
    } else {
      whole_ = number(rows_.number(feature_.name, feature_.family));
      if (feature_.family == "lognormal") whole_ = derived("LN(" + whole_ + ")");
      if (!feature_.exposure.empty()) {
        exposure_ = number(rows_.number(feature_.exposure, "exposure"));
        whole_ =
            derived(fmt::format("CASE WHEN {} IS NULL THEN NULL ELSE {} END", exposure_, whole_));
      }
    }
  }
  // What a row without a number of the block, and one without some of them, makes of its terms.
  std::string complete_row() {
    const std::string cell =  // SQLite's COALESCE takes two cells or more
        columns_.size() == 1 ? columns_[0] : "COALESCE(" + joined(columns_, ", ") + ")";
    return derived(
        fmt::format("CASE WHEN {} IS NULL THEN NULL WHEN ({}) IS NULL THEN {} ELSE {} END", cell,
                    joined(columns_, " + "),
                    rows_.writer().failure(
                        "a row lacks some of the columns of block '" + feature_.name + "'", cell),
                    formulas_.number(1)));
  }

  // A number of the row; one that the family does not accept ends the statement.
  std::string number(const NumberCell& cell) {
    const std::string raw = name("c");
    all_.cells.push_back({raw, cell.value});
    all_.numbers.push_back(
        {name("x"), fmt::format("CASE WHEN {0} IS NULL THEN NULL WHEN {1} THEN {0} ELSE {2} END",
                                raw, about(cell.accepted, raw),
                                rows_.writer().failure("a cell that the family of column '" +
                                                           feature_.name + "' does not accept",
                                                       raw))});
    return all_.numbers.back().name;
  }
  std::string derived(const std::string& expression) {
    all_.derived.push_back({name("d"), expression});
    return all_.derived.back().name;
  }
  std::string name(std::string_view kind) {
    return fmt::format("{}{}_{}", kind, at_,
                       all_.cells.size() + all_.numbers.size() + all_.derived.size());
  }

  template <class Density>
  std::string term(const Density& d) const {
    if constexpr (std::is_same_v<Density, Poisson> || std::is_same_v<Density, NegativeBinomial>)
      return formulas_.term(d, whole_, exposure_);
    else
      return formulas_.term(d, whole_);
  }
  std::string term(const IndependentNormals& d) const {
    std::vector<std::string> parts;
    for (std::size_t j = 0; j < columns_.size(); ++j)
      parts.push_back(fmt::format("CASE WHEN {} IS NULL THEN {} ELSE {} END", columns_[j],
                                  formulas_.number(0),
                                  formulas_.term(marginal(d, static_cast<Index>(j)), columns_[j])));
    return joined(parts, " + ");
  }
  // The squares of what the inverse of the covariance's root makes of the distances.
  std::string term(const MultivariateNormal& d) const {
    const Cholesky root = Cholesky::of(d.covariance).value();
    const std::size_t size = columns_.size();
    std::vector<std::vector<std::string>> sums(size);
    for (std::size_t j = 0; j < size; ++j) {
      std::vector<double> column(size);
      column[j] = 1;
      root.whiten(column);
      for (std::size_t i = j; i < size; ++i)
        sums[i].push_back(fmt::format("{} * ({} - {})", formulas_.number(column[i]), columns_[j],
                                      formulas_.number(d.means[j])));
    }
    std::vector<std::string> squares;
    for (const auto& sum : sums) squares.push_back(rows_.writer().square(joined(sum, " + ")));
    const double first =
        -0.5 * (static_cast<double>(size) * detail::log_two_pi + root.log_determinant());
    return fmt::format("{} - {} * ({})", formulas_.number(first), formulas_.number(0.5),
                       joined(squares, " + "));
  }
  std::string term(const JointStudentT&) const { no_predictive(); }
  std::string term(const MultivariateStudentT&) const { no_predictive(); }
  [[noreturn]] void no_predictive() const {
    cannot_say(feature_.name, "SQL has no posterior predictive of a block of normal columns",
               "take another estimator, such as posterior_mean");
  }
  std::string term(const Multinomial& d) const {
    std::vector<std::string> parts;
    for (std::size_t j = 0; j < columns_.size(); ++j)
      parts.push_back(fmt::format("CASE WHEN {0} = 0 THEN {1} ELSE {0} * {2} END", columns_[j],
                                  formulas_.number(0),
                                  formulas_.number(std::log(d.probabilities[j]))));
    return joined(parts, " + ");
  }
  std::string term(const CompoundMultinomial& d) const {
    std::vector<std::string> parts;
    for (std::size_t j = 0; j < columns_.size(); ++j)
      parts.push_back(formulas_.rise(d.weights[j], columns_[j]));
    return joined(parts, " + ") + " - " +
           formulas_.rise(compensated_sum(d.weights), "(" + whole_ + ")");
  }

  void write_categories(const FeatureFacts& facts, const std::vector<Categorical>& densities,
                        const std::vector<double>& priors);
  [[nodiscard]] std::string unseen(const FeatureFacts& facts, const Categorical& density) const;
  [[nodiscard]] std::string real_number();
  [[nodiscard]] std::string text_of_missing_level();
  void look_up(const FeatureFacts& facts, const std::vector<Categorical>& densities);

  const Rows& rows_;
  const ColumnSchema& feature_;
  Formulas formulas_;
  std::string at_;
  std::string whole_{};  // NULL where the feature adds nothing
  std::string exposure_{};
  std::vector<std::string> columns_{};
  FeatureTerms all_{};
};

// What a level that was never learned adds.
std::string TermWriter::unseen(const FeatureFacts& facts, const Categorical& density) const {
  if (facts.unseen == Unseen::error)
    return rows_.writer().failure("column '" + feature_.name + "' holds an unseen category",
                                  whole_);
  return formulas_.number(facts.unseen == Unseen::reserve ? std::log(density.probabilities.back())
                                                          : 0);
}

// The log probabilities as a table, for more levels than a CASE is good for.
void TermWriter::look_up(const FeatureFacts& facts, const std::vector<Categorical>& densities) {
  const std::string table = "levels_" + at_;
  std::vector<std::string> names{"level"};
  for (std::size_t k = 0; k < densities.size(); ++k) names.push_back("j" + std::to_string(k));
  std::vector<std::string> lines;
  for (std::size_t level = 0; level < facts.levels.size(); ++level) {
    std::vector<std::string> line{rows_.writer().as_text(rows_.writer().text(facts.levels[level]))};
    for (const Categorical& density : densities)
      line.push_back(formulas_.number(
          density.probabilities.empty() ? 0 : std::log(density.probabilities[level])));
    lines.push_back("(" + joined(line, ", ") + ")");
  }
  all_.lookup =
      fmt::format("{}({}) AS (VALUES\n{})", table, joined(names, ", "), joined(lines, ",\n"));
  all_.join = fmt::format(" LEFT JOIN {0} ON {0}.level = numbers_.{1}", table, whole_);
  for (std::size_t k = 0; k < densities.size(); ++k)
    all_.derived.push_back({fmt::format("t{}_{}", at_, k), fmt::format("{}.j{}", table, k)});
}

// " WHEN ... THEN" the end of the statement for a real number, which learning refuses, too.
std::string TermWriter::real_number() {
  const std::string is_real = rows_.writer().is_real(rows_.column(feature_.name));
  if (is_real.empty()) return {};
  const std::string real = name("c");
  all_.cells.push_back({real, fmt::format("CASE WHEN {} THEN 1 ELSE 0 END", is_real)});
  return fmt::format(
      " WHEN {} = 1 THEN {}", real,
      rows_.writer().failure(
          "column '" + feature_.name + "' holds a real number, which has no one text as a category",
          whole_));
}

// " WHEN ... THEN" the end of the statement for a text that is called as the level of missing cells is.
std::string TermWriter::text_of_missing_level() {
  if (!feature_.missing_is_level) return {};
  const std::string text = name("c");
  all_.cells.push_back({text, rows_.level(feature_)});
  return fmt::format(
      " WHEN {} = {} THEN {}", text, rows_.writer().text(missing_level),
      rows_.writer().failure(
          "column '" + feature_.name + "' makes missing cells a level, and holds its name", text));
}

void TermWriter::write_categories(const FeatureFacts& facts,
                                  const std::vector<Categorical>& densities,
                                  const std::vector<double>& priors) {
  whole_ = name("c");
  all_.cells.push_back({whole_, rows_.category(feature_)});
  std::string refused = real_number();
  refused += text_of_missing_level();
  const bool many = facts.levels.size() > most_cases;
  if (many) look_up(facts, densities);
  for (std::size_t k = 0; k < priors.size(); ++k) {
    if (std::isinf(priors[k])) continue;
    std::string cases =
        fmt::format("CASE{} WHEN {} IS NULL THEN {}", refused, whole_, formulas_.number(0));
    if (many) {
      const std::string& found = all_.derived[k].name;
      cases += fmt::format(" WHEN {0} IS NOT NULL THEN {0}", found);
    } else {
      for (std::size_t level = 0; level < facts.levels.size(); ++level)
        cases +=
            fmt::format(" WHEN {} = {} THEN {}", whole_, rows_.writer().text(facts.levels[level]),
                        formulas_.number(std::log(densities[k].probabilities[level])));
    }
    all_.terms[k] = cases + " ELSE " + unseen(facts, densities[k]) + " END";
  }
}

}  // namespace

FeatureTerms terms_of(const Rows& rows, const ColumnSchema& feature, const AnyTable& table, Index j,
                      const std::vector<double>& log_class_probabilities, std::size_t at) {
  TermWriter writer(rows, feature, log_class_probabilities.size(), at);
  const auto first_of = [&]<class... F>() {
    return (writer.write<F>(table, j, log_class_probabilities) || ...);
  };
  const bool known =
      first_of.operator()<BetaBernoulli, DirichletCategorical, NormalInverseGammaNormal,
                          NormalInverseGammaLogNormal, NormalKnownMean, NormalKnownVariance,
                          GammaPoisson, GammaExponential, GammaKnownShape, BetaGeometric,
                          BetaNegativeBinomial, DirichletHistogram, DirichletMultinomial,
                          TiedNormalInverseGammaNormal, NormalInverseWishartNormal>();
  if (!known)
    cannot_say(feature.name,
               fmt::format("SQL cannot score family '{}'", table.family().facts().name),
               "leave the column out, or score the rows with the library; SQL scores bernoulli, "
               "categorical, normal, lognormal, poisson, exponential, gamma, geometric, "
               "negative_binomial, histogram and counts of columns");
  return writer.take();
}

}  // namespace credence::sql
