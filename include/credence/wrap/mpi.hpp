#pragma once
// The processes of an MPI job learn and score together: component mpi of the package, target
// credence::mpi. All functions are collective: every rank of the communicator calls them, with equal
// arguments where nothing else is said. An error on one rank is thrown on all.
#include <mpi.h>
#include <credence/learn/shards.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/evaluate.hpp>
#include <functional>

namespace credence::mpi {

/// Rows of files that all ranks can open, cut into shards.
struct SharedRows {
  std::vector<DataFile> files{};  ///< at least one, all of one form: data_files(paths)
  const Form* form = nullptr;     ///< null: what the name of the first file says
  ReadOptions options{};
  std::string weight{};  ///< the column of row weights; empty for 1 each
  Index of = 0;          ///< how many shards; 0: usual_shards(files)

  friend bool operator==(const SharedRows&, const SharedRows&) = default;
};

/// The shards of one rank: those behind `before`, up to and with `last`.
struct ShardRange {
  Index before = 0;  ///< the number of the last shard of the rank before; 0 for none
  Index last = 0;    ///< the number of its own last one

  friend bool operator==(const ShardRange&, const ShardRange&) = default;
};
/// Returns floor(of rank / ranks) and floor(of (rank + 1) / ranks).
[[nodiscard]] ShardRange shards_of(int rank, int ranks, Index of);

/// Learns from all rows, each rank from its shards. A row whose quotes hold the line feed behind a
/// cut is read by the rank where it begins, which tells the next one where its rows begin.
/// out     on rank 0 the posterior of all rows, on the others an empty one. Exact sums give the bits
///         of one process; rounded sums depend on the shards and their rows, not on the ranks
/// throws  Error as ShardReader and observe, that of the first row in the order of files and bytes;
///         Error{io} when ranks see other files
/// cost    one pass over the rows of a rank, and merge
[[nodiscard]] Posterior<Model> observe(const Model& model, const SharedRows& rows, MPI_Comm comm,
                                       Summation summation = Summation::rounded);

/// Merges the posteriors of all ranks, which are of one model, into that of rank 0 along one binary
/// tree; the others keep theirs.
/// throws  Error as merge
/// cost    ceil(log2 ranks) rounds of messages of the binary posterior form, in pieces of at most 1 GiB
void merge(Posterior<Model>& posterior, MPI_Comm comm);

/// Moves the blocks of all ranks into the tree of rank 0; the other trees are empty then.
/// throws, cost  as merge of posteriors
void merge(ShardTree& tree, MPI_Comm comm);

/// Gives every rank the posterior of rank 0.
void share(Posterior<Model>& posterior, MPI_Comm comm);

/// What one rank predicted.
struct PredictedRows {
  Index first = 0;                      ///< how many rows the ranks before it have
  std::vector<Predictions> parts = {};  ///< of its rows, in their order

  friend bool operator==(const PredictedRows&, const PredictedRows&) = default;
};

/// Labels all rows, each rank those of its shards.
/// throws  Error as ShardReader and Classifier::predict, that of the first row
[[nodiscard]] PredictedRows predict(const Classifier<Model>& classifier, const SharedRows& rows,
                                    MPI_Comm comm);

/// Scores all rows, each rank those of its shards; rank 0 adds up what was found, in the order of the
/// rows.
/// in      options: its weight is that of the rows, and may be left out here
/// out     on rank 0 what one process finds, bit for bit, but for the seconds and, where some rows of an
///         average need models of their own, the last digit; on the others nothing
/// throws  Error as ShardReader and credence::evaluate, that of the first row; Error{schema} for another
///         weight than that of the rows
/// cost    as Evaluator::scored, whose texts a rank holds for all of its rows, and adding them
[[nodiscard]] Evaluation evaluate(const Posterior<Model>& posterior, const SharedRows& rows,
                                  EvaluateOptions options, MPI_Comm comm);

/// Compares estimators and structures, in cross-validation among others: each rank has all rows,
/// learns all folds, and scores for its share of the results.
/// in      table: the same rows on every rank
/// out     on rank 0 what credence::compare finds, bit for bit, but for the seconds; on the others
///         nothing but their seconds. Lazy rules are scored by rank 0 alone
/// throws  Error as credence::compare, that of the lowest rank that has one
/// cost    as that of shares: one exchange of results a structure, a few kB and the confusion matrices
[[nodiscard]] Comparison compare(const Model& model, const Table& table,
                                 const CompareOptions& options, MPI_Comm comm);

/// Calls `pass` with where the rows of this rank begin, none at first, until every rank began where
/// the one before it ended: once as a rule, again where a row spans a cut between two ranks.
/// in      pass: tells the edges of what it read, and of what it read before it threw
/// throws  the first error in the order of ranks that began right
void read_in_turn(
    const std::function<void(std::optional<std::uint64_t> begin, ShardEdges& edges)>& pass,
    MPI_Comm comm);

/// Returns the bytes that each rank gives, by rank.
[[nodiscard]] std::vector<std::string> all_gather(std::string_view bytes, MPI_Comm comm);

/// Returns the bytes that rank 0 gives, in pieces of at most 1 GiB.
[[nodiscard]] std::string broadcast(std::string bytes, MPI_Comm comm);

/// Calls `use` on rank 0 with pieces of bytes that the ranks hand over, rank by rank.
/// in      pieces: hands the pieces of a rank to the function that it is given;  use: of rank 0 alone
void gather(const std::function<void(const std::function<void(std::string_view)>&)>& pieces,
            const std::function<void(std::string_view)>& use, MPI_Comm comm);

/// Sends bytes to a rank, in pieces of at most 1 GiB. This and `receive` alone are called by two ranks
/// and not by all.
void send(std::string_view bytes, int rank, MPI_Comm comm);
/// Returns the bytes that a rank sends.
[[nodiscard]] std::string receive(int rank, MPI_Comm comm);

}  // namespace credence::mpi
