// Names of features and of their members, and smaller posteriors over the list in families.hpp.
#include <credence/learn/keep.hpp>

namespace credence {

std::string part_name(std::string_view feature, std::string_view part) {
  std::string name(feature);
  name += ':';
  return name.append(part);
}

namespace detail {

NamedParts::NamedParts(std::span<const std::string> names) {
  for (const std::string& name : names) found_.emplace(name, false);
}

bool NamedParts::find(const std::string& name) {
  const auto at = found_.find(name);
  if (at == found_.end()) return false;
  at->second = true;
  return true;
}

NamedParts::Part NamedParts::named(std::string_view feature, std::span<const std::string> members) {
  Part part{.whole = find(std::string(feature))};
  for (Index member = 0; member < std::ssize(members); ++member)
    if (find(part_name(feature, members[static_cast<std::size_t>(member)])))
      part.members.push_back(member);
  // All parts are the feature, with its policy for new words.
  part.whole = part.whole || (!members.empty() && part.members.size() == members.size());
  return part;
}

NamedParts::Part NamedParts::others(std::string_view feature,
                                    std::span<const std::string> members) {
  const Part gone = named(feature, members);
  if (gone.whole) return {};
  if (gone.members.empty()) return {.whole = true};
  Part rest;
  for (Index member = 0; member < std::ssize(members); ++member)
    if (!std::binary_search(gone.members.begin(), gone.members.end(), member))
      rest.members.push_back(member);
  return rest;
}

void NamedParts::check_known() const {
  std::vector<std::string> unknown;
  for (const auto& [name, found] : found_)
    if (!found) unknown.push_back("no feature is called '" + name + "'");
  if (unknown.empty()) return;
  std::sort(unknown.begin(), unknown.end());
  for (std::string& line : unknown)
    line +=
        "; features bear the names of the schema, a word of a text is 'TEXT:WORD', a column of "
        "a block 'BLOCK:COLUMN'";
  throw collected(ErrorCode::schema, unknown);
}

std::vector<double> entries_at(const std::vector<double>& list, std::span<const Index> positions) {
  if (list.empty()) return {};
  std::vector<double> entries;
  for (const Index at : positions)
    entries.push_back(at < std::ssize(list) ? list[static_cast<std::size_t>(at)] : 0);
  return entries;
}

Dirichlet restricted(const Dirichlet& prior, std::span<const Index> members) {
  return {.weights = entries_at(prior.weights, members)};
}

TiedNormalInverseGamma restricted(const TiedNormalInverseGamma& prior,
                                  std::span<const Index> members) {
  return {.means = entries_at(prior.means, members),
          .mean_weights = entries_at(prior.mean_weights, members),
          .shapes = is_shared(prior) ? prior.shapes : entries_at(prior.shapes, members),
          .scales = entries_at(prior.scales, members)};
}

NormalInverseWishart restricted(const NormalInverseWishart& prior, std::span<const Index> members) {
  return marginal(prior, members);
}

JointMoments restricted(const JointMoments& seen, std::span<const Index> members) {
  if (seen.means.empty()) return seen;
  return {.complete = seen.complete,
          .incomplete = seen.incomplete,
          .means = entries_at(seen.means, members),
          .scatter = part_of_triangle(seen.scatter, members)};
}

WordTotals restricted(const WordTotals& seen, std::span<const Index> members) {
  return {.counts = entries_at(seen.counts, members), .documents = seen.documents};
}

ColumnMoments restricted(const ColumnMoments& seen, std::span<const Index> members) {
  return {.rows = seen.rows,
          .counts = entries_at(seen.counts, members),
          .means = entries_at(seen.means, members),
          .sums_of_squares = entries_at(seen.sums_of_squares, members)};
}

}  // namespace detail

template Posterior<Model> keep(const Posterior<Model>&, std::span<const std::string>);
template Posterior<Model> drop(const Posterior<Model>&, std::span<const std::string>);

}  // namespace credence
