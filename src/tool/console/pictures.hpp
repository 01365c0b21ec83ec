#pragma once
// The flags of figures, and where the result of a study and its figures go.
#include <credence/report/figures.hpp>
#include <credence/report/text.hpp>

#include <optional>
#include <string>

#include "console/output.hpp"
#include "flags/common_flags.hpp"
#include "process/remedies.hpp"
#include "process/rounding.hpp"

namespace credence::tool {

/// What `--format csv` writes: the result, the numbers of a figure, or the result unless `--figure`
/// names one.
enum class CsvOf { result, figure, either };

struct PictureFlags {
  std::optional<std::string> html{};    ///< where a page of figures goes
  std::optional<std::string> svg{};     ///< where one figure goes
  std::optional<std::string> figure{};  ///< which one
  CsvOf csv = CsvOf::figure;            ///< as declared
  void declare(Grammar& grammar, CsvOf csv_of = CsvOf::figure);
};

/// Where figures go. Made before the work begins, as Output is.
class Pictures {
 public:
  /// throws  Error{io} as Output; UsageError for more than one result on standard output
  Pictures(const PictureFlags& flags, const CommonFlags& common, CsvOf csv);

  /// Returns whether a page is needed.
  [[nodiscard]] bool asked() const { return html_ || svg_ || csv_; }
  /// Returns whether a page or figure takes the place of the result on standard output, which no -o
  /// sends elsewhere.
  [[nodiscard]] bool instead() const { return instead_; }
  /// Returns whether the numbers of a figure are the CSV.
  [[nodiscard]] bool takes_csv() const { return csv_; }
  /// Writes the page and the figure that were asked for.
  /// throws  UsageError naming the figures there are
  void write(const Page& page);
  /// Returns the numbers of the figure that was asked for, or of the first, as CSV; throws as
  /// write.
  [[nodiscard]] std::string csv(const Page& page) const;

 private:
  [[nodiscard]] Figure chosen(const Page& page) const;

  std::optional<Output> html_;
  std::optional<Output> svg_;
  std::optional<std::string> figure_;
  int digits_ = 0;
  bool csv_ = false;
  bool instead_ = false;
};

/// A study whose table is its CSV.
template <class Study>
concept HasCsv = requires(const Study& study) {
  to_csv(study, 0);
};

/// Where the result of a study goes, as text, JSON or CSV, and its figures. Made before the work
/// begins; the report's headers of the study come before.
///
///     Results<Comparison> results(flags.common, flags.pictures);
///     results.write(comparison);
template <class Study>
class Results {
 public:
  /// throws  as Output and Pictures
  Results(const CommonFlags& common, const PictureFlags& figures)
      : format_(common.format),
        digits_(common.digits),
        output_(common.out, common.overwrite()),
        pictures_(figures, common,
                  HasCsv<Study> && figures.csv == CsvOf::figure ? CsvOf::result : figures.csv) {}

  /// Writes a study; its notes name flags.
  void write(Study study) {
    if constexpr (requires { study.notes; }) put_flags(study.notes);
    write(study, [&] { return page_of(study); });
  }

  /// in  page: makes the page of the study; called only where one is needed
  template <class MakePage>
  void write(const Study& study, MakePage&& page) {
    const std::optional<Page> made = pictures_.asked() ? std::optional<Page>(page()) : std::nullopt;
    if (made) pictures_.write(*made);
    if (!pictures_.instead()) write_text(output_, text_of(study, made));
  }

 private:
  [[nodiscard]] std::string text_of(const Study& study, const std::optional<Page>& made) const {
    if (format_ == Format::json) return rounded_json(to_json(study), digits_);
    if (format_ == Format::text) return with_wrapped_sentences(with_flags(to_text(study)));
    if constexpr (HasCsv<Study>)
      if (!pictures_.takes_csv()) return to_csv(study, digits_);
    return pictures_.csv(*made);
  }

  Format format_;
  int digits_;
  Output output_;
  Pictures pictures_;
};

}  // namespace credence::tool
