// Meetings of the processes of a run.
#include "process/ranks.hpp"

#include <credence/detail/data/read_in_turn.hpp>

#include <fmt/format.h>

#include <functional>
#include <utility>

namespace credence::tool {
namespace {

std::string packed_fault(const Fault& fault) {
  detail::Parcel parcel;
  parcel.put(fault.code);
  parcel.put(fault.message);
  parcel.put(fault.where.file);
  parcel.put(fault.where.line);
  parcel.put(fault.where.column);
  parcel.put(static_cast<std::uint64_t>(fault.exit));
  return parcel.packed();
}

Fault unpacked_fault(const std::string& bytes) {
  detail::Parcel parcel(bytes);
  Fault fault;
  fault.code = parcel.text();
  fault.message = parcel.text();
  fault.where.file = parcel.text();
  fault.where.line = parcel.number();
  fault.where.column = parcel.number();
  fault.exit = static_cast<Exit>(parcel.number());
  return fault;
}

// What a process says at a meeting begins with whether it is well.
constexpr char is_well = '+';
constexpr char has_failed = '-';

}  // namespace

// Who sees no file, and where, is to be said: the others may see it.
Fault Ranks::with_host(Fault fault) const {
  if (fault.exit == Exit::io && size() > 1 && !is_first())
    fault.message += fmt::format(" (rank {} on host '{}')", rank(), transport_->host());
  return fault;
}

std::vector<std::string> Ranks::told(const std::string& bytes) {
  return any() ? transport_->all_gather(bytes) : std::vector<std::string>{bytes};
}

std::vector<std::string> Ranks::exchange(const std::string& bytes) {
  std::vector<std::string> all = told(is_well + bytes);
  for (const std::string& one : all)
    if (one.front() == has_failed) throw SharedFault(unpacked_fault(one.substr(1)));
  for (std::string& one : all) one.erase(0, 1);
  return all;
}

void Ranks::check_same_words(const std::vector<std::string>& words) {
  if (size() == 1) return;
  detail::Parcel own;
  for (const std::string& word : words) own.put(word);
  const std::vector<std::string> all = exchange(own.packed());
  for (std::size_t rank = 1; rank < all.size(); ++rank)
    if (all[rank] != all[0])
      throw UsageError(
          fmt::format("rank {} was started with other words than rank 0, and all ranks do one work "
                      "together; give them the same, or let each run a shard by 'fit --shard I/N'",
                      rank));
}

Fault Ranks::agreed(const Fault& own) {
  if (!any()) return own;
  for (const std::string& one : told(has_failed + packed_fault(with_host(own))))
    if (one.front() == has_failed) return unpacked_fault(one.substr(1));
  return own;
}

std::string Ranks::shared(const std::function<std::string()>& make) {
  if (!any()) return make();
  std::string bytes = is_first() ? make() : std::string();
  meet();
  return transport_->broadcast(std::move(bytes));
}

void Ranks::merge(ShardTree& tree) {
  if (!any()) return;
  meet();
  transport_->merge(tree);
}

void Ranks::gather(const Pieces& pieces, const TakePiece& use) {
  if (!any()) return pieces(use);
  meet();
  transport_->gather(pieces, use);
}

void Ranks::read_in_turn(
    const std::function<void(std::optional<std::uint64_t>, ShardEdges&)>& pass) {
  if (!any()) {
    ShardEdges edges;
    return pass(std::nullopt, edges);
  }
  detail::read_in_turn(
      static_cast<std::size_t>(rank()),
      [&](std::optional<std::uint64_t> begin, ShardEdges& edges) -> std::string {
        try {
          pass(begin, edges);
          return {};
        } catch (const std::bad_alloc&) {
          throw;
        } catch (...) {
          return packed_fault(with_host(current_fault()));
        }
      },
      [&](const std::string& own) { return exchange(own); },
      [](const std::string& fault) { throw SharedFault(unpacked_fault(fault)); });
}

}  // namespace credence::tool
