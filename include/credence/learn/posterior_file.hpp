#pragma once
// Posteriors to and from files: JSON or binary, versioned, with a checksum; exact in both directions.
#include <credence/base/file.hpp>
#include <credence/learn/model_posterior.hpp>
#include <map>
#include <optional>

namespace credence {

/// What a posterior file holds, as plain data that knows no family's type.
struct PosteriorRecord {
  struct FeatureRecord {
    std::string name{};
    std::vector<std::string> levels{};
    std::vector<Fields> statistics{};               ///< one per class
    std::vector<std::vector<std::string>> exact{};  ///< one per class; none unless kept exactly

    friend bool operator==(const FeatureRecord&, const FeatureRecord&) = default;
  };
  Schema schema{};
  bool like_scikit_learn = false;
  std::vector<std::string> classes{};
  std::vector<double> class_counts{};
  std::optional<std::vector<std::string>> exact_class_counts{};  ///< of a posterior kept exactly
  std::vector<FeatureRecord> features{};                         ///< block by block

  friend bool operator==(const PosteriorRecord&, const PosteriorRecord&) = default;
};

/// The text of a posterior file: one JSON object (docs/posterior_file.md), one line per feature.
[[nodiscard]] std::string to_json(const PosteriorRecord& record);

/// Reads the text of a posterior file; `name` stands for the file in messages.
/// throws  Error{version} for every fault: no JSON, a wrong type or key, an unknown version, a
///         checksum that does not fit, lists of unequal length
[[nodiscard]] PosteriorRecord record_from_json(std::string_view text, const std::string& name);

/// The two forms of a posterior file, which say the same: text that people read and compare, and
/// CBOR (RFC 8949), which is smaller and read faster where there are many words or columns.
enum class PosteriorForm { json, binary };

/// The form that a file of this name is given: binary when it ends in `.bin`, else JSON.
[[nodiscard]] PosteriorForm posterior_form_of(std::string_view path);

/// The bytes of a posterior file in the binary form: a head with format version, length and
/// checksum, then the body of the JSON form as CBOR (docs/posterior_file.md).
[[nodiscard]] std::string to_binary(const PosteriorRecord& record);

/// Reads a posterior file in either form, told apart by its first byte; `name` stands for the file
/// in messages.
/// throws  Error{version} for every fault, as record_from_json
/// cost    memory: in proportion to the bytes that are there, whatever lengths they announce
[[nodiscard]] PosteriorRecord record_from_bytes(std::string_view bytes, const std::string& name);

namespace detail {
/// Throws Error{version}: the record contradicts itself.
[[noreturn]] void bad_record(const std::string& what);
using FeatureIndex = std::map<std::string_view, const PosteriorRecord::FeatureRecord*>;
/// The features of a record by name; throws Error{version} when one stands twice or lacks a class.
[[nodiscard]] FeatureIndex index_of(const PosteriorRecord& record);
/// The statistics of feature `name`, taken out of the index; throws Error{version} when there are
/// none.
[[nodiscard]] const PosteriorRecord::FeatureRecord& take(FeatureIndex& index,
                                                         const std::string& name);
/// Throws Error{version} unless the names are sorted and distinct.
void check_sorted(const std::vector<std::string>& names, const std::string& what);

/// Throws Error{version} unless the statistics are empty or of that many columns.
void check_columns(const ColumnMoments& seen, std::size_t columns, const std::string& what);
void check_columns(const JointMoments& seen, std::size_t columns, const std::string& what);

/// Throws Error{version} naming a number that the family does not accept.
[[noreturn]] void bad_value(std::string_view family, std::string_view needs, double value,
                            const std::string& what);

/// Throws Error{version} for statistics that contradict themselves: `why` is not empty.
void check_contradiction(const std::string& why, const std::string& what);

/// Throws Error{version} when a column counts more data of a class than it has rows.
void check_count(double count, const LabelColumn& label, Index klass, const std::string& what);

/// Throws Error{version} unless there is one list for each class, or none where none are kept.
void check_exact_lists(const PosteriorRecord::FeatureRecord& saved, Summation summation);

/// Exact sums from a file, which must be what the saved statistics are rounded from.
/// throws  Error{version} where they are not
template <class S>
[[nodiscard]] ExactStatistics<S> exact_of(const std::vector<std::string>& texts, const S& rounded,
                                          Index levels, const std::string& what) {
  try {
    auto exact = exact_from_texts<S>(texts, levels);
    S seen = exact.statistics();
    if constexpr (LevelledStatistics<S>) seen.resize(rounded.levels());
    if (seen == rounded) return exact;
  } catch (const Error& error) {
    bad_record(what + ": " + error.what());
  }
  bad_record(what + " are not those of their exact sums");
}

/// The exact sums of a feature, after its statistics.
template <ConjugateFamily F>
void fill_exact(Block<F>& block, Index j, const PosteriorRecord::FeatureRecord& saved,
                const std::string& what) {
  check_exact_lists(saved, block.exact.empty() ? Summation::rounded : Summation::exact);
  if constexpr (ExactFamily<F>)
    for (Index klass = 0; !block.exact.empty() && klass < block.classes; ++klass)
      block.exact_cell(j, klass) = exact_of(saved.exact[static_cast<std::size_t>(klass)],
                                            block.cell(j, klass), block.levels(j), what);
}

/// What some rows of a class could have left: throws Error{version} where none could.
template <ConjugateFamily F>
void check_cell(const Block<F>& block, Index j, Index klass, const LabelColumn& label,
                const std::string& what) {
  const typename F::Statistics& seen = block.cell(j, klass);
  if constexpr (Block<F>::levelled)
    if (seen.levels() != block.levels(j))
      bad_record(what + " do not have one count for each level");
  if constexpr (TiedFamily<F>) check_columns(seen, static_cast<std::size_t>(block.levels(j)), what);
  check_contradiction(contradiction(seen), what);
  if constexpr (std::is_same_v<typename F::Statistics, ValueHistogram>)
    for (const double value : seen.values)
      if (!F::accepts(value)) bad_value(F::name, F::needs, value, what);
  check_count(seen.count(), label, klass, what);
}

template <ConjugateFamily F>
void fill_block(Block<F>& block, FeatureIndex& index, const LabelColumn& label) {
  for (Index j = 0; j < block.size(); ++j) {
    Feature<F>& feature = block.feature(j);
    const auto& saved = take(index, feature.name);
    const std::string what = "the statistics of column '" + feature.name + "'";
    if constexpr (Block<F>::levelled) {
      if (feature.listed && feature.levels != saved.levels)
        bad_record(what + " have other levels than the schema");
      if (!feature.listed)
        check_sorted(saved.levels, "the levels of column '" + feature.name + "'");
      feature.levels = saved.levels;
    } else if constexpr (TiedFamily<F>) {
      if (feature.levels != saved.levels) bad_record(what + " have other columns than the schema");
    } else if (!saved.levels.empty()) {
      bad_record(what + " have levels, which family '" + std::string(F::name) + "' has no use for");
    }
    for (Index klass = 0; klass < block.classes; ++klass) {
      block.cell(j, klass) = from_fields<typename F::Statistics>(
          saved.statistics[static_cast<std::size_t>(klass)], what);
      check_cell(block, j, klass, label, what);
    }
    fill_exact(block, j, saved, what);
  }
}
}  // namespace detail

/// A posterior as plain data.
template <class List>
[[nodiscard]] PosteriorRecord record_of(const Posterior<BasicModel<List>>& posterior) {
  PosteriorRecord record{.schema = posterior.model.schema(),
                         .like_scikit_learn = posterior.like_scikit_learn,
                         .classes = posterior.label.classes,
                         .class_counts = posterior.label.counts.counts};
  const bool exact = posterior.summation == Summation::exact;
  if (exact) record.exact_class_counts = texts_of(posterior.label.exact);
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    for (Index j = 0; j < block.size(); ++j) {
      auto& saved = record.features.emplace_back();
      saved.name = block.feature(j).name;
      saved.levels = block.feature(j).levels;
      for (Index klass = 0; klass < block.classes; ++klass)
        saved.statistics.push_back(to_fields(block.cell(j, klass)));
      if constexpr (ExactFamily<F>)
        for (Index klass = 0; exact && klass < block.classes; ++klass)
          saved.exact.push_back(texts_of(block.exact_cell(j, klass)));
    }
  });
  return record;
}

