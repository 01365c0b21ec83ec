// Bytes of any length between ranks: MPI counts with int, so long ones go in pieces.
#include <credence/wrap/mpi.hpp>

#include <algorithm>
#include <functional>
#include <numeric>

#include "wrap/mpi/agreement.hpp"

namespace credence::mpi {
namespace {

constexpr std::size_t piece = std::size_t{1} << 30;
constexpr int tag = 1;

// Calls `move` with each piece of so many bytes.
template <class Move>
void for_pieces(std::size_t size, Move&& move) {
  for (std::size_t at = 0; at < size; at += piece)
    move(at, static_cast<int>(std::min(piece, size - at)));
}

void broadcast_from(int root, std::string& bytes, MPI_Comm comm) {
  std::uint64_t size = bytes.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, root, comm);
  bytes.resize(size);
  for_pieces(size, [&](std::size_t at, int count) {
    MPI_Bcast(bytes.data() + at, count, MPI_BYTE, root, comm);
  });
}

std::vector<int> as_counts(const std::vector<std::uint64_t>& sizes) {
  std::vector<int> counts;
  for (const std::uint64_t size : sizes) counts.push_back(static_cast<int>(size));
  return counts;
}

}  // namespace

std::vector<std::string> all_gather(std::string_view bytes, MPI_Comm comm) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  std::vector<std::uint64_t> sizes(static_cast<std::size_t>(ranks));
  const std::uint64_t own = bytes.size();
  MPI_Allgather(&own, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, comm);
  std::vector<std::string> all(sizes.size());
  if (std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}) > piece) {
    all[static_cast<std::size_t>(rank)] = bytes;
    for (int root = 0; root < ranks; ++root)
      broadcast_from(root, all[static_cast<std::size_t>(root)], comm);
    return all;
  }
  const std::vector<int> counts = as_counts(sizes);
  std::vector<int> places(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), places.begin(), 0);
  std::string together(static_cast<std::size_t>(places.back() + counts.back()), '\0');
  MPI_Allgatherv(bytes.data(), static_cast<int>(own), MPI_BYTE, together.data(), counts.data(),
                 places.data(), MPI_BYTE, comm);
  for (std::size_t from = 0; from < all.size(); ++from)
    all[from] = together.substr(static_cast<std::size_t>(places[from]), sizes[from]);
  return all;
}

std::string broadcast(std::string bytes, MPI_Comm comm) {
  broadcast_from(0, bytes, comm);
  return bytes;
}

void send(std::string_view bytes, int rank, MPI_Comm comm) {
  const std::uint64_t size = bytes.size();
  MPI_Send(&size, 1, MPI_UINT64_T, rank, tag, comm);
  for_pieces(size, [&](std::size_t at, int count) {
    MPI_Send(bytes.data() + at, count, MPI_BYTE, rank, tag, comm);
  });
}

std::string receive(int rank, MPI_Comm comm) {
  std::uint64_t size = 0;
  MPI_Recv(&size, 1, MPI_UINT64_T, rank, tag, comm, MPI_STATUS_IGNORE);
  std::string bytes(size, '\0');
  for_pieces(size, [&](std::size_t at, int count) {
    MPI_Recv(bytes.data() + at, count, MPI_BYTE, rank, tag, comm, MPI_STATUS_IGNORE);
  });
  return bytes;
}

// Those who hand pieces over wait until they are taken: what cannot be used is taken all the same.
void gather(const std::function<void(const std::function<void(std::string_view)>&)>& pieces,
            const std::function<void(std::string_view)>& use, MPI_Comm comm) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  std::string fault;
  if (rank > 0) {
    fault = fault_of([&] {
      pieces([&](std::string_view bytes) {
        if (!bytes.empty()) send(bytes, 0, comm);
      });
    });
    send({}, 0, comm);
  } else {
    fault = fault_of([&] { pieces(use); });
    for (int from = 1; from < ranks; ++from)
      for (std::string bytes = receive(from, comm); !bytes.empty(); bytes = receive(from, comm))
        if (fault.empty()) fault = fault_of([&] { use(bytes); });
  }
  throw_first(fault, comm);
}

}  // namespace credence::mpi
