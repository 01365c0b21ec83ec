// What a report comes to, in sentences.
#include <credence/report/figures.hpp>
#include <credence/study/data_report.hpp>

#include "report/listing/result_name.hpp"
#include "report/listing/sentences.hpp"
#include "report/listing/text_table.hpp"
#include "study/compare/notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

using report::in_words;

constexpr std::size_t most_shown = 8;  // misfits; more are counted

std::string percent(double proportion) { return fmt::format("{:.1f} %", 100 * proportion); }

std::string interval(const Interval& ends) {
  return fmt::format("90 % interval {} to {}", percent(ends.lower), percent(ends.upper));
}

std::string on_rows(const std::string& on) {
  return (on == "training" || on == "test" ? " on the " : " in ") + in_words(on);
}

std::string on_classes(const Conclusions& found) {
  std::vector<std::string> classes;
  for (std::size_t k = 0; k < found.classes.size(); ++k)
    classes.push_back(fmt::format("{} ({}, {})", report::class_name(found.label, found.classes[k]),
                                  report::count_text(found.class_rows[k]),
                                  percent(found.class_rows[k] / found.rows)));
  return fmt::format("{} rows in {} {}: {}.", report::count_text(found.rows), found.classes.size(),
                     found.classes.size() == 1 ? "class" : "classes", report::listed(classes));
}

std::string on_baseline(const Conclusions& found) {
  return fmt::format(
      "Baseline: the class frequencies alone have accuracy {} and log loss {:.4f}{}.",
      percent(found.baseline->metrics->accuracy), found.baseline->metrics->log_loss,
      on_rows(found.on));
}

std::string verdict_on(const Result& best) {
  using detail::AgainstBaseline;
  const auto found = detail::against_baseline(best);
  if (!found || *found == AgainstBaseline::better) return {};
  if (*found == AgainstBaseline::not_clearly_better)
    return "not clearly better than the class frequencies";
  return std::string("its probabilities are worse than the class frequencies") +
         (*found == AgainstBaseline::perhaps_worse ? ", though not clearly" : "");
}

// An infinite log loss has no skill.
std::string on_skill(const Result& best) {
  const std::string verdict = verdict_on(best);
  if (!best.skill || !best.skill_error) return (verdict.empty() ? verdict : ": " + verdict) + '.';
  const double margin = detail::clear_errors * *best.skill_error;
  return fmt::format(". Skill against the baseline: {} ({} to {} within {} standard errors){}{}.",
                     percent(*best.skill), percent(*best.skill - margin),
                     percent(*best.skill + margin), detail::clear_errors,
                     verdict.empty() ? "" : ": ", verdict);
}

std::string on_best(const Conclusions& found) {
  const Result& best = *found.best;
  const Metrics& metrics = *best.metrics;
  const std::string loss =
      std::isfinite(metrics.log_loss) ? fmt::format("{:.4f}", metrics.log_loss) : "infinite";
  return fmt::format("Best estimator: {}, with log loss {} and accuracy {} ({}){}{}",
                     report::name_of(best), loss, percent(metrics.accuracy),
                     interval(accuracy_interval(metrics)), on_rows(found.on), on_skill(best));
}

std::string on_confidence(const Metrics& metrics) {
  Metrics exact = metrics;
  exact.confidence_error = 0;
  const char* what = "As confident as it is accurate";
  const char* how_sure = "";
  if (is_over_confident(metrics)) {
    what = "Over-confident";
  } else if (is_under_confident(metrics)) {
    what = "Under-confident";
  } else if (is_over_confident(exact) || is_under_confident(exact)) {
    what = is_over_confident(exact) ? "Perhaps over-confident" : "Perhaps under-confident";
    how_sure = detail::not_clear;
  }
  return fmt::format("{}: it gives its labels a mean probability of {}, and {} are correct{}.",
                     what, percent(metrics.confidence), percent(metrics.accuracy), how_sure);
}

