#include <credence/select/mutual_information.hpp>

#include <algorithm>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/select/information_context.hpp>
#include <credence/detail/select/ranked_family.hpp>
#include <credence/predict/estimates.hpp>
#include <map>
#include <tuple>

#include "learn/structure/naive_part.hpp"
#include "select/ranked_parts.hpp"

namespace credence {
namespace {

// What ranks an entry of a list.
struct RankedValue {
  bool undefined = false;
  bool without_value = false;
  double value = 0;
  std::size_t at = 0;
};

// The largest value first; equal ones by name.
// in  values: all entries of the list, in its order;  name(at): of an entry
template <class Name>
void sort_values(std::vector<RankedValue>& values, const Name& name) {
  // As words do most often, of which many are equal but for their names.
  bool are_in_order = true;
  for (std::size_t at = 1; at < values.size() && are_in_order; ++at)
    are_in_order = !(name(at) < name(at - 1));
  std::sort(values.begin(), values.end(), [&](const RankedValue& a, const RankedValue& b) {
    if (a.undefined != b.undefined) return b.undefined;
    if (a.without_value != b.without_value) return b.without_value;
    if (a.value != b.value) return a.value > b.value;
    return are_in_order ? a.at < b.at : name(a.at) < name(b.at);
  });
}

[[noreturn]] void out_of_range(const std::string& what, double value, const std::string& remedy) {
  throw Error(ErrorCode::domain, what + " is " + to_text(value) + "; give " + remedy);
}

}  // namespace

std::string_view to_string(WordForm form) { return form == WordForm::token ? "token" : "presence"; }

namespace detail {

void check_options(const InformationOptions& options) {
  if (!(options.mass >= 0 && options.mass < 1))
    out_of_range("the mass of an interval", options.mass, "one below 1, or 0 for no interval");
  if (!(options.epsilon >= 0) || !std::isfinite(options.epsilon))
    out_of_range("the information to compare with", options.epsilon, "at least 0 nats");
  if (options.draws < 0)
    out_of_range("the number of draws", static_cast<double>(options.draws), "at least 0");
  if (options.measure != InformationMeasure::plug_in && options.draws == 0)
    out_of_range("the number of draws", 0, "at least 1 to rank by the posterior mean");
  if (options.measure != InformationMeasure::plug_in && options.mass == 0)
    out_of_range("the mass of an interval", 0, "more than 0 to rank by the posterior mean");
  if (!(options.document_length >= 1) || !std::isfinite(options.document_length))
    out_of_range("the length of a document", options.document_length, "at least 1 token");
}

}  // namespace detail

std::optional<double> value_of(const FeatureInformation& one, InformationMeasure measure) {
  if (!one.undefined.empty()) return std::nullopt;
  if (measure == InformationMeasure::plug_in) return one.mutual_information;
  if (measure == InformationMeasure::posterior_mean || !one.mean) return one.mean;
  return one.prior_mean ? std::optional(*one.mean - *one.prior_mean) : std::nullopt;
}

bool is_nearly_prior(const FeatureInformation& one) {
  if (!one.interval || !one.prior_interval || !one.mean) return false;
  const Interval& prior = *one.prior_interval;
  return one.interval->upper - one.interval->lower > 0.5 * (prior.upper - prior.lower) &&
         *one.mean >= prior.lower && *one.mean <= prior.upper;
}

namespace {

// A block as it was before any data, its priors in the numbers that they stand for now. A feature
// whose prior has no numbers keeps its word, which no statistics give a meaning to.
Box<AnyBlock> before_data(const AnyBlock& block, const Posterior<Model>& posterior) {
  Box<AnyBlock> all;
  for (Index j = 0; j < block.size(); ++j) {
    std::unique_ptr<AnyBlock> one = block.part(j, nullptr);
    try {
      one->resolve_priors(posterior.label.classes);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::undefined) throw;
    }
    one->clear(posterior.summation);
    if (j == 0)
      all = Box<AnyBlock>(std::move(one));
    else
      all->append(std::move(*one));
  }
  return all;
}

// Calls add(b, table, context) for each block, with its densities; null where no class has a
// probability.
template <class Add>
void for_each_table(const Posterior<Model>& posterior, Estimator estimator,
                    const InformationOptions& options, const Add& add) {
  const Estimates estimates = estimate(posterior, estimator);
  const bool without_classes = estimates.log_class_probabilities.empty();
  const detail::InformationContext context = detail::information_context(
      posterior.label, estimates.log_class_probabilities, estimates.undefined, options);
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
    add(b, without_classes ? nullptr : &*estimates.tables[b], context);
}

// Of all features, in the order of the blocks.
std::vector<FeatureInformation> information_of(const Posterior<Model>& posterior,
                                               Estimator estimator,
                                               const InformationOptions& options) {
  std::vector<FeatureInformation> all;
  for_each_table(posterior, estimator, options,
                 [&](std::size_t b, const AnyTable* table, const auto& context) {
                   const AnyBlock& block = *posterior.blocks[b];
                   ranked(block.family()).add_information(block, table, context, all);
                 });
  return all;
}

// Adds what is believed under the priors of the parameters alone. The class probabilities are those
// of the data: they set the scale that the prior and the posterior of a feature share.
void add_prior_beliefs(const Posterior<Model>& posterior, const InformationOptions& options,
                       std::vector<FeatureInformation>& all) {
  Posterior<Model> prior = posterior;
  for (Box<AnyBlock>& block : prior.blocks) block = before_data(*block, posterior);
  std::map<std::pair<std::string, std::string>, FeatureInformation> of_prior;
  for (FeatureInformation& one : information_of(prior, Estimator::predictive, options))
    of_prior[{one.feature, one.part}] = std::move(one);
  for (FeatureInformation& one : all) {
    const auto found = of_prior.find({one.feature, one.part});
    if (found == of_prior.end() || !one.mean) continue;
    one.prior_mean = found->second.mean;
    one.prior_interval = found->second.interval;
  }
}

// By a measure, the largest first; equal ones by name, then by part; undefined ones last.
void sort_information(std::vector<FeatureInformation>& all, InformationMeasure measure) {
  // Features are long: places are sorted, then each feature is moved once.
  std::vector<RankedValue> values;
  values.reserve(all.size());
  for (const FeatureInformation& one : all) {
    const std::optional<double> value = value_of(one, measure);
    values.push_back({.undefined = !one.undefined.empty(),
                      .without_value = !value.has_value(),
                      .value = value.value_or(0),
                      .at = values.size()});
  }
  sort_values(values, [&](std::size_t at) {
    return std::tuple(std::string_view(all[at].feature), std::string_view(all[at].part));
  });
  std::vector<FeatureInformation> sorted;
  sorted.reserve(all.size());
  for (const RankedValue& one : values) sorted.push_back(std::move(all[one.at]));
  all = std::move(sorted);
}

}  // namespace

