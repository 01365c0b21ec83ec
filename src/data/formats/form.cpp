// The table of input formats, and how the name of a file finds its row.
#include <credence/data/arff.hpp>
#include <credence/data/csv.hpp>
#include <credence/data/form.hpp>
#include <credence/data/npy.hpp>
#include <credence/data/shards.hpp>
#include <credence/data/svmlight.hpp>

#include <algorithm>

#include "data/bytes/ascii.hpp"
#include "data/bytes/decompressor.hpp"
#include "data/csv/several_files.hpp"
#include "data/formats/parts.hpp"

namespace credence {
namespace {

using Path = const std::string&;
using Paths = const std::vector<std::string>&;
using Asked = const ReadOptions&;

Table read_text(Path path, Asked asked) { return read_csv(path, asked.text); }
Table read_texts(Paths paths, Asked asked) { return read_csv_files(paths, asked.text); }
TableStream stream_text(Path path, Asked asked, std::uint64_t chunk_bytes) {
  return CsvStream(path, asked.text, chunk_bytes);
}

CsvOptions with_tabs(CsvOptions options) {
  if (!options.separator) options.separator = '\t';
  return options;
}

// The first row is taken where no suffix fits.
constexpr std::array all{
    Form{.name = "csv",
         .shown = "CSV file (.tsv: tabs)",
         .has_dialect = true,
         .read = read_text,
         .read_several = read_texts,
         .stream = stream_text,
         .is_cut = true},
    Form{.name = "tsv",
         .suffixes = {".tsv"},
         .has_dialect = true,
         .separator = '\t',
         .read = [](Path path, Asked asked) { return read_csv(path, with_tabs(asked.text)); },
         .read_several = [](Paths paths,
                            Asked asked) { return read_csv_files(paths, with_tabs(asked.text)); },
         .stream = [](Path path, Asked asked, std::uint64_t chunk_bytes) -> TableStream {
           return CsvStream(path, with_tabs(asked.text), chunk_bytes);
         },
         .is_cut = true},
    Form{.name = "arff",
         .suffixes = {".arff"},
         .shown = "ARFF file (.arff)",
         .read = [](Path path, Asked asked) { return read_arff(path, asked.text.limits); },
         .read_several = [](Paths paths,
                            Asked asked) { return read_arff_files(paths, asked.text.limits); },
         .stream = [](Path path, Asked asked, std::uint64_t chunk_bytes) -> TableStream {
           return ArffStream(path, asked.text.limits, chunk_bytes);
         },
         .part =
             [](Path path, Asked asked, const ByteRange& range, std::uint64_t chunk_bytes) {
               return arff_part(path, asked.text.limits, range, chunk_bytes);
             }},
    Form{.name = "svmlight",
         .suffixes = {".svm", ".svmlight", ".libsvm"},
         .shown = "sparse rows (.svm, .svmlight, .libsvm)",
         .labels_rows = true,
         .read = [](Path path,
                    Asked asked) { return svmlight_table(path, asked.label, asked.text.limits); },
         .read_several =
             [](Paths paths, Asked asked) {
               return svmlight_files(paths, asked.label, asked.text.limits);
             },
         .stream =
             [](Path path, Asked asked, std::uint64_t chunk_bytes) {
               return svmlight_tables(path, asked.label, asked.text.limits, chunk_bytes);
             },
         .part =
             [](Path path, Asked asked, const ByteRange& range, std::uint64_t chunk_bytes) {
               return svmlight_part(path, asked.label, asked.text.limits, range, chunk_bytes);
             },
         .is_cut = true},
    Form{.name = "npy",
         .suffixes = {".npy"},
         .shown = "NumPy array (.npy)",
         .names_columns = false,
         .read = [](Path path,
                    Asked asked) { return npy_table(path, asked.text.names, asked.text.limits); },
         .read_several =
             [](Paths paths, Asked asked) {
               return npy_files(paths, asked.text.names, asked.text.limits);
             }},
};

static_assert(std::all_of(all.begin(), all.end(),
                          [](const Form& form) {
                            const bool has_parts = form.has_dialect || form.part != nullptr;
                            return form.read != nullptr && form.read_several != nullptr &&
                                   (has_parts || !form.is_cut);
                          }),
              "each format reads a file and several, and parts of what is cut");

std::string_view without_compression(std::string_view path) {
  for (const CompressionFacts& compression : compressions())
    if (path.ends_with(compression.suffix)) path.remove_suffix(compression.suffix.size());
  return path;
}

}  // namespace

std::span<const Form> forms() { return all; }

const Form& form_of(std::string_view path) {
  const std::string lower = lower_case(path);  // UP.ARFF is one, too
  path = without_compression(lower);
  const auto fits = [&](const Form& form) {
    return std::any_of(form.suffixes.begin(), form.suffixes.end(), [&](std::string_view suffix) {
      return !suffix.empty() && path.ends_with(suffix);
    });
  };
  const auto found = std::find_if(all.begin(), all.end(), fits);
  return found == all.end() ? all.front() : *found;
}

std::string compression_names() {
  std::string names;
  for (const CompressionFacts& compression : compressions())
    names += (names.empty() ? "" : " or ") + std::string(compression.name);
  return names;
}

}  // namespace credence
