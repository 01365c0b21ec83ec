// A program that learns from arrays in memory and predicts them when it is told to, so that another
// one can time it in turn with a peer (against_scikit_learn.py). One command a line on standard
// input, one answer a line on standard output: "ok ..." or "error ...".
//
//     labels FILE             int32 codes of the classes, .npy
//     block FAMILY FILE       rows x columns of numbers, .npy
//     documents FAMILY WORDS OFFSETS INDICES COUNTS
//     bind                    makes tables, which view the arrays
//     learn N, predict N      seconds for one of N times in a row
//     touch                   reads every array once, so that none is cold when it is timed
//     bandwidth               bytes a second that summing squares of 800 MB reads
//     answers FILE            predicted classes, int64, as bytes
//     threads N, estimator NAME, clear
#include <credence/base/parallel.hpp>
#include <credence/data/npy.hpp>
#include <credence/detail/base/large_array.hpp>
#include <credence/detail/base/stopwatch.hpp>
#include <credence/predict/classifier.hpp>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>

#include "bandwidth.hpp"

namespace {

using namespace credence;

// Values of a file, copied to memory of our own: what a program that made them would have.
struct Array {
  LargeArray<std::byte> bytes;
  Numbers first_column;
  Index columns = 0;

  explicit Array(const std::string& path) {
    const NpyArray file(path);
    columns = file.columns();
    std::visit(
        [&]<class T>(const Panel<T>& panel) {
          const auto size = static_cast<std::size_t>(panel.rows * panel.width()) * sizeof(T);
          bytes.resize(size);
          std::memcpy(bytes.data(), panel.column(0), size);
          first_column = Strided<T>{.data = reinterpret_cast<const T*>(bytes.data()),
                                    .size = panel.rows,
                                    .stride = panel.width()};
        },
        file.panel());
  }
  template <class T>
  [[nodiscard]] const T* data() const {
    return std::get<Strided<T>>(first_column).data;
  }
  [[nodiscard]] Index rows() const {
    return std::visit([](const auto& view) { return view.size; }, first_column);
  }
};

std::vector<std::string> numbered(const std::string& prefix, Index count) {
  std::vector<std::string> names;
  for (Index i = 0; i < count; ++i) {
    const std::string digits = std::to_string(i);
    names.push_back(prefix + std::string(6 - digits.size(), '0') + digits);
  }
  return names;
}

class Session {
 public:
  void labels(const std::string& path) {
    const Array& codes = keep(path);
    const Strided<Code> view{codes.data<Code>(), codes.rows(), 1};
    Code most = 0;
    for (Index row = 0; row < view.size; ++row) most = std::max(most, view[row]);
    table_.add("label", CodeView{numbered("c", Index{most} + 1), view});
  }

  void block(const std::string& family, const std::string& path) {
    const Array& array = keep(path);
    for (Index j = 0; j < array.columns; ++j) {
      const std::string name = "b" + std::to_string(blocks_) + "_" + std::to_string(j);
      std::visit(
          [&]<class T>(Strided<T> view) {
            add(name, family, Strided<T>{view.data + j, view.size, view.stride});
          },
          array.first_column);
      schema_.columns.push_back({.name = name, .family = family});
    }
    ++blocks_;
  }

  void documents(const std::string& family, Index words, const std::string& offsets,
                 const std::string& indices, const std::string& counts) {
    const Array& starts = keep(offsets);
    const std::string name = "b" + std::to_string(blocks_++);
    // Positions are not negative: the bytes of signed and unsigned ones are the same.
    table_.add(name,
               DocumentView{numbered("w", words),
                            reinterpret_cast<const std::uint64_t*>(starts.bytes.data()),
                            reinterpret_cast<const std::uint32_t*>(keep(indices).bytes.data()),
                            keep(counts).data<double>(), starts.rows() - 1});
    schema_.columns.push_back({.name = name, .family = family});
  }

  void bind() {
    schema_.label = "label";
    model_ = Model(schema_);
    bound_ = std::make_unique<BoundTable>(credence::bind(model_, table_));
    posterior_ = empty_posterior(model_);
  }

