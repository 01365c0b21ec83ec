// Every allocation of a piece of work fails once: what was there before is unchanged, and the fault
// is told as what it is.
#include <credence/base/parallel.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/select/mutual_information.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

#include "support/models.hpp"
#include "support/temporary_folder.hpp"

namespace {

constexpr long never = std::numeric_limits<long>::max();
std::atomic<long> allocations_left{never};
std::atomic<std::size_t> bytes_asked{0};

// May be called from any thread.
bool fails_now() {
  if (allocations_left.load(std::memory_order_relaxed) == never) return false;
  return allocations_left.fetch_sub(1) == 1;
}

void* allocated(std::size_t size, std::size_t alignment) {
  if (fails_now()) throw std::bad_alloc();
  bytes_asked.fetch_add(size, std::memory_order_relaxed);
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  void* place = alignment <= alignof(std::max_align_t) ? std::malloc(size == 0 ? 1 : size)
                                                       : std::aligned_alloc(alignment, rounded);
  if (place == nullptr) throw std::bad_alloc();
  return place;
}

// Out of line, for g++ 12 takes free() for a mistake where it sees it beside a call of new.
[[gnu::noinline]] void released(void* place) noexcept { std::free(place); }

}  // namespace

void* operator new(std::size_t size) { return allocated(size, 1); }
void* operator new[](std::size_t size) { return allocated(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocated(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocated(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* place) noexcept { released(place); }
void operator delete[](void* place) noexcept { released(place); }
void operator delete(void* place, std::size_t) noexcept { released(place); }
void operator delete[](void* place, std::size_t) noexcept { released(place); }
void operator delete(void* place, std::align_val_t) noexcept { released(place); }
void operator delete[](void* place, std::align_val_t) noexcept { released(place); }
void operator delete(void* place, std::size_t, std::align_val_t) noexcept { released(place); }
void operator delete[](void* place, std::size_t, std::align_val_t) noexcept { released(place); }

using namespace credence;
using namespace credence::testing;

namespace {

enum class Ending { done, no_memory, other };

// The work with its n-th allocation failing.
template <class Work>
Ending with_failure(long n, Work work) {
  allocations_left = n;
  Ending ending = Ending::done;
  try {
    work();
  } catch (const std::bad_alloc&) {
    ending = Ending::no_memory;
  } catch (...) {
    ending = Ending::other;
  }
  allocations_left = never;
  return ending;
}

// Fails each allocation in turn until the work gets by with those it has; `check` looks at what is
// left after each.
template <class Work, class Check>
void fail_each(Work work, Check check) {
  const ThreadLimit one_thread(1);
  long n = 1;
  for (;; ++n) {
    CAPTURE(n);
    const Ending ending = with_failure(n, work);
    if (ending == Ending::done) break;
    if (ending == Ending::other) FAIL_CHECK("is no failure of memory");
    check();
    REQUIRE(n < 100'000);
  }
  MESSAGE("allocations failed one by one: ", n - 1);
  CHECK(n > 10);
}

const char* const rows =
    "x,income,yes,city,visits,note,class\n"
    "0.1,1e-7,1,Rome,3,a b,p\n"
    "0.25,3e12,0,Oslo,0,b,p\n"
    "-7e-3,5,1,Oslo,7,c,q\n";
// The same levels and classes, so that nothing joins; then new ones.
const char* const more =
    "x,income,yes,city,visits,note,class\n"
    "3,2,0,Rome,1,b b,q\n";
const char* const others =
    "x,income,yes,city,visits,note,class\n"
    "3,2,0,Bonn,1,d,r\n";

Schema schema() {
  return schema_of({{.name = "x", .family = "normal"},
                    {.name = "income", .family = "lognormal"},
                    {.name = "yes", .family = "bernoulli"},
                    {.name = "city", .family = "categorical"},
                    {.name = "visits", .family = "poisson"},
                    {.name = "note", .family = "multinomial"}});
}

}  // namespace

TEST_CASE("a posterior is unchanged when memory runs out while it observes") {
  for (const char* added : {more, others}) {
    const ModelPosterior before = learned(schema(), rows);
    ModelPosterior posterior = before;
    const Table table = table_of(added);
    fail_each([&] { observe(posterior, table); }, [&] { CHECK(posterior == before); });

    ModelPosterior expected = before;
    observe(expected, table);
    CHECK(posterior == expected);
  }
}

TEST_CASE("a posterior is unchanged when memory runs out while it merges") {
  const ModelPosterior before = learned(schema(), rows), other = learned(schema(), others);
  ModelPosterior posterior = before;
  fail_each([&] { merge(posterior, other); }, [&] { CHECK(posterior == before); });

  ModelPosterior expected = before;
  merge(expected, other);
  CHECK(posterior == expected);
}

TEST_CASE("a file is unchanged when memory runs out while it is saved") {
  const TemporaryFolder folder;
  const ModelPosterior posterior = learned(schema(), rows);
  for (const PosteriorForm form : {PosteriorForm::json, PosteriorForm::binary}) {
    const std::string path = folder / (form == PosteriorForm::json ? "p.json" : "p.bin");
    save_file(path, "old", Overwrite::allow);
    fail_each([&] { save(posterior, path, Overwrite::allow, form); },
              [&] {
                CHECK(read_file(path) == "old");
                CHECK(folder.entries() == (form == PosteriorForm::json ? 1 : 2));
              });
    CHECK(load(path) == posterior);
  }
}

TEST_CASE("memory that runs out while a posterior is loaded is told as that") {
  const ModelPosterior posterior = learned(schema(), rows);
  for (const PosteriorForm form : {PosteriorForm::json, PosteriorForm::binary}) {
    const std::string bytes = to_bytes(posterior, form);
    ModelPosterior loaded;
    fail_each([&] { loaded = posterior_from_bytes(bytes, "p"); },
              [&] { CHECK(loaded == ModelPosterior{}); });
    CHECK(loaded == posterior);
  }
}

TEST_CASE("memory that runs out while rows are learned from or labelled is told as that") {
  const ModelPosterior posterior = learned(schema(), rows);
  const Table table = table_of(rows);
  Predictions answers;
  fail_each([&] { (void)learned(schema(), rows); }, [] {});
  fail_each(
      [&] {
        const Classifier<Model> classifier(posterior, Estimator::predictive);
        answers = classifier.predict(table);
      },
      [&] { CHECK(answers.rows() == 0); });
  CHECK(answers.rows() == 3);
}

TEST_CASE("the memory for many classes is asked for once, not class by class") {
  constexpr int classes = 256;
  std::vector<std::pair<std::string, double>> given;
  for (int k = 0; k < classes; ++k)
    given.emplace_back("k" + std::to_string(1000 + k), 1.0 / classes);
  const Model model(schema_of({{.name = "city", .family = "categorical"}}, given_classes(given)));

  ModelPosterior posterior;
  CHECK(with_failure(classes, [&] { posterior = empty_posterior(model); }) == Ending::done);
  CHECK(posterior.label.size() == classes);
}

TEST_CASE("rows of known classes and levels ask for no memory for each class") {
  constexpr int classes = 256;
  std::string csv = "city,class\n";
  for (int k = 0; k < classes; ++k) csv += "Rome,k" + std::to_string(1000 + k) + "\n";
  ModelPosterior posterior = learned(schema_of({{.name = "city", .family = "categorical"}}), csv);
  const Table table = table_of("city,class\nRome,k1001\n");
  const BoundTable bound = credence::bind(posterior.model, table);
  LearningWorkspace work;
  observe(posterior, bound, RowSpan{.count = 1}, work);

  CHECK(with_failure(classes, [&] { observe(posterior, bound, RowSpan{.count = 1}, work); }) ==
        Ending::done);
  CHECK(posterior.label.counts.counts[1] == 3);
}

TEST_CASE("a ranking of words copies them so many times, however many there are") {
  const auto bytes_of = [](std::uint32_t words) {
    constexpr std::size_t classes = 16;
    std::vector<std::string> vocabulary;
    for (std::uint32_t word = 0; word < words; ++word) vocabulary.push_back(std::to_string(word));
    Strings labels;
    std::vector<std::uint64_t> offsets{0};
    std::vector<std::uint32_t> places;
    std::vector<double> counts;  // of the first class all different
    for (std::size_t klass = 0; klass < classes; ++klass) {
      labels.push_back("k" + std::to_string(klass));
      for (std::uint32_t word = 0; word < words; ++word) {
        places.push_back(word);
        counts.push_back(klass == 0 ? 100.0 + word : 50);
      }
      offsets.push_back(places.size());
    }
    Table table;
    table.add("class", labels);
    table.add("note",
              DocumentView{vocabulary, offsets.data(), places.data(), counts.data(), classes});
    const ModelPosterior posterior =
        observe(Model(schema_of({{.name = "note", .family = "multinomial"}})), table);
    const std::size_t before = bytes_asked;
    CHECK(rank_by_mutual_information(posterior).size() == words);
    return static_cast<double>(bytes_asked - before);
  };

  const double bytes = bytes_of(32'768);
  const double of_twice = bytes_of(65'536);
  MESSAGE("bytes: ", bytes, ", of twice the words: ", of_twice);
  CHECK(of_twice < 2.5 * bytes);
}
