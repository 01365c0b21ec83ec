// Tables of log densities of levels, in the form that lookups want.
#include "predict/levels/level_scores.hpp"

#include <cassert>
#include <cmath>

#include "learn/levels/level_slots.hpp"
#include "predict/levels/answer_labels.hpp"
#include "predict/levels/level_lookup.hpp"

namespace credence {
namespace {

// How many levels the data of each column have.
std::vector<Index> data_levels(std::span<const Index> levels,
                               std::span<const std::vector<Index>> translate) {
  std::vector<Index> result(levels.begin(), levels.end());
  for (std::size_t j = 0; j < translate.size(); ++j)
    if (!translate[j].empty()) result[j] = std::ssize(translate[j]);
  return result;
}

Index terms_size(Index classes, Index together, Index slots) {
  const Index blocks = (classes + together - 1) / together;
  return (blocks * slots * together + 7) / 8;
}

double& value_at(std::vector<detail::LevelTerms>& terms, Index at) {
  return terms[static_cast<std::size_t>(at / 8)].value[static_cast<std::size_t>(at % 8)];
}

}  // namespace

LevelScores::LevelScores(std::span<const Index> levels, Index classes,
                         std::span<const double> table,
                         std::span<const std::vector<Index>> translate, MinusOne minus_one)
    : classes_(classes), together_(classes <= 4 ? 4 : 8) {
  assert(translate.empty() || translate.size() == levels.size());
  const std::vector<Index> of_data = data_levels(levels, translate);
  slots_.reset(of_data, minus_one, static_cast<std::uint32_t>(together_));
  terms_.resize(static_cast<std::size_t>(terms_size(classes, together_, slots_.size)));
  fill(table, levels, translate);
  if (!slots_.all_yes_or_no()) return;
  if (columns() <= detail::most_pattern_columns)
    fill_patterns();
  else
    fill_fours();
}

Index LevelScores::place_of_term(Index klass, Index slot) const {
  return (klass / together_ * slots_.size + slot) * together_ + klass % together_;
}

double LevelScores::term(Index klass, Index slot) const {
  const Index at = place_of_term(klass, slot);
  return terms_[static_cast<std::size_t>(at / 8)].value[static_cast<std::size_t>(at % 8)];
}

void LevelScores::fill(std::span<const double> table, std::span<const Index> table_levels,
                       std::span<const std::vector<Index>> translate) {
  Index before = 0, slot = 0;
  for (std::size_t j = 0; j < table_levels.size(); ++j) {
    const bool same = translate.empty() || translate[j].empty();
    for (Index level = 0; level < slots_.levels[j]; ++level) {
      const Index position = same ? level : translate[j][static_cast<std::size_t>(level)];
      assert(position < table_levels[j]);
      if (position < 0) continue;
      for (Index klass = 0; klass < classes_; ++klass)
        value_at(terms_, place_of_term(klass, slot + 1 + level)) =
            table[static_cast<std::size_t>((before + position) * classes_ + klass)];
    }
    before += table_levels[j];
    slot += slots_.levels[j] + 1;
  }
  assert(static_cast<Index>(table.size()) == before * classes_);
}

void LevelScores::fill_fours() {
  const Index groups = detail::groups_of_four(columns()), slots = detail::slots_of_fours(columns());
  fours_.resize(static_cast<std::size_t>(terms_size(classes_, together_, slots)));
  fours_by_class_.resize(static_cast<std::size_t>(2 * groups * classes_));
  for (Index klass = 0; klass < classes_; ++klass)
    for (Index group = 0; group < groups; ++group)
      for (Index answers = 0; answers < 16; ++answers) {
        const double sum = sum_of(klass, 4 * group, answers);
        const Index slot = 1 + 16 * group + answers;
        const Index block = klass / together_ * slots + slot;
        value_at(fours_, block * together_ + klass % together_) = sum;
        value_at(fours_by_class_, (klass * groups + group) * 16 + answers) = sum;
      }
}

void LevelScores::fill_patterns() {
  const Index slots = Index{1} << columns();
  patterns_.resize(static_cast<std::size_t>(terms_size(classes_, together_, slots)));
  for (Index klass = 0; klass < classes_; ++klass)
    for (Index answers = 0; answers < slots; ++answers) {
      double sum = sum_of(klass, 0, answers);
      if (columns() > 4) sum += sum_of(klass, 4, answers >> 4);
      const Index slot = klass / together_ * slots + answers;
      value_at(patterns_, slot * together_ + klass % together_) = sum;
    }
}

// The answers of up to four columns from `first` on.
double LevelScores::sum_of(Index klass, Index first, Index answers) const {
  double sum = 0;
  for (Index j = 0; j < 4 && first + j < columns(); ++j)
    sum += term_of_answer(klass, first + j, answers >> j & 1);
  return sum;
}

bool LevelScores::look_up_answers(const Panel<std::uint8_t>& panel, const RowSpan& rows,
                                  const ScoreTile& tile) const {
  if (!patterns_.empty())
    return detail::look_up_patterns(panel, rows,
                                    {.terms = patterns_.front().value.data(),
                                     .slots = Index{1} << columns(),
                                     .together = together_},
                                    tile);
  return detail::look_up_fours(panel, rows,
                               {.terms = fours_.front().value.data(),
                                .slots = detail::slots_of_fours(columns()),
                                .together = together_},
                               fours_by_class_.front().value.data(), tile);
}

std::unique_ptr<LabelFinder> LevelScores::label_finder(
    const Panel<std::uint8_t>& panel, const RowSpan& rows,
    std::span<const double> log_class_probabilities) const {
  constexpr Index enough = 256;  // rows, for which steps are made of all columns
  if (fours_.empty() || rows.count < enough || !panel.row_major()) return nullptr;
  std::vector<Index> live;
  for (Index klass = 0; klass < classes_; ++klass)
    if (std::isfinite(log_class_probabilities[static_cast<std::size_t>(klass)]))
      live.push_back(klass);
  if (live.size() != 2) return nullptr;
  const Index first = live[0], second = live[1];
  std::vector<detail::AnswerTerms> terms;
  for (Index j = 0; j < columns(); ++j)
    terms.push_back({.first = {term_of_answer(first, j, 0), term_of_answer(first, j, 1)},
                     .second = {term_of_answer(second, j, 0), term_of_answer(second, j, 1)}});
  const auto prior = [&](Index klass) {
    return log_class_probabilities[static_cast<std::size_t>(klass)];
  };
  return detail::answer_label_finder(terms,
                                     {.first = static_cast<Code>(first),
                                      .second = static_cast<Code>(second),
                                      .first_prior = prior(first),
                                      .second_prior = prior(second)},
                                     panel);
}

template <class T>
std::optional<Entry> LevelScores::add(const Panel<T>& panel, const RowSpan& rows,
                                      const ScoreTile& tile,
                                      std::vector<BeyondLevels>* beyond) const {
  assert(panel.width() == columns() && tile.rows == rows.count && tile.classes == classes_);
  if (panel.width() == 0 || classes_ == 0) return std::nullopt;
  if constexpr (std::is_same_v<T, std::uint8_t>)
    if ((!patterns_.empty() || !fours_.empty()) && beyond == nullptr && panel.row_major()) {
      if (look_up_answers(panel, rows, tile)) return std::nullopt;
      return detail::first_fault(panel, rows, nullptr, slots_, true);
    }
  const detail::LookupTable table{
      .terms = terms_.front().value.data(), .slots = slots_.size, .together = together_};
  if (detail::look_up_levels(panel, rows, slots_, table, tile, beyond)) return std::nullopt;
  return detail::first_fault(panel, rows, nullptr, slots_, beyond == nullptr);
}

#define CREDENCE_FOR(T)                              \
  template std::optional<Entry> LevelScores::add<T>( \
      const Panel<T>&, const RowSpan&, const ScoreTile&, std::vector<BeyondLevels>*) const
CREDENCE_FOR(double);
CREDENCE_FOR(float);
CREDENCE_FOR(std::uint8_t);
CREDENCE_FOR(std::int32_t);
CREDENCE_FOR(std::int64_t);
#undef CREDENCE_FOR

}  // namespace credence
