// Exclusive or: each feature alone says nothing of the class, both together say all. Naive Bayes stays
// at one half for ever; where features may depend on one another four rows are enough.
#include <credence/data/csv.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/predict/classifier.hpp>
#include <cstdio>

using namespace credence;

namespace {

constexpr const char* four_rows = "a,b,class\n0,0,same\n0,1,other\n1,0,other\n1,1,same\n";

// The probability of the class "same" for the row 0, 0.
double probability(const Model& model, const Table& table, double times) {
  Posterior<Model> posterior = observe(model, table);
  for (double seen = 1; seen < times; seen *= 2) {
    const Posterior<Model> again = posterior;
    merge(posterior, again);
  }
  const Classifier classifier{posterior, Estimator::predictive};
  return classifier.predict(table).probability(0, 1);
}

}  // namespace

int main() {
  const Table table = read_csv_text(four_rows, "four rows");
  const Model naive{Schema{
      .label = "class",
      .columns = {{.name = "a", .family = "categorical"}, {.name = "b", .family = "categorical"}}}};
  std::puts("rows    naive    aode    tan    lookup");
  for (const double times : {1.0, 2.0, 4.0, 256.0}) {
    std::printf("%4.0f", 4 * times);
    for (const StructureKind kind :
         {StructureKind::naive, StructureKind::aode, StructureKind::tan, StructureKind::lookup})
      std::printf("   %.4f", probability(with_structure(naive, {.kind = kind}), table, times));
    std::puts("");
  }

  std::puts("\nlog evidence of four rows");
  for (const StructureKind kind : {StructureKind::naive, StructureKind::aode, StructureKind::tan})
    std::printf("  %-6s %8.4f\n", to_string(kind).data(),
                log_evidence(observe(with_structure(naive, {.kind = kind}), table)));
}
