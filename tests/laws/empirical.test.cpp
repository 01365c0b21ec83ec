// Laws of priors found from data: they are maxima of the evidence, however the search begins.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "support/family_laws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

std::string without_numbers(std::string_view note) {
  std::string words;
  for (const char* at = note.begin(); at != note.end();) {
    if (*at < '0' || *at > '9') {
      words += *at++;
      continue;
    }
    double number = 0;
    at = std::from_chars(at, note.end(), number).ptr;
    words += '#';
  }
  return words;
}

// Numbers in notes are rounded to a few digits: those of sums in another order need not agree.
std::vector<std::string> without_numbers(std::vector<std::string> notes) {
  for (std::string& note : notes) note = without_numbers(note);
  return notes;
}

// Cells whose likelihoods were drawn from one prior, with two to thirty data each.
template <class F>
std::vector<typename F::Statistics> random_cells(Random& random) {
  const auto prior = random_truth<F>(random, 2 + random.below(4)).prior;
  std::vector<typename F::Statistics> cells(3 + random.below(5));
  for (auto& cell : cells) {
    auto truth = moderate_likelihood<F>(prior, random);
    while (!truth) truth = moderate_likelihood<F>(prior, random);
    for (std::size_t rest = 2 + random.below(29); rest > 0;) {
      const auto datum = draw(*truth, random);
      if (!F::accepts(datum)) continue;
      cell.observe(datum);
      --rest;
    }
  }
  return cells;
}

template <class Prior, class Statistics>
double evidence_of(const Prior& prior, const std::vector<Statistics>& cells) {
  double sum = 0;
  for (const Statistics& cell : cells) sum += log_evidence(prior, cell);
  return sum;
}

template <class Statistics>
double weight_of(const std::vector<Statistics>& cells) {
  double sum = 0;
  for (const Statistics& cell : cells) sum += cell.count();
  return sum;
}

// Every number a factor away, and a mean as far as the factor says of the prior's own spread.
void scale(double& value, Domain domain, double factor, double spread) {
  if (domain == Domain::real)
    value += (factor - 1) * spread;
  else
    value *= factor;
}

double spread_of(const NormalInverseGamma& prior) { return std::sqrt(prior.scale / prior.shape); }
double spread_of(const NormalVariancePrior& prior) { return std::sqrt(prior.scale / prior.shape); }
double spread_of(const NormalMeanPrior& prior) { return std::sqrt(prior.variance); }
double spread_of(const VonMisesPrior&) { return 1; }
template <class Prior>
double spread_of(const Prior&) {
  return 0;
}

// Edges of bins are found, and not searched.
template <class Member>
bool is_searched(const Member& member) {
  return member.domain != Domain::ascending;
}

// The derivative of the evidence by the logarithm of one number, by central differences.
template <class Prior, class Evidence>
std::vector<double> central_differences(const Prior& prior, Evidence&& evidence) {
  constexpr double step = 1e-5;
  std::vector<double> result;
  const auto difference = [&](auto&& change) {
    Prior up = prior;
    Prior down = prior;
    change(up, 1 + step);
    change(down, 1 - step);
    result.push_back((evidence(up) - evidence(down)) / (2 * step));
  };
  for_each_member<Prior>([&](const auto& member) {
    if (!is_searched(member)) return;
    auto pointer = member.pointer;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(prior.*pointer)>, double>)
      difference([&](Prior& to, double factor) {
        scale(to.*pointer, member.domain, factor, spread_of(prior));
      });
    else
      for (std::size_t k = 0; k < (prior.*pointer).size(); ++k)
        difference([&](Prior& to, double factor) { (to.*pointer)[k] *= factor; });
  });
  return result;
}

// A start with all numbers of one size.
template <class F>
typename F::Prior start_of_size(double size, const typename F::Prior& like) {
  typename F::Prior start = like;
  for_each_member<typename F::Prior>([&](const auto& member) {
    if (!is_searched(member)) return;
    auto& slot = start.*(member.pointer);
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(slot)>, double>)
      slot = size;
    else
      for (double& weight : slot) weight = size;
  });
  return start;
}

// Every family but those whose classes may share parameters: they have no prior of this kind.
template <class Law>
auto where_empirical(Law law) {
  return [law](auto family, Random& random) {
    if constexpr (EmpiricalFamily<decltype(family)>) law(family, random);
  };
}
template <class Law>
void for_every_empirical_family(Law law) {
  for_every_family<1>(where_empirical(law));  // each case is a search
}
template <class Law>
void for_every_empirical_family(int cases, Law law) {
  for_every_family(cases, where_empirical(law));
}

// Of each family at least half of the cases determined a prior.
void check_mostly(const std::map<std::string, int>& determined, int cases) {
  CHECK(determined.size() > 10);
  for (const auto& of : determined) {
    CAPTURE(of.first);
    CHECK(2 * of.second >= cases);
  }
}

}  // namespace

