// Terms of naive Bayes without each row: every feature is a block of its own, whose other classes are
// scored by a table and whose own class by leave-one-out scorers.
#include "study/left_out/left_out_terms.hpp"
#include "predict/tiles/impossible.hpp"

#include <credence/detail/data/column_places.hpp>
#include <credence/detail/predict/any_moving.hpp>
#include <credence/detail/predict/scored_family.hpp>

#include "study/left_out/classes_without.hpp"
#include "study/left_out/moving_blocks.hpp"
#include "study/left_out/structure_terms.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace credence::detail {
namespace {

// One feature: what it has learned, and how its cells are scored.
struct OwnFeature {
  std::string name;
  Index column = 0;  // in the schema
  Box<AnyBlock> block;
  BoundBlock cells;
  std::vector<Slots> slots = {};
  std::unique_ptr<AnyMoving> moving = {};
  bool moves_all = false;      // a row that is left out moves all classes
  Box<AnyTable> table = {};    // of the other classes; none where all are moved
  Box<AnyScores> scores = {};  // the same
};

// The rows of a table that count as learned: others weigh nothing, so that no cell is gathered from
// rows that it never saw.
BoundTable with_learned_rows(const BoundTable& bound, std::span<const Index> learned) {
  BoundTable part = bound;
  part.weights.assign(static_cast<std::size_t>(bound.rows), 0.0);
  for (const Index row : learned)
    part.weights[static_cast<std::size_t>(row)] =
        bound.weights.empty() ? 1.0 : bound.weights[static_cast<std::size_t>(row)];
  return part;
}

class NaiveTerms final : public LeftOutTerms {
 public:
  NaiveTerms(const Posterior<Model>& posterior, Estimator estimator, const BoundTable& bound,
             std::span<const Index> rows, std::span<const Index> learned)
      : posterior_(posterior),
        estimator_(estimator),
        bound_(with_learned_rows(bound, learned.empty() ? rows : learned)),
        learned_(bound_, posterior.label.classes),
        rows_(rows.begin(), rows.end()),
        own_(own_classes(posterior.label, bound_.label, *bound_.table, rows)) {
    for (const Index row : rows_) weights_.push_back(learned_.weight(row));
    find_evaluated();
    if (undefined_.empty()) add_features();
  }

  [[nodiscard]] std::span<const std::string> names() const override { return names_; }
  [[nodiscard]] std::span<const std::string> classes() const override {
    return posterior_.label.classes;
  }
  [[nodiscard]] std::span<const Index> truth() const override { return own_; }
  [[nodiscard]] std::span<const double> weights() const override { return weights_; }
  [[nodiscard]] const std::vector<UndefinedCell>& undefined() const override { return undefined_; }
  [[nodiscard]] std::vector<UndefinedCell> find(Index first, Index count, std::span<double> terms,
                                                std::span<double> log_classes) const override;

 private:
  // Some rows, and which classes have any probability without each of them.
  struct Asked {
    std::span<const Index> rows;
    std::span<const Index> own;
    std::vector<char> own_class = {};
    std::vector<char> all = {};  // rows x classes
  };

  void find_evaluated();
  void add_features();
  [[nodiscard]] Asked ask(Index first, Index count, std::span<double> log_classes) const;
  void score_others(const OwnFeature& feature, const Asked& asked, std::span<double> found) const;
  [[nodiscard]] std::vector<UndefinedCell> score_own(const OwnFeature& feature, const Asked& asked,
                                                     std::span<double> found) const;

