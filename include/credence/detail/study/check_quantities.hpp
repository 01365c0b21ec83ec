#pragma once
// Quantities of the data of one feature, observed and simulated, and what they come to.
#include <credence/base/random.hpp>
#include <credence/density/count.hpp>
#include <credence/detail/study/drawn_rows.hpp>
#include <credence/study/predictive_check.hpp>

namespace credence::detail {

/// A column as its quantities see it: how its bins and levels are called, in all classes.
struct CheckedColumn {
  std::string feature = {};
  PictureKind kind = PictureKind::numbers;
  std::vector<double> edges;  // of bins of numbers; the last may be infinite
  std::vector<std::string> levels;
  Index levels_in_all = 0;

  [[nodiscard]] Index bins() const {
    return kind == PictureKind::numbers ? std::ssize(edges) - 1 : std::ssize(levels);
  }
};

/// What is computed of one column in one class.
struct CellPlan {
  Index rows = 0;
  std::vector<QuantityName> names;  // after them come the heights of the bins
};

/// Where quantities go: those of one simulation for one class, the columns of a feature one after
/// the other.
using Heights = std::span<double>;

/// Columns and what is computed of them, class by class.
template <class Class>
class CheckedClasses {
 public:
  [[nodiscard]] const std::vector<CheckedColumn>& columns() const { return columns_; }
  [[nodiscard]] const std::vector<CellPlan>& plans(Index klass) const { return in(klass).plans; }

 protected:
  using OfClass = Class;
  explicit CheckedClasses(Index classes) : classes_(static_cast<std::size_t>(classes)) {}

  [[nodiscard]] OfClass& in(Index klass) { return classes_[static_cast<std::size_t>(klass)]; }
  [[nodiscard]] const OfClass& in(Index klass) const {
    return classes_[static_cast<std::size_t>(klass)];
  }

  std::vector<CheckedColumn> columns_;
  std::vector<OfClass> classes_;
};

/// Numbers of a class.
struct NumbersOfClass {
  std::vector<std::vector<double>> values;     // columns x rows with a value
  std::vector<double> weights;                 // of the rows
  std::vector<double> exposures;               // empty: all 1
  std::vector<bool> present;                   // rows x columns; empty: all are
  std::vector<std::vector<double>> of_column;  // weights; empty: all 1
  std::vector<CellPlan> plans;
};

/// Numbers of one or several columns (a tied block), class by class. Rows of the same class keep
/// their weights, their missing cells and, of counts, their exposures when they are simulated.
class CheckedNumbers : public CheckedClasses<NumbersOfClass> {
 public:
  /// What the numbers are.
  struct Kind {
    bool counts = false;      // whole numbers
    bool positive = false;    // no number below 0
    bool zero = true;         // 0 is a number that can be
    bool directions = false;  // up to whole turns
  };

  CheckedNumbers(std::vector<std::string> columns, Index classes, Kind kind);

  /// A row: one number for each column, NaN where it is missing.
  void add(Index klass, std::span<const double> row, double weight, double exposure = 1);
  /// Finds bins and what is to be computed, once all rows are there.
  void settle(const CheckOptions& options);

  void observed(Index klass, Heights out) const;
  /// in   draw(exposure, row): fills a row; false for numbers that the family does not accept
  /// out  whether all were accepted
  template <class Draw>
  [[nodiscard]] bool simulate(Index klass, Draw&& draw, Heights out) const {
    const OfClass& like = in(klass);
    const std::size_t columns = columns_.size();
    std::vector<std::vector<double>> drawn(columns);
    std::vector<double> row(columns);
    for (std::size_t i = 0; i < like.weights.size(); ++i) {
      if (!draw(like.exposures.empty() ? 1.0 : like.exposures[i], std::span(row))) return false;
      for (std::size_t c = 0; c < columns; ++c)
        if (like.present.empty() || like.present[i * columns + c]) drawn[c].push_back(row[c]);
    }
    measure(like, drawn, out);
    return true;
  }

 private:
  void frame(std::size_t column, const CheckOptions& options);
  void plan(std::size_t column, OfClass& of) const;
  void measure(const OfClass& like, std::vector<std::vector<double>>& values, Heights out) const;
  void measure_column(const OfClass& like, std::size_t column, std::vector<double>& values,
                      Heights quantities, Heights bins) const;

  Kind kind_;
  std::vector<double> middles_;  // of directions: which the bins lie around
};

/// Levels of a class.
struct LevelsOfClass {
  std::vector<double> weights;
  std::vector<double> counts;  // of all levels
  std::vector<CellPlan> plans;
};

/// Levels of one column, class by class.
class CheckedLevels : public CheckedClasses<LevelsOfClass> {
 public:
  /// in  levels: their names
  CheckedLevels(std::string feature, std::vector<std::string> levels, Index classes);

  void add(Index klass, std::size_t level, double weight);
  void settle(const CheckOptions& options);

  void observed(Index klass, Heights out) const;
  /// in  draw(): a level
  template <class Draw>
  [[nodiscard]] bool simulate(Index klass, Draw&& draw, Heights out) const {
    const OfClass& like = in(klass);
    std::vector<double> counts(place_.size());
    for (const double weight : like.weights) counts[draw()] += weight;
    measure(like, counts, out);
    return true;
  }

