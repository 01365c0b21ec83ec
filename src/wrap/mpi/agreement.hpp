#pragma once
// Errors that one rank has and all throw.
#include <mpi.h>
#include <credence/base/error.hpp>

#include <functional>
#include <string>

namespace credence::mpi {

/// Returns the error that `work` throws as bytes, none where it throws none.
[[nodiscard]] std::string fault_of(const std::function<void()>& work);

/// Throws the error again.
[[noreturn]] void throw_fault(const std::string& fault);

/// Throws on all ranks the error of the lowest rank that has one; every rank calls it.
void throw_first(const std::string& own, MPI_Comm comm);

}  // namespace credence::mpi
