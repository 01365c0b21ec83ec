// Names of features and of their members, and smaller posteriors.
#include <credence/learn/keep.hpp>

#include <algorithm>
#include <credence/base/error.hpp>
#include <credence/detail/data/column_places.hpp>
#include <unordered_map>

#include "learn/structure/contexts.hpp"

namespace credence {

std::string part_name(std::string_view feature, std::string_view part) {
  std::string name(feature);
  name += ':';
  return name.append(part);
}

namespace detail {

void restrict_schema(ColumnSchema& column, const AnyBlock& part) {
  const FeatureFacts& feature = part.feature(0);
  if (!column.columns.empty())
    column.columns = feature.levels;
  else if (feature.listed)
    column.levels = feature.levels;
  column.unseen = feature.unseen;
  column.prior = part.prior(0);
}

}  // namespace detail

namespace {

// Which features and members of features a list of names speaks of.
class NamedParts {
 public:
  // What of one feature stays: all of it, some members in their order, or nothing.
  struct Part {
    bool whole = false;
    std::vector<Index> members = {};
  };

  explicit NamedParts(std::span<const std::string> names);

  // in   members: empty for a feature that cannot be divided
  [[nodiscard]] Part named(std::string_view feature, std::span<const std::string> members);
  // What the names do not speak of.
  [[nodiscard]] Part others(std::string_view feature, std::span<const std::string> members);
  // Throws Error{schema} listing the names that no feature bears.
  void check_known() const;

 private:
  [[nodiscard]] bool find(const std::string& name);

  std::unordered_map<std::string, bool> found_;
};

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
        "; name a feature as the schema does, a word of a text as 'TEXT:WORD', a column of a "
        "block as 'BLOCK:COLUMN'";
  throw collected(ErrorCode::schema, unknown);
}

// The features of one block; `choose(name, members)` says what stays. Null where nothing does.
template <class Choice>
std::unique_ptr<AnyBlock> parts_of_block(const AnyBlock& block, const Schema& schema,
                                         const ColumnPlaces& places, Choice&& choose,
                                         std::unordered_map<std::string, ColumnSchema>& columns) {
  std::unique_ptr<AnyBlock> rest;
  for (Index j = 0; j < block.size(); ++j) {
    const std::string& name = block.feature(j).name;
    const NamedParts::Part part = choose(name, block.members(j));
    if (!part.whole && part.members.empty()) continue;
    std::unique_ptr<AnyBlock> one = block.part(j, part.whole ? nullptr : &part.members);
    ColumnSchema& column = columns.emplace(name, schema.columns[places.of(name)]).first->second;
    if (!part.whole) detail::restrict_schema(column, *one);
    if (rest)
      rest->append(std::move(*one));
    else
      rest = std::move(one);
  }
  return rest;
}

// What a structure says of the features that stay: one keeps its parents up to the first that went.
void restrict_structure(Schema& schema) {
  const auto is_gone = [&](const std::string& name) { return schema.find(name) == nullptr; };
  Structure& structure = schema.structure;
  const bool named = !structure.may_be_parents.empty();
  std::erase_if(structure.may_be_parents, is_gone);
  if (named && structure.may_be_parents.empty() && structure.kind != StructureKind::lookup) {
    structure = {};  // no names would let all be parents
    return;
  }
  std::erase_if(structure.edges, [&](const ParentEdges& of) { return is_gone(of.column); });
  std::erase_if(structure.given, [&](const ParentsOf& of) { return is_gone(of.feature); });
  for (ParentsOf& of : structure.given)
    of.parents.erase(std::find_if(of.parents.begin(), of.parents.end(), is_gone), of.parents.end());
  std::erase_if(structure.given, [](const ParentsOf& of) { return of.parents.empty(); });
}

// The contexts of the features that stay.
void keep_contexts(const Posterior<Model>& from, Posterior<Model>& kept) {
  for (const detail::ContextPlan& plan : detail::context_plans(kept.model)) {
    const auto at =
        std::find_if(from.contexts.begin(), from.contexts.end(),
                     [&](const ContextPosterior& known) { return known.parents == plan.parents; });
    if (at == from.contexts.end())
      throw Error(ErrorCode::schema,
                  "a look-up of whole rows cannot lose a column; learn the model of the others");
    kept.contexts.push_back(
        {.parents = plan.parents, .children = keep(at->children, plan.children)});
  }
}

// The posterior of some features.
template <class Choice>
Posterior<Model> parts_of(const Posterior<Model>& posterior, Choice&& choose) {
  Posterior<Model> kept;
  kept.label = posterior.label;
  kept.like_scikit_learn = posterior.like_scikit_learn;
  kept.summation = posterior.summation;
  kept.discount = posterior.discount;
  Schema schema = posterior.model.schema();
  const ColumnPlaces places(schema);
  std::unordered_map<std::string, ColumnSchema> columns;
  for (const Box<AnyBlock>& block : posterior.blocks)
    if (auto rest = parts_of_block(*block, schema, places, choose, columns))
      kept.blocks.emplace_back(std::move(rest));
  std::erase_if(schema.columns, [&](const auto& column) { return !columns.contains(column.name); });
  for (ColumnSchema& column : schema.columns) column = columns.at(column.name);
  if (!posterior.contexts.empty()) restrict_structure(schema);
  kept.model = with_schema(posterior.model, std::move(schema));
  if (!posterior.contexts.empty()) keep_contexts(posterior, kept);
  return kept;
}

}  // namespace

Posterior<Model> keep(const Posterior<Model>& posterior, std::span<const std::string> names) {
  NamedParts parts(names);
  auto kept = parts_of(posterior, [&](std::string_view feature, const auto& members) {
    return parts.named(feature, members);
  });
  parts.check_known();
  return kept;
}

Posterior<Model> drop(const Posterior<Model>& posterior, std::span<const std::string> names) {
  NamedParts parts(names);
  auto rest = parts_of(posterior, [&](std::string_view feature, const auto& members) {
    return parts.others(feature, members);
  });
  parts.check_known();
  return rest;
}

}  // namespace credence
