#pragma once
// Processes that read runs of shards at the same time, and find where each has to begin.
#include <credence/data/shards.hpp>
#include <credence/detail/base/parcel.hpp>

namespace credence::detail {

inline void put(const std::optional<std::uint64_t>& place, Parcel& parcel) {
  parcel.put(std::uint64_t{place.has_value()});
  parcel.put(place.value_or(0));
}

[[nodiscard]] inline std::optional<std::uint64_t> taken_place(Parcel& parcel) {
  const bool is_known = parcel.number() != 0;
  const std::uint64_t place = parcel.number();
  return is_known ? std::optional(place) : std::nullopt;
}

/// Adds the edges of the shard behind those that were read before.
inline void join(ShardEdges& run, const ShardEdges& next) {
  if (!next.any) return;
  if (!run.any) run.begin = next.begin;
  run.any = true;
  run.end = next.end;
}

/// Reads shards one behind the other, of which each begins where the one before it ended.
/// in      reader_of(number, cuts): opens one;  take(reader, table): is given its rows;  done(number):
///         is called behind each;  begin: of the first one, none for behind the line feed at its cut
/// out     edges: of all of them, or of those before a fault
template <class Open, class Take, class Done>
void read_shards(Index before, Index last, std::optional<std::uint64_t> begin, ShardEdges& edges,
                 Open&& reader_of, Take&& take, Done&& done) {
  for (Index number = before + 1; number <= last; ++number) {
    auto reader = reader_of(number, ShardCuts{.begin = begin, .reads_on = true});
    try {
      for (Table table; reader.next(table);) take(reader, table);
    } catch (...) {
      join(edges, reader.edges());
      throw;
    }
    join(edges, reader.edges());
    if (reader.edges().any) begin = reader.edges().end;
    done(number);
  }
}

/// Reads until every process began where the one before it ended. A process may begin in the middle
/// of a quoted field, and whatever it reads or finds wrong there does not count.
/// in      rank: of this process;  read(begin, edges): reads its shards, returns what went wrong as
///         bytes, none for nothing, and tells the edges of what it read;  exchange(bytes): returns the
///         bytes of all processes;  fail(bytes): throws what went wrong first in the order of processes
template <class Read, class Exchange, class Fail>
void read_in_turn(std::size_t rank, Read&& read, Exchange&& exchange, Fail&& fail) {
  std::optional<std::uint64_t> begin;
  std::string own;
  for (bool is_due = true;;) {
    if (is_due) {
      ShardEdges edges;
      const std::string fault = read(begin, edges);
      if (!fault.empty()) edges.end.reset();
      Parcel parcel;
      parcel.put(std::uint64_t{edges.any});
      put(edges.begin, parcel);
      put(edges.end, parcel);
      parcel.put(fault);
      own = parcel.packed();
    }
    std::vector<ShardEdges> all;
    std::vector<std::string> faults;
    for (std::string& bytes : exchange(own)) {
      Parcel told(std::move(bytes));
      const bool any = told.number() != 0;
      const auto first = taken_place(told);
      all.push_back({.any = any, .begin = first, .end = taken_place(told)});
      faults.emplace_back(told.text());
    }
    const auto starts = corrected_starts(all);
    std::size_t right = 0;
    while (right < all.size() && !starts[right]) {
      if (!faults[right].empty()) fail(faults[right]);
      ++right;
    }
    if (right == all.size()) return;
    begin = starts[rank];
    is_due = begin.has_value();
  }
}

}  // namespace credence::detail
