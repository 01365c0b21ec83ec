// Posteriors of all ranks into one, along a binomial tree.
#include <credence/detail/base/parcel.hpp>
#include <credence/wrap/mpi.hpp>

#include "wrap/mpi/agreement.hpp"

namespace credence::mpi {
namespace {

std::string posterior_bytes(Posterior<Model> posterior) {
  return to_bytes(RecordedPosterior{.posterior = std::move(posterior), .provenance = {}},
                  PosteriorForm::binary);
}

// The blocks of a rank, or what went wrong there.
std::string message_of(ShardTree& tree, const std::string& fault) {
  detail::Parcel parcel;
  parcel.put(fault);
  if (!fault.empty()) return parcel.packed();
  for (ShardTree::Block& block : tree.take()) {
    parcel.put(static_cast<std::uint64_t>(block.first));
    parcel.put(static_cast<std::uint64_t>(block.size));
    parcel.put(posterior_bytes(std::move(block.posterior)));
  }
  return parcel.packed();
}

void take_in(std::string message, int from, ShardTree& tree, std::string& fault) {
  detail::Parcel parcel(std::move(message));
  const std::string theirs(parcel.text());
  if (fault.empty()) fault = theirs;
  if (!fault.empty()) return;
  const std::string name = "statistics of rank " + std::to_string(from);
  while (!parcel.is_done()) {
    ShardTree::Block block;
    block.first = static_cast<Index>(parcel.number());
    block.size = static_cast<Index>(parcel.number());
    block.posterior = recorded_from_bytes(parcel.text(), name).posterior;
    tree.add(std::move(block));
  }
}

}  // namespace

void merge(ShardTree& tree, MPI_Comm comm) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  std::string fault;
  for (int step = 1; step < ranks; step *= 2) {
    if ((rank & step) != 0) {
      std::string message;
      const std::string own = fault_of([&] { message = message_of(tree, fault); });
      send(own.empty() ? message : message_of(tree, own), rank - step, comm);
      break;
    }
    if (rank + step >= ranks) continue;
    std::string message = receive(rank + step, comm);
    const std::string own =
        fault_of([&] { take_in(std::move(message), rank + step, tree, fault); });
    if (fault.empty()) fault = own;
  }
  throw_first(fault, comm);
}

void merge(Posterior<Model>& posterior, MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  ShardTree tree;
  tree.add({.first = rank, .posterior = posterior});
  merge(tree, comm);
  if (rank == 0) posterior = tree.merged();
}

void share(Posterior<Model>& posterior, MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  std::string bytes;
  throw_first(fault_of([&] {
                if (rank == 0) bytes = posterior_bytes(posterior);
              }),
              comm);
  bytes = broadcast(std::move(bytes), comm);
  throw_first(fault_of([&] {
                if (rank > 0) posterior = recorded_from_bytes(bytes, "rank 0").posterior;
              }),
              comm);
}

}  // namespace credence::mpi
