// Passes over the rows that ranks share: learning and predicting.
#include <credence/detail/data/read_in_turn.hpp>
#include <credence/wrap/mpi.hpp>

#include <filesystem>
#include <utility>

#include "wrap/mpi/agreement.hpp"

namespace credence::mpi {
namespace {

// What a rank has to do, which every rank knows alike.
struct Share {
  const SharedRows& rows;
  const Form& form;
  Index of = 1;
  ShardRange range{};

  Share(const SharedRows& all, MPI_Comm comm)
      : rows(all),
        form(all.form != nullptr ? *all.form : form_of(all.files.front().path)),
        of(all.of > 0 ? all.of : usual_shards(all.files)) {
    int rank = 0, ranks = 1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    range = shards_of(rank, ranks, of);
  }

  // Calls `take` with the rows of each shard, one table after another, and `done` behind each.
  template <class Take, class Done>
  void read(std::optional<std::uint64_t> begin, ShardEdges& edges, Take&& take, Done&& done) const {
    const auto reader_of = [&](Index number, const ShardCuts& cuts) {
      return ShardReader(rows.files, {.number = number, .of = of}, form, rows.options,
                         std::uint64_t{1} << 24, cuts);
    };
    detail::read_shards(
        range.before, range.last, begin, edges, reader_of,
        [&](const ShardReader&, const Table& table) { take(table); }, done);
  }
};

// Throws where what a rank is about to do is not what rank 0 does.
void check_same(const std::string& own, const std::string& what, MPI_Comm comm) {
  const std::vector<std::string> all = all_gather(own, comm);
  for (std::size_t rank = 1; rank < all.size(); ++rank)
    if (all[rank] != all[0])
      throw Error(ErrorCode::io, "rank " + std::to_string(rank) + " sees " + what +
                                     " than rank 0; give all ranks the same");
}

void check_same_files(const Share& share, MPI_Comm comm) {
  detail::Parcel own;
  own.put(static_cast<std::uint64_t>(share.of));
  for (const DataFile& file : share.rows.files) {
    own.put(std::filesystem::path(file.path).filename().string());
    own.put(file.size);
  }
  check_same(own.packed(), "files of other names or sizes, or other shards,", comm);
}

void check_same_plan(const Share& share, const Model& model, Summation summation, MPI_Comm comm) {
  check_same(plan_of({.files = share.rows.files,
                      .of = share.of,
                      .form = std::string(share.form.name),
                      .dialect = share.rows.options.text,
                      .label = share.rows.options.label,
                      .weight = share.rows.weight},
                     empty_posterior(model, summation)),
             "other files, or another model,", comm);
}

}  // namespace

ShardRange shards_of(int rank, int ranks, Index of) {
  const auto cut = [&](Index at) { return of * at / ranks; };
  return {.before = cut(rank), .last = cut(rank + 1)};
}

Posterior<Model> observe(const Model& model, const SharedRows& rows, MPI_Comm comm,
                         Summation summation) {
  const Share share(rows, comm);
  check_same_plan(share, model, summation, comm);
  const Posterior<Model> empty = empty_posterior(model, summation);
  ShardTree tree;
  read_in_turn(
      [&](std::optional<std::uint64_t> begin, ShardEdges& edges) {
        tree = {};
        Posterior<Model> posterior = empty;
        share.read(
            begin, edges,
            [&](const Table& table) { credence::observe(posterior, table, rows.weight); },
            [&](Index number) {
              tree.add({.first = number - 1, .posterior = std::exchange(posterior, empty)});
            });
      },
      comm);
  merge(tree, comm);
  return tree.empty() ? empty : tree.merged();
}

PredictedRows predict(const Classifier<Model>& classifier, const SharedRows& rows, MPI_Comm comm) {
  const Share share(rows, comm);
  check_same_files(share, comm);
  PredictedRows predicted;
  read_in_turn(
      [&](std::optional<std::uint64_t> begin, ShardEdges& edges) {
        predicted.parts.clear();
        share.read(
            begin, edges,
            [&](const Table& table) { predicted.parts.push_back(classifier.predict(table)); },
            [](Index) {});
      },
      comm);
  Index own = 0;
  for (const Predictions& part : predicted.parts) own += part.rows();
  long long before = 0;
  const long long here = own;
  MPI_Exscan(&here, &before, 1, MPI_LONG_LONG, MPI_SUM, comm);
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  predicted.first = rank == 0 ? 0 : static_cast<Index>(before);
  return predicted;
}

Evaluation evaluate(const Posterior<Model>& posterior, const SharedRows& rows,
                    EvaluateOptions options, MPI_Comm comm) {
  const Share share(rows, comm);
  check_same_files(share, comm);
  if (!options.weight.empty() && options.weight != rows.weight)
    throw Error(ErrorCode::schema,
                "the evaluation weighs rows by '" + options.weight +
                    "', which is not the weight of the shared rows; name it there");
  options.weight = rows.weight;
  Evaluator evaluator(posterior, std::move(options));
  std::vector<std::string> scored;
  read_in_turn(
      [&](std::optional<std::uint64_t> begin, ShardEdges& edges) {
        scored.clear();
        share.read(
            begin, edges, [&](const Table& table) { scored.push_back(evaluator.scored(table)); },
            [](Index) {});
      },
      comm);
  gather(
      [&](const auto& give) {
        for (const std::string& part : scored) give(part);
      },
      [&](std::string_view part) { evaluator.add_scored(part); }, comm);
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  Evaluation evaluation;
  throw_first(fault_of([&] {
                if (rank == 0) evaluation = std::move(evaluator).evaluation();
              }),
              comm);
  return evaluation;
}

}  // namespace credence::mpi