  const Posterior<Model>& posterior_;
  Estimator estimator_;
  BoundTable bound_;
  LearnedRows learned_;
  std::vector<Index> rows_;
  std::vector<Index> own_;
  std::vector<double> weights_ = {};
  std::vector<double> evaluated_ =
      {};  // of each class: 0, or -inf where no row of another meets it
  std::vector<OwnFeature> features_ = {};
  std::vector<std::string> names_ = {};
  std::vector<UndefinedCell> undefined_ = {};
};

void NaiveTerms::find_evaluated() {
  ClassesWithout probabilities(posterior_.label, estimator_);
  evaluated_.assign(classes().size(), impossible);
  for (std::size_t i = 0; i < own_.size(); ++i) {
    const ClassesWithout::Answer& answer = probabilities.without(own_[i], weights_[i]);
    if (!answer.undefined.empty()) {
      undefined_.push_back(
          {.feature = posterior_.label.name, .klass = {}, .why = answer.undefined});
      return;
    }
    const auto& logs = answer.fallback.log_class_probabilities;
    for (std::size_t klass = 0; klass < evaluated_.size(); ++klass)
      if (static_cast<Index>(klass) != own_[i] && logs[klass] != impossible) evaluated_[klass] = 0;
  }
}

void NaiveTerms::add_features() {
  const ColumnPlaces places(posterior_.model.schema());
  const auto slots = learned_slots(posterior_, bound_, rows_);
  BoundTable split = bound_.by_feature();
  const EstimateContext context{.estimator = estimator_,
                                .classes = classes(),
                                .log_class_probabilities = evaluated_,
                                .variance_floor = variance_floor(posterior_, estimator_)};
  auto cells = split.blocks.begin();
  for (std::size_t b = 0; b < posterior_.blocks.size(); ++b)
    for (Index j = 0; j < posterior_.blocks[b]->size(); ++j, ++cells) {
      OwnFeature own{.name = posterior_.blocks[b]->feature(j).name,
                     .block = posterior_.blocks[b]->part(j, nullptr),
                     .cells = std::move(*cells)};
      own.column = static_cast<Index>(places.of(own.name));
      own.slots = {slots[b][static_cast<std::size_t>(j)]};
      const ScoredFamily& family = scored(own.block->family());
      own.moving = family.moving(*own.block, context);
      own.moves_all = own.moving->scored(0) && own.moving->moves_all_classes(0);
      if (!own.moves_all) {
        own.table = family.table(*own.block, context, undefined_);
        own.scores = family.scores(*own.table, evaluated_);
        if (undefined_.empty() && !own.scores->fits(own.cells, own.slots))
          own.scores->fit(*own.table, own.cells, own.slots);
      }
      features_.push_back(std::move(own));
    }
  std::sort(features_.begin(), features_.end(),
            [](const OwnFeature& a, const OwnFeature& b) { return a.column < b.column; });
  for (const OwnFeature& feature : features_) names_.push_back(feature.name);
}

NaiveTerms::Asked NaiveTerms::ask(Index first, Index count, std::span<double> log_classes) const {
  const auto begin = static_cast<std::size_t>(first);
  const auto size = static_cast<std::size_t>(count);
  Asked asked{.rows = std::span(rows_).subspan(begin, size),
              .own = std::span(own_).subspan(begin, size)};
  ClassesWithout probabilities(posterior_.label, estimator_);
  const std::size_t width = classes().size();
  for (std::size_t i = 0; i < size; ++i) {
    const auto& logs = probabilities.without(own_[begin + i], weights_[begin + i])
                           .fallback.log_class_probabilities;
    std::copy(logs.begin(), logs.end(), log_classes.begin() + static_cast<Index>(i * width));
    asked.own_class.push_back(logs[static_cast<std::size_t>(asked.own[i])] != impossible ? 1 : 0);
    for (const double log_class : logs) asked.all.push_back(log_class != impossible ? 1 : 0);
  }
  return asked;
}

// Every class by all rows. Those that no row of another class meets stay 0.
// in  found: rows x classes
void NaiveTerms::score_others(const OwnFeature& feature, const Asked& asked,
                              std::span<double> found) const {
  const auto width = static_cast<Index>(classes().size());
  const auto count = std::ssize(asked.rows);
  TileBuffer buffer(width, std::min(count, most_tile_rows));
  for (Index first = 0; first < count; first += most_tile_rows) {
    const Index size = std::min(most_tile_rows, count - first);
    ScoreTile tile = buffer.tile(size);
    start_tile(tile, evaluated_);
    const RowSpan rows{.count = size, .list = asked.rows.data() + first};
    if (const auto fault =
            feature.scores->add(*feature.table, feature.cells, feature.slots, rows, tile))
      outside_support(*bound_.table, posterior_.model.schema(), feature.cells, *fault);
    for (Index i = 0; i < size; ++i)
      for (Index klass = 0; klass < width; ++klass)
        if (evaluated_[static_cast<std::size_t>(klass)] == 0)
          found[static_cast<std::size_t>((first + i) * width + klass)] = tile.at(klass, i);
  }
}

// The own class of each row without it, and where it moves them all classes.
// in  found: rows x classes, all 0 where all classes are moved
std::vector<UndefinedCell> NaiveTerms::score_own(const OwnFeature& feature, const Asked& asked,
                                                 std::span<double> found) const {
  std::vector<double> own_joint(asked.rows.size());
  std::vector<double> all(feature.moves_all ? found.size() : 0);
  LeftOutRows rows{.learned = learned_,
                   .classes = classes(),
                   .rows = asked.rows,
                   .own = asked.own,
                   .asked = asked.own_class,
                   .asked_all = asked.all,
                   .beside = evaluated_,
                   .own_joint = own_joint,
                   .joint = all};
  feature.moving->add_left_out(feature.cells, feature.slots, rows);
  if (feature.moves_all) std::copy(all.begin(), all.end(), found.begin());
  for (std::size_t i = 0; i < own_joint.size(); ++i)
    found[i * classes().size() + static_cast<std::size_t>(asked.own[i])] =
        asked.own_class[i] != 0 ? own_joint[i] : 0;
  return std::move(rows.undefined);
}

std::vector<UndefinedCell> NaiveTerms::find(Index first, Index count, std::span<double> terms,
                                            std::span<double> log_classes) const {
  const Asked asked = ask(first, count, log_classes);
  const std::size_t width = classes().size();
  std::vector<UndefinedCell> undefined;
  std::vector<double> found(asked.rows.size() * width);
  for (std::size_t j = 0; j < features_.size(); ++j) {
    std::fill(found.begin(), found.end(), 0.0);
    if (!features_[j].moves_all) score_others(features_[j], asked, found);
    for (UndefinedCell& cell : score_own(features_[j], asked, found))
      undefined.push_back(std::move(cell));
    for (std::size_t i = 0; i < asked.rows.size(); ++i)
      std::copy_n(found.begin() + static_cast<Index>(i * width), width,
                  terms.begin() + static_cast<Index>((i * features_.size() + j) * width));
  }
  return undefined;
}

}  // namespace

void add_new_cells(const std::vector<std::vector<UndefinedCell>>& parts,
                   std::vector<UndefinedCell>& undefined) {
  std::set<std::pair<std::string, std::string>> listed;
  for (const UndefinedCell& cell : undefined) listed.emplace(cell.feature, cell.klass);
  for (const auto& part : parts)
    for (const UndefinedCell& cell : part)
      if (listed.emplace(cell.feature, cell.klass).second) undefined.push_back(cell);
}

std::unique_ptr<LeftOutTerms> left_out_terms(const Posterior<Model>& posterior, Estimator estimator,
                                             const BoundTable& bound, std::span<const Index> rows,
                                             std::span<const Index> learned) {
  if (!posterior.contexts.empty())
    return left_out_terms_of_structure(posterior, estimator, bound, rows);
  return std::make_unique<NaiveTerms>(posterior, estimator, bound, rows, learned);
}

}  // namespace credence::detail