  // Small tables: the workspace and the posterior are used again and again. Others: all that
  // observe(model, table) does, binding included.
  double learn(int times) {
    double seconds = 0;
    {
      const Stopwatch watch(seconds);
      for (int i = 0; i < times; ++i) {
        if (times == 1) {
          posterior_ = observe(model_, table_);
          continue;
        }
        clear_statistics(posterior_);
        observe(posterior_, *bound_, RowSpan{.count = bound_->rows}, work_);
      }
    }
    classifier_ = std::make_unique<Classifier<Model>>(posterior_, estimator_);
    return seconds / times;
  }

  double predict(int times) {
    double seconds = 0;
    {
      const Stopwatch watch(seconds);
      for (int i = 0; i < times; ++i)
        answers_ = classifier_->labels(*bound_, RowSpan{.count = bound_->rows});
    }
    return seconds / times;
  }

  // A sum of all bytes, so that reading them is not optimised away.
  [[nodiscard]] double touch() const {
    std::uint64_t sum = 0;
    for (const auto& array : arrays_)
      for (const std::byte byte : array->bytes) sum += static_cast<std::uint64_t>(byte);
    return static_cast<double>(sum);
  }

  void estimator(const std::string& name) { estimator_ = estimator_named(name).value(); }
  [[nodiscard]] const std::vector<Index>& answers() const { return answers_; }

 private:
  const Array& keep(const std::string& path) {
    return *arrays_.emplace_back(std::make_unique<Array>(path));
  }
  template <class T>
  void add(const std::string& name, const std::string& family, Strided<T> view) {
    if constexpr (std::is_same_v<T, double>) {
      table_.add(name, view);
    } else {
      if constexpr (std::is_same_v<T, Code>)
        if (family == "categorical") {
          Code most = 0;
          for (Index row = 0; row < view.size; ++row) most = std::max(most, view[row]);
          table_.add(name, CodeView{numbered("l", Index{most} + 1), view});
          return;
        }
      table_.add(name, NumberView{view});
    }
  }

  std::vector<std::unique_ptr<Array>> arrays_;
  Index blocks_ = 0;
  Table table_;
  Schema schema_;
  Model model_;
  std::unique_ptr<BoundTable> bound_;
  LearningWorkspace work_;
  Posterior<Model> posterior_;
  std::unique_ptr<Classifier<Model>> classifier_;
  Estimator estimator_ = Estimator::posterior_mean;
  std::vector<Index> answers_;
};

std::string done(std::unique_ptr<Session>& session, std::unique_ptr<ThreadLimit>& threads,
                 const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  const std::string& verb = words.at(0);
  const auto number = [&](double value) {
    std::ostringstream out;
    out.precision(9);
    out << "ok " << value;
    return out.str();
  };
  if (verb == "clear") session = std::make_unique<Session>();
  if (verb == "threads") threads = std::make_unique<ThreadLimit>(std::stoi(words.at(1)));
  if (verb == "estimator") session->estimator(words.at(1));
  if (verb == "labels") session->labels(words.at(1));
  if (verb == "block") session->block(words.at(1), words.at(2));
  if (verb == "documents")
    session->documents(words.at(1), std::stol(words.at(2)), words.at(3), words.at(4), words.at(5));
  if (verb == "bind") session->bind();
  if (verb == "learn") return number(session->learn(std::stoi(words.at(1))));
  if (verb == "predict") return number(session->predict(std::stoi(words.at(1))));
  if (verb == "touch") return number(session->touch());
  if (verb == "bandwidth") return number(bench::read_bandwidth());
  if (verb == "answers") {
    std::ofstream file(words.at(1), std::ios::binary);
    const auto& answers = session->answers();
    file.write(reinterpret_cast<const char*>(answers.data()),
               static_cast<std::streamsize>(answers.size() * sizeof(Index)));
  }
  return "ok";
}

}  // namespace

int main() {
  auto session = std::make_unique<Session>();
  auto threads = std::make_unique<ThreadLimit>(1);
  for (std::string line; std::getline(std::cin, line);) {
    try {
      std::cout << done(session, threads, line) << std::endl;
    } catch (const std::exception& error) {
      std::cout << "error " << error.what() << std::endl;
    }
  }
}