TEST_CASE("at an empirical prior within its limits no number changes the evidence to first order") {
  for_every_empirical_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto cells = random_cells<F>(random);
    const auto found = if_defined([&] { return F::empirical(cells); });
    RC_PRE(found.has_value());
    RC_PRE(found->notes.empty());

    const auto slopes = central_differences(
        found->prior, [&](const auto& prior) { return evidence_of(prior, cells); });

    RC_ASSERT(found->converged);
    for (const double slope : slopes) RC_ASSERT(std::abs(slope) <= 1e-6 * weight_of(cells));
  });
}

TEST_CASE("no step of the search for an empirical prior lowers the evidence") {
  std::map<std::string, int> determined;
  for_every_empirical_family(40, [&](auto family, Random& random) {
    using F = decltype(family);
    const auto cells = random_cells<F>(random);
    const auto found = if_defined([&] { return F::empirical(cells); });
    determined[std::string(F::name)] += found ? 1 : 0;
    if (!found) return;
    const auto start = start_of_size<F>(std::exp(3 * random.normal()), found->prior);

    double last = -std::numeric_limits<double>::infinity();
    for (int steps = 0; steps <= 30; ++steps) {
      const auto halfway = F::empirical(cells, {.start = &start, .most_steps = steps});
      CAPTURE(steps);
      CHECK(halfway.log_evidence >= last - 1e-12 * (1 + weight_of(cells)));
      last = halfway.log_evidence;
    }
  });
  check_mostly(determined, 40);
}

TEST_CASE("from starts of any size the search for an empirical prior ends at its evidence") {
  std::map<std::string, int> determined;
  for_every_empirical_family(40, [&](auto family, Random& random) {
    using F = decltype(family);
    // Of numbers, and where a constant is found, too, a few classes can leave a second, lower maximum.
    using Prior = typename F::Prior;
    constexpr bool one_maximum = std::is_same_v<Prior, Beta> || std::is_same_v<Prior, Gamma> ||
                                 std::is_same_v<Prior, Dirichlet> ||
                                 std::is_same_v<Prior, HistogramPrior>;
    const auto cells = random_cells<F>(random);
    const auto found = if_defined([&] { return F::empirical(cells); });
    determined[std::string(F::name)] += found ? 1 : 0;
    if (!found) return;
    CHECK(found->converged);
    for (const double size : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
      CAPTURE(size);
      const auto elsewhere = start_of_size<F>(size, found->prior);
      const auto other = F::empirical(cells, {.start = &elsewhere});
      const double slack = 1e-11 * (1 + weight_of(cells) + std::abs(found->log_evidence));
      CHECK(other.converged);
      CHECK(other.log_evidence <= found->log_evidence + slack);
      if (one_maximum) CHECK(other.log_evidence >= found->log_evidence - slack);
      if (one_maximum && found->notes.empty()) CHECK(agree(other.prior, found->prior, 1e-6));
    }
  });
  check_mostly(determined, 40);
}

TEST_CASE("no prior worth stating has more evidence than the empirical prior") {
  for_every_empirical_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto cells = random_cells<F>(random);
    const auto found = if_defined([&] { return F::empirical(cells); });
    RC_PRE(found.has_value());
    auto rival = found->prior;
    // Each number by itself, or a prior of the same mean that is firmer or weaker.
    const bool together = random.below(2) == 0;
    const double firmer = std::exp(3 * random.normal());
    const auto factor = [&] { return together ? firmer : std::exp(2 * random.normal()); };
    for_each_member<typename F::Prior>([&](const auto& member) {
      auto& slot = rival.*(member.pointer);
      if (!is_searched(member) || (together && member.domain == Domain::real)) return;
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(slot)>, double>)
        scale(slot, member.domain, factor(), spread_of(found->prior));
      else
        for (double& weight : slot) weight *= factor();
    });
    // Beyond the limits the evidence may be larger; there a prior is not worth stating.
    RC_PRE(found->notes.empty());

    RC_ASSERT(evidence_of(rival, cells) <= found->log_evidence + 1e-11 * (1 + weight_of(cells)));
  });
}

TEST_CASE("an empirical prior is the same for the same cells in another order") {
  for_every_empirical_family([](auto family, Random& random) {
    using F = decltype(family);
    auto cells = random_cells<F>(random);
    const auto found = if_defined([&] { return F::empirical(cells); });
    std::reverse(cells.begin(), cells.end());
    const auto reversed = if_defined([&] { return F::empirical(cells); });

    RC_ASSERT(found.has_value() == reversed.has_value());
    if (!found) return;
    RC_ASSERT(without_numbers(found->notes) == without_numbers(reversed->notes));
    RC_ASSERT(std::abs(found->log_evidence - reversed->log_evidence) <=
              1e-11 * (1 + weight_of(cells) + std::abs(found->log_evidence)));
  });
}

TEST_CASE("cells without data do not move an empirical prior") {
  for_every_empirical_family([](auto family, Random& random) {
    using F = decltype(family);
    auto cells = random_cells<F>(random);
    const auto found = if_defined([&] { return F::empirical(cells); });
    cells.emplace_back();

    RC_ASSERT(if_defined([&] { return F::empirical(cells); }) == found);
  });
}
