#pragma once
// The answers of `credence predict`, table after table, and what is said of the rows at the end.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answers/predict_flags.hpp"
#include "console/console.hpp"
#include "console/output.hpp"

namespace credence::tool {

/// What is said of the rows once all of them are answered.
struct Surprises {
  Index rows = 0;
  Index impossible = 0;
  Index unseen_cells = 0;
  Index abstained = 0;
  std::vector<MissingWord> missing_words{};

  void add(const Predictions& predictions, const Decisions& decisions);
  /// Adds those of all other processes, in the first one.
  void join_all(Ranks& ranks);
};

/// Writes the labels of the rows of one table after another.
class RowAnswers {
 public:
  /// in      unseen: what became of cells whose category was not learned; empty: as columns say
  RowAnswers(const PredictFlags& flags, const Posterior<Model>& posterior, Output& output,
             Console& console, std::string unseen = {});

  /// Other answers stand in front of these.
  void begin_behind_others() { begins_ = false; }
  /// Begins anew.
  void clear();
  /// Labels the rows of a table as `predict(table)` does.
  void add(const Table& table, const std::function<Predictions(const Table&)>& predict);
  /// Puts the answers of all processes one behind the other, in the first one.
  void join_all();
  /// Ends the result, in the first process. `say` notes what is to be said before the rest of what was
  /// found.
  void end(Estimator estimator, const std::function<void()>& say);

 private:
  [[nodiscard]] Layout checked_layout(const Table& table) const;
  [[nodiscard]] const LossTable& losses(const Layout& layout);

  const PredictFlags& flags_;
  const Posterior<Model>& posterior_;
  Output& output_;
  Console& console_;
  std::string unseen_;
  std::optional<LossTable> losses_;
  Surprises surprises_;
  bool begins_ = true;
};

}  // namespace credence::tool
