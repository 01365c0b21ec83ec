#pragma once
// The classes of one tied block as descriptions read them: what all share is found once.
#include <credence/detail/learn/block_priors.hpp>
#include <credence/detail/predict/cell_reader.hpp>
#include <optional>

namespace credence::detail {

/// What the classes of a tied block are described by, found when first asked.
template <TiedFamily F>
class TiedCells {
 public:
  /// in  found: of this block
  TiedCells(const Block<F>& block, Index j, BlockPriors<F>& found,
            std::span<const std::string> classes)
      : block_(block), j_(j), found_(found), classes_(classes) {}

  /// Returns the prior of a class.
  /// throws  as BlockPriors::of
  [[nodiscard]] const typename F::Prior& prior(std::size_t klass) {
    if (priors_.empty()) priors_ = found_.of(j_, classes_);
    return priors_[klass];
  }
  /// Returns what reads posteriors and estimates; throws as `prior`.
  [[nodiscard]] CellReader<F>& reader() {
    if (priors_.empty()) priors_ = found_.of(j_, classes_);
    if (!reader_) reader_.emplace(block_, j_, priors_);
    return *reader_;
  }
  /// Returns the same for maximum likelihood alone, which asks no prior.
  [[nodiscard]] CellReader<F>& without_prior() {
    if (!without_prior_) without_prior_.emplace(block_, j_, std::vector<typename F::Prior>());
    return *without_prior_;
  }

 private:
  const Block<F>& block_;
  Index j_;
  BlockPriors<F>& found_;
  std::span<const std::string> classes_;
  std::vector<typename F::Prior> priors_ = {};
  std::optional<CellReader<F>> reader_ = {};
  std::optional<CellReader<F>> without_prior_ = {};
};

}  // namespace credence::detail
