// Comparisons whose results are shared out among the ranks.
#include <credence/wrap/mpi.hpp>

#include "wrap/mpi/agreement.hpp"

namespace credence::mpi {
namespace {

// What a rank says at a meeting begins with whether it is well.
constexpr char is_well = '+';
constexpr char has_failed = '-';

// Thrown on all ranks once they have met over the fault of one.
struct SharedFault {
  std::string fault;
};

std::vector<std::string> meet(const std::string& bytes, MPI_Comm comm) {
  std::vector<std::string> all = all_gather(bytes, comm);
  for (const std::string& one : all)
    if (one.front() == has_failed) throw SharedFault{one.substr(1)};
  for (std::string& one : all) one.erase(0, 1);
  return all;
}

}  // namespace

Comparison compare(const Model& model, const Table& table, const CompareOptions& options,
                   MPI_Comm comm) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const auto exchange = [&](const std::string& bytes) { return meet(is_well + bytes, comm); };
  Comparison comparison;
  try {
    const std::string fault = fault_of([&] {
      comparison = credence::compare(model, table, options,
                                     {.part = rank, .parts = ranks, .exchange = exchange});
    });
    static_cast<void>(fault.empty() ? exchange({}) : meet(has_failed + fault, comm));
  } catch (const SharedFault& shared) {
    throw_fault(shared.fault);
  }
  return comparison;
}

}  // namespace credence::mpi