 private:
  void measure(const OfClass& like, const std::vector<double>& counts, Heights out) const;

  std::vector<std::size_t> place_;  // of each level among those that are told apart
};

/// Documents of a class.
struct WordsOfClass {
  std::vector<WordCounts> documents;
  std::vector<Index> lengths;
  std::vector<double> weights;
  std::vector<CellPlan> plans;
};

/// Documents, class by class; each keeps its length when it is simulated.
class CheckedWords : public CheckedClasses<WordsOfClass> {
 public:
  CheckedWords(std::string feature, std::vector<std::string> words, Index classes);

  /// throws  Error{undefined} for a document whose length is no whole number, which has no like
  void add(Index klass, const WordCounts& document, double weight);
  void settle(const CheckOptions& options);

  void observed(Index klass, Heights out) const;
  /// in  draw(tokens): a document of so many words
  template <class Draw>
  [[nodiscard]] bool simulate(Index klass, Draw&& draw, Heights out) const {
    const OfClass& like = in(klass);
    Sums sums(columns_.front().levels.size());
    for (std::size_t i = 0; i < like.weights.size(); ++i)
      add_document(draw(like.lengths[i]), like.weights[i], sums);
    put(sums, out);
    return true;
  }

 private:
  struct Sums {
    explicit Sums(std::size_t words) : tokens(words), documents(words) {}
    std::vector<double> tokens;
    std::vector<double> documents;
    double different = 0;
    double weight = 0;
  };
  void add_document(const WordCounts& document, double weight, Sums& sums) const;
  static void put(const Sums& sums, Heights out);

  std::string feature_;
  std::vector<std::string> words_;
  std::vector<Index> place_;  // of each word among those that are told; -1: not told
};

/// The quantities of one class of a feature: observed, and simulated once for each simulation.
class SimulatedQuantities {
 public:
  SimulatedQuantities(std::size_t quantities, Index simulations)
      : observed_(quantities),
        simulated_(quantities * static_cast<std::size_t>(simulations)),
        accepted_(static_cast<std::size_t>(simulations), 1) {}

  [[nodiscard]] Heights observed() { return observed_; }
  [[nodiscard]] Heights simulated(Index simulation) {
    return Heights(simulated_)
        .subspan(static_cast<std::size_t>(simulation) * observed_.size(), observed_.size());
  }
  /// Several threads refuse simulations of their own.
  void refuse(Index simulation) { accepted_[static_cast<std::size_t>(simulation)] = 0; }
  [[nodiscard]] bool all_accepted() const;
  /// What a quantity comes to.
  [[nodiscard]] CheckedQuantity checked(std::size_t quantity, double mass) const;

 private:
  std::vector<double> observed_;
  std::vector<double> simulated_;  // simulations x quantities
  std::vector<std::uint8_t> accepted_;
};

/// Two-sided, with the correction for finitely many simulations; numbers that agree to twelve digits
/// are equal, for sums of the same numbers in another order are.
[[nodiscard]] double two_sided_p_value(double observed, std::span<const double> simulated);

/// Returns how many numbers a class needs: names and bins of all columns.
[[nodiscard]] std::size_t quantities_of(const std::vector<CheckedColumn>& columns,
                                        const std::vector<CellPlan>& plans);

/// A class of a feature: what is to be computed of it, and what was.
struct ClassQuantities {
  std::string name = {};
  const std::vector<CellPlan>* plans = nullptr;
  const SimulatedQuantities* found = nullptr;
};
/// Adds a class of so many quantities to those of a feature.
SimulatedQuantities& add_simulated(std::vector<SimulatedQuantities>& found, std::size_t quantities,
                                   Index simulations);
void add_named(std::vector<ClassQuantities>& classes, const std::string& name,
               const std::vector<CellPlan>& plans, const SimulatedQuantities& found);
/// Adds a feature that cannot be checked, and why.
void add_not_checked(const std::string& feature, const std::string& why, PredictiveCheck& check);
/// Adds what was found of a feature: cells, pictures, and classes that could not be drawn.
void add_found(const std::string& family, const std::vector<CheckedColumn>& columns,
               const std::vector<ClassQuantities>& classes, PredictiveCheck& check);

/// Throws Error{domain} for options that make no sense, or too few simulations for the threshold.
void check_options(const CheckOptions& options);
/// Throws Error{schema} for an unknown feature.
void check_features(const CheckOptions& options, const Schema& schema);
/// Puts what was found into the order of the schema.
void settle_order(const Schema& schema, PredictiveCheck& check);
/// Throws Error{undefined}: no data come from a prior that does not integrate to one, nor from a
/// posterior whose numbers are too large.
/// in      is_proper: whether the prior does integrate to one
[[noreturn]] void cannot_draw(const std::string& klass, SimulatedFrom from, bool is_proper,
                              const std::string& why);
/// What to know of the counts of extreme quantities, of weights and of priors that know the data.
void add_notes(bool weighted, const std::vector<std::string>& from_data, PredictiveCheck& check);
/// Returns a seed for the parameters and data of one feature in one simulation.
[[nodiscard]] Random random_of_simulation(std::uint64_t seed, const std::string& feature,
                                          Index simulation);

}  // namespace credence::detail