std::string on_advised(const FeatureWeights& weights, std::span<const std::string> families) {
  std::string sentence =
      detail::sentence_on_advised(weights, "the " + in_words(weights.estimator), families, 4);
  sentence.front() = 'F';
  return sentence + '.';
}

std::string on_uninformative(const std::vector<Relevance>& features) {
  std::vector<std::string> names;
  for (const Relevance& feature : features)
    names.push_back(
        fmt::format("{} (log Bayes factor {:.3g})", feature.feature, feature.log_bayes_factor));
  return fmt::format("No sign of dependence on the class: {}.", report::listed(names));
}

std::string on_unusual(const Conclusions& found) {
  std::vector<std::string> rows;
  for (const UnusualRow& row : found.unusual_rows)
    rows.push_back(fmt::format("row {} ({}; {}{}{})", row.row,
                               report::class_name(found.label, row.klass), row.feature,
                               row.value.empty() ? "" : " ", row.value));
  return fmt::format(
      "{:.10g} {} unlike the others of {} class{}: {}.", static_cast<double>(found.unusual_in_all),
      found.unusual_in_all == 1 ? "row is" : "rows are",
      found.unusual_in_all == 1 ? "its" : "their",
      found.unusual_in_all > std::ssize(rows) ? ", the furthest first" : "", report::listed(rows));
}

}  // namespace

std::vector<std::string> report::plain_sentences(std::vector<std::string> sentences) {
  for (std::string& sentence : sentences) sentence = printable(sentence);
  return sentences;
}

std::string report::lines_of(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += printable(sentence) + '\n';
  return text;
}

std::string report::sentence_on(const Misfit& misfit) {
  std::string text =
      fmt::format("{}: {} does not fit, {} of {} checks (smallest p-value {:.3g})", misfit.feature,
                  misfit.family, misfit.extreme, misfit.quantities, misfit.p_value);
  text += misfit.better.empty()
              ? "; no other family is known to fit better: compare the model with and without "
                "this feature"
              : fmt::format("; {} fits better", misfit.better);
  if (misfit.log_bayes_factor)
    text += fmt::format(", log Bayes factor {:.{}f}", *misfit.log_bayes_factor,
                        *misfit.log_bayes_factor < 10 ? 1 : 0);
  return text + ".";
}

Section section_of(const Conclusions& conclusions, std::span<const std::string> families) {
  Section section{.heading = "Conclusions", .points = {on_classes(conclusions)}, .boxed = true};
  std::vector<std::string>& points = section.points;
  if (conclusions.baseline) points.push_back(on_baseline(conclusions));
  if (conclusions.best) {
    points.push_back(on_best(conclusions));
    points.push_back(on_confidence(*conclusions.best->metrics));
    if (const std::string few = detail::warning_of_few_rows(*conclusions.best->metrics);
        !few.empty())
      points.push_back(few + '.');
    if (conclusions.advised_weights.any())
      points.push_back(on_advised(conclusions.advised_weights, families));
  } else {
    points.push_back(fmt::format("No estimator is defined{}: see below.", on_rows(conclusions.on)));
  }
  const std::vector<Misfit>& misfits = conclusions.misfits;
  for (std::size_t i = 0; i < std::min(misfits.size(), most_shown); ++i)
    points.push_back(report::sentence_on(misfits[i]));
  if (misfits.size() > most_shown)
    points.push_back(fmt::format("{} more features do not fit their family: see below.",
                                 misfits.size() - most_shown));
  if (!conclusions.uninformative.empty())
    points.push_back(on_uninformative(conclusions.uninformative));
  for (const std::string& sentence : conclusions.dependent) points.push_back(sentence + '.');
  if (!conclusions.unusual_rows.empty()) points.push_back(on_unusual(conclusions));
  points = report::plain_sentences(std::move(points));
  return section;
}

}  // namespace credence