std::vector<FeatureInformation> rank_by_mutual_information(const Posterior<Model>& learned,
                                                           const InformationOptions& options) {
  detail::check_options(options);
  const bool is_naive = learned.model.schema().structure.kind == StructureKind::naive;
  const Posterior<Model> part = is_naive ? Posterior<Model>() : detail::naive_part(learned);
  const Posterior<Model>& posterior = is_naive ? learned : part;  // each feature alone
  std::vector<FeatureInformation> all = information_of(posterior, options.estimator, options);
  if (options.mass > 0) add_prior_beliefs(posterior, options, all);
  sort_information(all, options.measure);
  return all;
}

std::vector<detail::PartPlace> detail::ranked_parts(const Posterior<Model>& posterior,
                                                    const InformationOptions& options) {
  check_options(options);
  std::vector<PartValue> all;
  for_each_table(posterior, options.estimator, options,
                 [&](std::size_t b, const AnyTable* table, const auto& context) {
                   const std::size_t before = all.size();
                   const AnyBlock& block = *posterior.blocks[b];
                   ranked(block.family()).add_values(block, table, context, all);
                   for (std::size_t i = before; i < all.size(); ++i) all[i].place.block = b;
                 });
  std::vector<RankedValue> values;
  values.reserve(all.size());
  for (const PartValue& one : all)
    values.push_back({.undefined = one.undefined, .value = one.value, .at = values.size()});
  sort_values(values, [&](std::size_t at) {
    const PartPlace& place = all[at].place;
    const FeatureFacts& feature = posterior.blocks[place.block]->feature(place.feature);
    const bool whole = place.member < 0;
    return std::tuple(
        std::string_view(feature.name),
        whole ? std::string_view() : feature.levels[static_cast<std::size_t>(place.member)]);
  });
  std::vector<PartPlace> places;
  places.reserve(all.size());
  for (const RankedValue& one : values) places.push_back(all[one.at].place);
  return places;
}

}  // namespace credence
