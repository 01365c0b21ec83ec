// The functions of credence::mpi against one process, by all ranks that mpirun starts: SCHEMA FILE...
#include <credence/data/csv.hpp>
#include <credence/wrap/mpi.hpp>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace credence;

namespace {

int rank = 0;
int faults = 0;

void check(bool is_so, const std::string& what) {
  if (is_so) return;
  ++faults;
  std::cerr << "rank " << rank << ": " << what << " is not that of one process\n";
}

// What is thrown on this rank.
template <class Work>
std::string message_of(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return std::string(to_string(error.code())) + " " + error.what();
  }
  return {};
}

std::string bytes_of(const Posterior<Model>& posterior) {
  return to_bytes(posterior, PosteriorForm::binary);
}

void check_learning(const Model& model, const mpi::SharedRows& rows, const Table& table) {
  Posterior<Model> alone = empty_posterior(model, Summation::exact);
  observe(alone, table);
  Posterior<Model> together = mpi::observe(model, rows, MPI_COMM_WORLD, Summation::exact);
  check(rank > 0 || bytes_of(together) == bytes_of(alone), "observe");
  mpi::share(together, MPI_COMM_WORLD);
  check(bytes_of(together) == bytes_of(alone), "share");

  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  Posterior<Model> part = alone, all = alone;
  for (int more = 1; more < ranks; ++more) merge(all, Posterior<Model>(alone));
  mpi::merge(part, MPI_COMM_WORLD);
  check(bytes_of(part) == bytes_of(rank == 0 ? all : alone), "merge");
}

void check_scores(const Posterior<Model>& posterior, const mpi::SharedRows& rows,
                  const Table& table) {
  const Evaluation alone = evaluate(posterior, table);
  const Evaluation together = mpi::evaluate(posterior, rows, {}, MPI_COMM_WORLD);
  check(rank > 0 || together == alone, "evaluate");

  const Classifier<Model> classifier(posterior, Estimator::predictive);
  const Predictions all = classifier.predict(table);
  const mpi::PredictedRows own = mpi::predict(classifier, rows, MPI_COMM_WORLD);
  auto at = static_cast<std::size_t>(own.first);
  for (const Predictions& part : own.parts) {
    check(std::equal(part.label.begin(), part.label.end(),
                     all.label.begin() + static_cast<Index>(at)),
          "predict");
    const auto here = part.log_probability.begin();
    check(std::equal(here, part.log_probability.end(),
                     all.log_probability.begin() + static_cast<Index>(at * all.classes.size())),
          "predict");
    at += part.label.size();
  }
  const std::vector<std::string> ends = mpi::all_gather(std::to_string(at), MPI_COMM_WORLD);
  check(ends.back() == std::to_string(table.rows()), "the number of predicted rows");
}

void check_comparisons(const Model& model, const Table& table) {
  const CompareOptions options{.folds = 4};
  const Comparison alone = compare(model, table, options);
  const Comparison together = mpi::compare(model, table, options, MPI_COMM_WORLD);
  check(rank > 0 || together == alone, "compare");
  CompareOptions wrong = options;
  if (rank == 0) wrong.folds = 1;
  const std::string own =
      message_of([&] { (void)mpi::compare(model, table, wrong, MPI_COMM_WORLD); });
  for (const std::string& one : mpi::all_gather(own, MPI_COMM_WORLD))
    check(one.starts_with("domain") && one == own, "an error of a comparison");
}

// Every rank throws what the first bad row says, and what one rank alone has to say.
void check_errors(const Model& model, mpi::SharedRows rows) {
  rows.weight = "note";
  const std::string own =
      message_of([&] { (void)mpi::observe(model, rows, MPI_COMM_WORLD, Summation::exact); });
  const std::vector<std::string> all = mpi::all_gather(own, MPI_COMM_WORLD);
  check(!own.empty(), "an error");
  check(std::all_of(all.begin(), all.end(), [&](const auto& one) { return one == own; }),
        "an error");
  const std::string last = message_of([&] {
    mpi::gather(
        [](const auto& give) {
          give("text");
          if (rank > 0) throw Error(ErrorCode::io, "rank " + std::to_string(rank));
        },
        [](std::string_view text) { check(text == "text", "a piece"); }, MPI_COMM_WORLD);
  });
  check(last == (all.size() > 1 ? "io rank 1" : ""), "an error while pieces are handed over");
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::string schema = argv[1];
  const std::vector<std::string> paths(argv + 2, argv + argc);
  const Model model(schema_from_json(read_file(schema), schema));
  mpi::SharedRows rows{.files = data_files(paths), .of = 9};
  rows.options.text.missing = model.schema().missing;
  const Table table = read_csv_files(paths, rows.options.text);
  check_learning(model, rows, table);
  check_scores(observe(model, table), rows, table);
  check_comparisons(model, table);
  check_errors(model, rows);
  MPI_Finalize();
  return faults == 0 ? 0 : 1;
}
