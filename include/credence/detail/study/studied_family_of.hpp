#pragma once
// A family as studies see it, written once for all. Included by catalogue alone.
#include <credence/detail/predict/table_of.hpp>
#include <credence/detail/study/block_check.hpp>
#include <credence/detail/study/block_description.hpp>
#include <credence/detail/study/block_fit.hpp>
#include <credence/detail/study/block_pictures.hpp>
#include <credence/detail/study/block_truth.hpp>
#include <credence/detail/study/circle.hpp>
#include <credence/detail/study/normal_spreads.hpp>
#include <credence/detail/study/outer_bins.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/learn/typed_block.hpp>

namespace credence {

/// What studies ask of the family `F`.
template <ConjugateFamily F>
class StudiedFamilyOf : public StudiedFamily {
 public:
  void describe(const AnyBlock& block, std::span<const std::string> classes,
                const DescribeOptions& options,
                std::vector<FeatureDescription>& features) const final {
    detail::describe_block(typed<F>(block), classes, options, features);
  }
  [[nodiscard]] FeatureOverview overview(const AnyBlock& block, Index j) const final {
    return detail::overview_of(typed<F>(block), j);
  }
  [[nodiscard]] Index uniform_priors(const AnyBlock& block,
                                     std::span<const std::string> classes) const final {
    return detail::uniform_priors(typed<F>(block), classes);
  }
  [[nodiscard]] bool predicts_at_mean() const final { return detail::predicts_at_mean<F>; }
  [[nodiscard]] double period_of(std::string_view parameter) const final {
    return detail::period_of<F>(parameter);
  }
  [[nodiscard]] double tokens([[maybe_unused]] const AnyBlock& block,
                              [[maybe_unused]] Index j) const final {
    double all = 0;
    if constexpr (std::is_same_v<DatumOf<F>, WordCounts> && Block<F>::levelled)
      for (const double count : typed<F>(block).pooled(j).counts) all += count;
    return all;
  }

  [[nodiscard]] std::vector<double> normal_spreads(
      const AnyBlock& block, Index j, std::span<const std::string> classes) const final {
    return detail::normal_spreads(typed<F>(block), j, classes);
  }
  [[nodiscard]] double evidence_excess(const AnyBlock& block, Index j,
                                       std::span<const std::string> classes) const final {
    return detail::evidence_excess(typed<F>(block), j, classes);
  }

  void add_fit(const AnyBlock& block, const AnyTable& table,
               std::span<const double> log_class_probabilities, detail::FitSums& sums) const final {
    detail::add_block_fit(typed<F>(block), typed_table<F>(table), log_class_probabilities, sums);
  }

  void picture_cell(const AnyBlock& block, Index j, Index klass,
                    std::span<const std::string> classes, const CellOptions& options,
                    CellPicture& picture) const final {
    detail::picture_cell(typed<F>(block), j, klass, classes, options, picture);
  }
  void add_pictures(const detail::PictureContext& context, const AnyBlock& block,
                    const AnyTable& table, const BoundBlock& cells,
                    std::vector<FeaturePicture>& pictures) const final {
    detail::add_pictures(context, typed<F>(block), typed_table<F>(table), cells.of<DatumOf<F>>(),
                         pictures);
  }
  [[nodiscard]] bool has_numbers_between() const final {
    if constexpr (TiedFamily<F>)
      return true;
    else if constexpr (std::is_same_v<DatumOf<F>, double>)
      return F::accepts(0.5);
    else
      return false;
  }

  void check(const detail::CheckContext& context, const AnyBlock& block,
             const BoundBlock& cells) const final {
    detail::check_block(context, typed<F>(block), cells.of<DatumOf<F>>());
  }

  void check_drawable(const AnyBlock& block, std::span<const std::string> classes) const final {
    detail::check_drawable(typed<F>(block), classes);
  }
  [[nodiscard]] std::unique_ptr<AnyTable> table(const AnyBlock& block, const TruthRecord& record,
                                                std::span<const std::string> classes) const final {
    return make_table<F>(block.family(), detail::table_of(typed<F>(block), record, classes));
  }
  void record(const AnyTable& table, std::span<const std::string> classes,
              TruthRecord& record) const final {
    detail::record_table(typed_table<F>(table), classes, record);
  }
  void add_numbers(const AnyTable& table, std::vector<double>& numbers) const final {
    detail::add_table_numbers(typed_table<F>(table), numbers);
  }
  void draw(const AnyTable& table, std::span<const Code> labels,
            std::span<const std::string> classes, const SimulationOptions& options,
            detail::DrawnColumns& columns) const final {
    detail::draw_columns(typed_table<F>(table), labels, classes, options, columns);
  }
  void add_exact(const AnyTable& table, detail::ExactParts& parts) const final {
    detail::add_exact_table(typed_table<F>(table), parts);
  }
};

}  // namespace credence
