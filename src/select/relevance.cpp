#include <credence/select/relevance.hpp>

#include <algorithm>
#include <cmath>
#include <credence/data/number.hpp>
#include <credence/detail/select/ranked_family.hpp>
#include <credence/predict/linear_form.hpp>
#include <numeric>
#include <tuple>

namespace credence {

double probability_given(double log_bayes_factor, double prior_probability) {
  if (!(prior_probability >= 0 && prior_probability <= 1))
    throw Error(ErrorCode::domain,
                "a prior probability is " + to_text(prior_probability) + "; give one from 0 to 1");
  if (prior_probability == 0 || prior_probability == 1) return prior_probability;
  const double log_odds =
      log_bayes_factor + std::log(prior_probability) - std::log1p(-prior_probability);
  return sigmoid(log_odds);
}

namespace detail {

void sort_relevances(std::vector<Relevance>& relevances) {
  const auto rank = [&](std::size_t at) {
    const Relevance& one = relevances[at];
    return std::tuple(!one.undefined.empty(), -one.log_bayes_factor, std::string_view(one.feature));
  };
  // Relevances are long: places are sorted, then each is moved once.
  std::vector<std::size_t> places(relevances.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::sort(places.begin(), places.end(),
            [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  std::vector<Relevance> sorted;
  sorted.reserve(relevances.size());
  for (const std::size_t at : places) sorted.push_back(std::move(relevances[at]));
  relevances = std::move(sorted);
}

}  // namespace detail

namespace {

// Where rows count in part there is no evidence of anything.
void take_back_if_discounted(const Posterior<Model>& posterior, std::vector<Relevance>& all) {
  try {
    detail::check_not_discounted(posterior, "log evidence");
  } catch (const Error& error) {
    for (Relevance& relevance : all)
      relevance = {
          .feature = relevance.feature, .family = relevance.family, .undefined = error.what()};
  }
}

std::vector<Relevance> ranked_relevances(const Posterior<Model>& posterior,
                                         detail::Granularity granularity,
                                         const RelevanceOptions& options) {
  (void)probability_given(0, options.prior_probability);
  std::vector<Relevance> all;
  for (const Box<AnyBlock>& block : posterior.blocks)
    ranked(block->family())
        .add_relevances(*block, posterior.label.classes, granularity, options, all);
  take_back_if_discounted(posterior, all);
  detail::sort_relevances(all);
  return all;
}

}  // namespace

std::vector<Relevance> rank_by_evidence(const Posterior<Model>& posterior,
                                        const RelevanceOptions& options) {
  return ranked_relevances(posterior, detail::Granularity::features, options);
}

std::vector<Relevance> rank_parts_by_evidence(const Posterior<Model>& posterior,
                                              const RelevanceOptions& options) {
  return ranked_relevances(posterior, detail::Granularity::parts, options);
}

}  // namespace credence
