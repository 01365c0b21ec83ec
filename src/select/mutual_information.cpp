#include <credence/select/mutual_information.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/select/information_context.hpp>
#include <credence/detail/select/ranked_family.hpp>
#include <credence/predict/estimates.hpp>
#include <tuple>

namespace credence {
namespace {

constexpr std::array all_forms{WordForm::token, WordForm::presence};

[[noreturn]] void out_of_range(const std::string& what, double value, const std::string& remedy) {
  throw Error(ErrorCode::domain, what + " is " + to_text(value) + "; give " + remedy);
}

}  // namespace

std::string_view to_string(WordForm form) { return form == WordForm::token ? "token" : "presence"; }

std::optional<WordForm> word_form_named(std::string_view name) {
  for (const WordForm form : all_forms)
    if (to_string(form) == name) return form;
  return std::nullopt;
}

namespace detail {

void check_options(const InformationOptions& options) {
  if (!(options.mass >= 0 && options.mass < 1))
    out_of_range("the mass of an interval", options.mass, "one below 1, or 0 for no interval");
  if (!(options.epsilon >= 0) || !std::isfinite(options.epsilon))
    out_of_range("the information to compare with", options.epsilon, "at least 0 nats");
  if (options.draws < 0)
    out_of_range("the number of draws", static_cast<double>(options.draws), "at least 0");
  if (!(options.document_length >= 1) || !std::isfinite(options.document_length))
    out_of_range("the length of a document", options.document_length, "at least 1 token");
}

void sort_information(std::vector<FeatureInformation>& all) {
  const auto rank = [](const FeatureInformation& one) {
    return std::tuple(!one.undefined.empty(), -one.mutual_information,
                      std::string_view(one.feature), std::string_view(one.part));
  };
  std::sort(all.begin(), all.end(),
            [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
}

}  // namespace detail

std::vector<FeatureInformation> rank_by_mutual_information(const Posterior<Model>& posterior,
                                                           const InformationOptions& options) {
  detail::check_options(options);
  const Estimates estimates = estimate(posterior, options.estimator);
  const bool without_classes = estimates.log_class_probabilities.empty();
  const detail::InformationContext context = detail::information_context(
      posterior.label, estimates.log_class_probabilities, estimates.undefined, options);
  std::vector<FeatureInformation> all;
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b) {
    const AnyBlock& block = *posterior.blocks[b];
    ranked(block.family())
        .add_information(block, without_classes ? nullptr : &*estimates.tables[b], context, all);
  }
  detail::sort_information(all);
  return all;
}

}  // namespace credence
