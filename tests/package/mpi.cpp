// A stranger's program for the component mpi: it is compiled and linked.
#include <credence/wrap/mpi.hpp>

#include <iostream>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  for (const std::string& word : credence::mpi::all_gather("here", MPI_COMM_WORLD))
    std::cout << word << '\n';
  MPI_Finalize();
}
