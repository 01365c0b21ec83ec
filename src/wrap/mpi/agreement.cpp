// Errors between ranks.
#include "wrap/mpi/agreement.hpp"

#include <credence/detail/data/read_in_turn.hpp>
#include <credence/wrap/mpi.hpp>

#include <exception>
#include <functional>
#include <new>

namespace credence::mpi {

namespace {

std::string packed_error(const Error& error) {
  detail::Parcel parcel;
  parcel.put(static_cast<std::uint64_t>(error.code()));
  parcel.put(std::string_view(error.what()));
  parcel.put(error.where().file);
  parcel.put(error.where().line);
  parcel.put(error.where().column);
  return parcel.packed();
}

}  // namespace

std::string fault_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const Error& error) {
    return packed_error(error);
  } catch (const std::exception& error) {
    return packed_error(Error(ErrorCode::undefined, error.what()));
  }
  return {};
}

void throw_fault(const std::string& fault) {
  detail::Parcel parcel(fault);
  const auto code = static_cast<ErrorCode>(parcel.number());
  const std::string message(parcel.text());
  Location where{.file = std::string(parcel.text())};
  where.line = parcel.number();
  where.column = parcel.number();
  throw Error(code, message, where);
}

void throw_first(const std::string& own, MPI_Comm comm) {
  for (const std::string& fault : all_gather(own, comm))
    if (!fault.empty()) throw_fault(fault);
}

void read_in_turn(const std::function<void(std::optional<std::uint64_t>, ShardEdges&)>& pass,
                  MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  detail::read_in_turn(
      static_cast<std::size_t>(rank),
      [&](std::optional<std::uint64_t> begin, ShardEdges& edges) {
        return fault_of([&] { pass(begin, edges); });
      },
      [&](const std::string& own) { return all_gather(own, comm); }, throw_fault);
}

}  // namespace credence::mpi