/// The posterior that plain data stand for.
/// throws  Error{version} when the record contradicts its schema or itself
template <class List>
[[nodiscard]] Posterior<BasicModel<List>> posterior_of(const PosteriorRecord& record) {
  try {
    auto posterior =
        empty_posterior(BasicModel<List>(record.schema),
                        record.exact_class_counts ? Summation::exact : Summation::rounded);
    detail::check_sorted(record.classes, "the classes");
    if (!posterior.label.listed) detail::join_classes(posterior, record.classes);
    if (posterior.label.classes != record.classes)
      detail::bad_record("the classes are not those of the schema");
    posterior.label.counts.counts = record.class_counts;
    if (record.exact_class_counts)
      posterior.label.exact = detail::exact_of(*record.exact_class_counts, posterior.label.counts,
                                               posterior.label.size(), "the counts of classes");
    posterior.like_scikit_learn = record.like_scikit_learn;
    detail::FeatureIndex index = detail::index_of(record);
    for_each_block(posterior.blocks,
                   [&](auto& block) { detail::fill_block(block, index, posterior.label); });
    if (!index.empty()) detail::bad_record("there are statistics of columns that the schema lacks");
    return posterior;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::version) throw;
    detail::bad_record(error.what());
  }
}

/// The text of a posterior's file.
template <class List>
[[nodiscard]] std::string to_json(const Posterior<BasicModel<List>>& posterior) {
  return to_json(record_of(posterior));
}

