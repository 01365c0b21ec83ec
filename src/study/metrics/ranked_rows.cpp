// Scores in sorted runs: each is sorted in memory, then all of them are read side by side.
#include "study/metrics/ranked_rows.hpp"

#include <credence/base/sum.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <queue>
#include <span>
#include <utility>

namespace credence::detail {
namespace {

// Scores in memory: 2 MiB of them, and 4 MiB of what is read of all runs.
constexpr std::size_t most_held = std::size_t{1} << 18;

bool ranks_lower(const RankedScore& a, const RankedScore& b) { return a.score < b.score; }

bool is_whole(double weight) { return std::trunc(weight) == weight && std::abs(weight) < 0x1p52; }

// Ties of one side are one score with the weight of all, where their sum is exact in any order.
void join_ties(std::vector<RankedScore>& sorted) {
  std::size_t kept = 0;
  std::optional<std::size_t> inside, outside;  // of the present score
  for (std::size_t at = 0; at < sorted.size(); ++at) {
    const RankedScore next = sorted[at];
    if (at == 0 || next.score != sorted[kept - 1].score) inside = outside = std::nullopt;
    auto& tied = next.weight > 0 ? inside : outside;
    if (tied && is_whole(next.weight) && is_whole(sorted[*tied].weight)) {
      sorted[*tied].weight += next.weight;
      continue;
    }
    tied = kept;
    sorted[kept++] = next;
  }
  sorted.resize(kept);
}

// Counts pairs of scores that come in order.
class PairCount {
 public:
  explicit PairCount(double unit) : unit_(unit) {}
  void add(const RankedScore& next) {
    if (next.score != score_) settle();
    score_ = next.score;
    (next.weight > 0 ? inside_ : outside_) += unit_ * std::abs(next.weight);
  }
  double pairs() {
    settle();
    return pairs_.value();
  }

 private:
  void settle() {
    pairs_.add(inside_ * (below_ + outside_ / 2));
    below_ += outside_;
    inside_ = outside_ = 0;
  }

  double unit_;
  CompensatedSum pairs_;
  double below_ = 0;  // weight of the other rows of lower scores
  double score_ = 0;
  double inside_ = 0;  // of this score
  double outside_ = 0;
};

}  // namespace

// The scores of one run, one after another.
class RankedRows::Reader {
 public:
  Reader(const Draft& file, const Run& run, std::size_t at_a_time)
      : file_(&file), place_(run.place), left_(run.count), at_a_time_(at_a_time) {}
  explicit Reader(std::vector<RankedScore> scores) : held_(std::move(scores)) {}

  // Null behind the last one.
  const RankedScore* now() {
    if (at_ == held_.size() && left_ > 0) read_more();
    return at_ < held_.size() ? &held_[at_] : nullptr;
  }
  void go_on() { ++at_; }

 private:
  void read_more() {
    held_.resize(std::min<std::uint64_t>(at_a_time_, left_));
    const auto bytes = std::as_writable_bytes(std::span(held_));
    file_->read(place_, {reinterpret_cast<char*>(bytes.data()), bytes.size()});
    place_ += bytes.size();
    left_ -= held_.size();
    at_ = 0;
  }

  const Draft* file_ = nullptr;
  std::uint64_t place_ = 0;
  std::uint64_t left_ = 0;
  std::size_t at_a_time_ = 0;
  std::vector<RankedScore> held_ = {};
  std::size_t at_ = 0;
};

void RankedRows::add(std::span<const double> scores, std::size_t own, double weight) {
  sides_.resize(scores.size());
  for (std::size_t klass = 0; klass < scores.size(); ++klass)
    (klass == own ? sides_[klass].inside : sides_[klass].outside) += weight;
  scores_.insert(scores_.end(), scores.begin(), scores.end());
  own_.push_back(own);
  weights_.push_back(weight);
  if (scores_.size() >= most_held) spill();
}

std::vector<RankedScore> RankedRows::sorted_held(std::size_t klass) const {
  std::vector<RankedScore> held(own_.size());
  for (std::size_t row = 0; row < held.size(); ++row)
    held[row] = {.score = scores_[row * classes() + klass],
                 .weight = own_[row] == klass ? weights_[row] : -weights_[row]};
  std::stable_sort(held.begin(), held.end(), ranks_lower);
  join_ties(held);
  return held;
}

void RankedRows::spill() {
  runs_.resize(classes());
  for (std::size_t klass = 0; klass < classes(); ++klass) {
    const std::vector<RankedScore> run = sorted_held(klass);
    runs_[klass].push_back({.place = file_.size(), .count = run.size()});
    const auto bytes = std::as_bytes(std::span(run));
    file_.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  scores_.clear();
  own_.clear();
  weights_.clear();
}

double RankedRows::pairs_in_order(std::size_t klass, double unit) const {
  const std::span<const Run> runs = runs_.empty() ? std::span<const Run>() : runs_[klass];
  const std::size_t at_a_time = std::max<std::size_t>(256, most_held / (runs.size() + 1));
  std::vector<Reader> readers;
  for (const Run& run : runs) readers.emplace_back(file_, run, at_a_time);
  readers.emplace_back(sorted_held(klass));

  // The lowest score on top, of ties that of the earlier run.
  using Next = std::pair<double, std::size_t>;
  std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
  const auto ask = [&](std::size_t run) {
    if (const RankedScore* const now = readers[run].now()) next.emplace(now->score, run);
  };
  for (std::size_t run = 0; run < readers.size(); ++run) ask(run);
  PairCount count(unit);
  while (!next.empty()) {
    const std::size_t run = next.top().second;
    next.pop();
    count.add(*readers[run].now());
    readers[run].go_on();
    ask(run);
  }
  return count.pairs();
}

}  // namespace credence::detail
