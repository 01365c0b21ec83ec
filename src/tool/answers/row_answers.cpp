// Answers to rows, and what was surprising in them.
#include "answers/row_answers.hpp"

#include <credence/detail/base/parcel.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "flags/values.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

Layout layout_of(const PredictFlags& flags, const Table& table) {
  Layout layout{.kept = {},
                .groups = groups_asked(flags.decisions),
                .digits = flags.common.digits,
                .csv_safe = flags.csv_safe};
  for (const std::string& name : columns_of(flags.keep, table, "--keep"))
    layout.kept.push_back(table.find(name));
  return layout;
}

// A weighted sum of log densities is no log density of a row.
void check_evidence(const Layout& layout, const Posterior<Model>& posterior) {
  if (posterior.feature_weights.any() && holds(layout.groups, Group::log_evidence))
    throw UsageError(
        "column 'log_evidence' is of the model without feature weights; give '--feature-weights "
        "none' beside it");
}

// Why rows have no probabilities of their own.
std::string why_impossible(const Structure& structure) {
  return structure.kind == StructureKind::lookup ? "were never seen, and are undefined"
                                                 : "are impossible under every class";
}

// What became of cells, so many, whose category was not learned.
std::string fate_of_unseen(const Schema& schema, Index cells) {
  const auto is_dropped = [](const ColumnSchema& column) {
    return column.unseen == Unseen::missing;
  };
  if (schema.structure.kind == StructureKind::naive &&
      std::all_of(schema.columns.begin(), schema.columns.end(), is_dropped))
    return cells == 1 ? "it was left out" : "they were left out";
  return "each was treated as its column's `unseen` policy says";
}

void note_surprises(const Surprises& found, Estimator estimator, const Structure& structure,
                    const std::string& unseen, Console& console) {
  if (found.impossible > 0)
    console.note(
        fmt::format("{} of {} rows {} for estimator '{}': their label is the most "
                    "frequent class, their probabilities are those of the classes",
                    found.impossible, found.rows, why_impossible(structure), to_string(estimator)));
  if (found.unseen_cells > 0)
    console.note(fmt::format("{} a category that the training data lack; {}",
                             found.unseen_cells == 1
                                 ? "1 cell or word holds"
                                 : fmt::format("{} cells or words hold", found.unseen_cells),
                             unseen));
  if (found.abstained > 0)
    console.note(
        fmt::format("{} of {} rows are too unsure for '--abstain-below': they have no label",
                    found.abstained, found.rows));
}

// Throws UsageError for densities of rows where whole rows are looked up, which have none.
void check_groups(const std::vector<Group>& groups, const Structure& structure) {
  if (structure.kind == StructureKind::lookup && has_density(groups))
    throw UsageError(
        "flag '--columns' asks for log_joint or log_evidence, and structure 'lookup' has no "
        "density of rows; ask for probability or log_probability");
}

}  // namespace

void Surprises::add(const Predictions& predictions, const Decisions& decisions) {
  rows += predictions.rows();
  impossible += std::count(predictions.impossible.begin(), predictions.impossible.end(), true);
  unseen_cells += predictions.unseen_cells;
  abstained += std::count(decisions.abstained.begin(), decisions.abstained.end(), true);
}

void Surprises::join_all(Ranks& ranks) {
  detail::Parcel own;
  for (const Index count : {rows, impossible, unseen_cells, abstained})
    own.put(static_cast<std::uint64_t>(count));
  own.put(packed_words(missing_words));
  std::vector<std::string> all = ranks.exchange(own.packed());
  for (std::size_t rank = 1; ranks.is_first() && rank < all.size(); ++rank) {
    detail::Parcel other(std::move(all[rank]));
    for (Index* count : {&rows, &impossible, &unseen_cells, &abstained})
      *count += static_cast<Index>(other.number());
    join_missing_words(missing_words, words_from(other.text()));
  }
}

RowAnswers::RowAnswers(const PredictFlags& flags, const Posterior<Model>& posterior, Output& output,
                       Console& console, std::string unseen)
    : flags_(flags),
      posterior_(posterior),
      output_(output),
      console_(console),
      unseen_(std::move(unseen)) {
  output_.hold();
}

void RowAnswers::clear() {
  output_.clear();
  surprises_ = {};
  begins_ = true;
}

void RowAnswers::add(const Table& table, const std::function<Predictions(const Table&)>& predict) {
  Timings& timings = console_.timings();
  const Layout layout = checked_layout(table);
  Decisions decisions{.loss = losses(layout)};
  const Predictions predictions = timings.time(Phase::score, [&] { return predict(table); });
  timings.time(Phase::score, [&] {
    decide(flags_.decisions, layout.groups, posterior_, table, predictions, decisions);
  });
  timings.time(Phase::write,
               [&] { write_predictions(output_, predictions, decisions, layout, flags_.rows()); });
  begins_ = false;
  add_missing_words(surprises_.missing_words, table, posterior_.model.schema());
  surprises_.add(predictions, decisions);
}

void RowAnswers::join_all() {
  Ranks& ranks = console_.ranks();
  surprises_.join_all(ranks);
  console_.timings().time(Phase::merge, [&] {
    ranks.gather(
        [&](const TakePiece& give) {
          if (!ranks.is_first()) output_.read(give);
        },
        [&](std::string_view bytes) { output_.write(bytes); });
  });
}

void RowAnswers::end(Estimator estimator, const std::function<void()>& say) {
  if (!console_.ranks().is_first()) return;
  say();  // before a reader of the answers may have seen enough of them
  console_.timings().time(Phase::write, [&] {
    end_predictions(output_, flags_.rows());
    output_.finish();
  });
  note_missing_words(surprises_.missing_words, posterior_.model.schema(), flags_.input, console_);
  const Schema& schema = posterior_.model.schema();
  const std::string unseen =
      unseen_.empty() ? fate_of_unseen(schema, surprises_.unseen_cells) : unseen_;
  note_surprises(surprises_, estimator, schema.structure, unseen, console_);
}

Layout RowAnswers::checked_layout(const Table& table) const {
  Layout layout = layout_of(flags_, table);
  layout.begins = begins_;
  check_evidence(layout, posterior_);
  check_groups(layout.groups, posterior_.model.schema().structure);
  return layout;
}

// Names that clash are said before the work is done.
const LossTable& RowAnswers::losses(const Layout& layout) {
  const std::vector<std::string>& classes = posterior_.label.classes;
  if (!losses_) losses_ = loss_asked(flags_.decisions.loss, classes);
  static_cast<void>(column_names(layout, classes, losses_->actions));
  return *losses_;
}

}  // namespace credence::tool