/// The bytes of a posterior's file.
template <class List>
[[nodiscard]] std::string to_bytes(const Posterior<BasicModel<List>>& posterior,
                                   PosteriorForm form) {
  const PosteriorRecord record = record_of(posterior);
  return form == PosteriorForm::binary ? to_binary(record) : to_json(record);
}

/// A posterior from the bytes of its file in either form; equal to the one saved, bit for bit.
/// in      name: stands for the file in messages
/// throws  Error{version} for every fault
template <class List = Families>
[[nodiscard]] Posterior<BasicModel<List>> posterior_from_bytes(std::string_view bytes,
                                                               const std::string& name) {
  const PosteriorRecord record = record_from_bytes(bytes, name);
  try {
    return posterior_of<List>(record);
  } catch (const Error& error) {
    throw Error(error.code(), "posterior file '" + name + "': " + error.what(), {.file = name});
  }
}

/// The same where the text is JSON.
template <class List = Families>
[[nodiscard]] Posterior<BasicModel<List>> posterior_from_json(std::string_view text,
                                                              const std::string& name) {
  return posterior_from_bytes<List>(text, name);
}

/// Saves a posterior, atomically: the file is whole, old or new, whatever happens.
/// throws  Error{io} with the path and the system's reason
template <class List>
void save(const Posterior<BasicModel<List>>& posterior, const std::string& path,
          Overwrite overwrite, PosteriorForm form) {
  save_file(path, to_bytes(posterior, form), overwrite);
}

/// The same in the form that the name asks for.
template <class List>
void save(const Posterior<BasicModel<List>>& posterior, const std::string& path,
          Overwrite overwrite = Overwrite::refuse) {
  save(posterior, path, overwrite, posterior_form_of(path));
}

/// Loads a posterior in either form.
/// throws  Error{io} when the file cannot be read, Error{version} for every fault in it
template <class List = Families>
[[nodiscard]] Posterior<BasicModel<List>> load(const std::string& path) {
  return posterior_from_bytes<List>(read_file(path), path);
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template PosteriorRecord record_of(const Posterior<Model>&);
extern template Posterior<Model> posterior_of(const PosteriorRecord&);

}  // namespace credence
