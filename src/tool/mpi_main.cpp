// The command-line tool `credence-mpi`: the verbs of `credence` by all processes that mpirun starts.
#include <credence/wrap/mpi.hpp>

#include <sched.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <new>

#include "process/kept_memory.hpp"
#include "process/out_of_memory.hpp"
#include "process/several_processes.hpp"
#include "run.hpp"

namespace {

// A process without memory in the middle of an exchange ends the job: another one waits for it.
template <class Work>
auto with_memory(Work work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    credence::tool::die_of_memory();
  }
}

// All processes of the job.
class MpiTransport final : public credence::tool::Transport {
 public:
  MpiTransport() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm node = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &on_node_);
    MPI_Comm_free(&node);
  }

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  [[nodiscard]] int threads() const override {
    const int cores = static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
    cpu_set_t bound;  // to which the launcher may have bound this rank
    const bool is_known = ::sched_getaffinity(0, sizeof bound, &bound) == 0;
    return std::max(std::min(cores / on_node_, is_known ? CPU_COUNT(&bound) : cores), 1);
  }
  [[nodiscard]] std::string host() const override {
    std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
    int length = 0;
    MPI_Get_processor_name(name.data(), &length);
    return {name.data(), static_cast<std::size_t>(length)};
  }
  [[nodiscard]] std::vector<std::string> all_gather(const std::string& bytes) override {
    return with_memory([&] { return credence::mpi::all_gather(bytes, MPI_COMM_WORLD); });
  }
  [[nodiscard]] std::string broadcast(std::string bytes) override {
    return with_memory([&] { return credence::mpi::broadcast(std::move(bytes), MPI_COMM_WORLD); });
  }
  void merge(credence::ShardTree& tree) override {
    with_memory([&] { credence::mpi::merge(tree, MPI_COMM_WORLD); });
  }
  void gather(const credence::tool::Pieces& pieces, const credence::tool::TakePiece& use) override {
    with_memory([&] { credence::mpi::gather(pieces, use, MPI_COMM_WORLD); });
  }

 private:
  int rank_ = 0;
  int size_ = 1;
  int on_node_ = 1;
};

}  // namespace

int main(int argc, char** argv) {
  credence::tool::die_of_memory_on_terminate();
  std::signal(SIGXFSZ, SIG_IGN);
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  credence::tool::keep_memory_of_parts();
  MpiTransport transport;
  if (const int started = credence::tool::processes_started(); started != transport.size()) {
    std::fprintf(
        stderr,
        "credence: %d processes were started, and %d of them see each other: start them by "
        "the mpirun of the MPI that 'credence-mpi' was built with\n",
        started, transport.size());
    MPI_Finalize();
    return static_cast<int>(credence::tool::Exit::usage);
  }
  const int code = credence::tool::run({argv + std::min(1, argc), argv + argc}, &transport);
  MPI_Finalize();
  return code;
}
