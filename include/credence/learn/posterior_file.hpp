#pragma once
// Posteriors to and from files: JSON or binary, versioned, with a checksum; exact in both directions.
#include <credence/base/file.hpp>
#include <credence/detail/learn/feature_record.hpp>
#include <credence/detail/learn/provenance.hpp>
#include <credence/learn/model_posterior.hpp>
#include <optional>

namespace credence {

/// What the file of a posterior with a structure holds of one set of parents: contexts are classes.
struct ContextRecord {
  std::vector<std::string> parents;
  std::vector<std::string> classes;
  std::vector<double> class_counts;
  std::optional<std::vector<std::string>> exact_class_counts;
  std::vector<FeatureRecord> features;

  friend bool operator==(const ContextRecord&, const ContextRecord&) = default;
};

/// What a posterior file holds, as plain data that knows no family's type.
struct PosteriorRecord {
  Schema schema{};
  bool like_scikit_learn = false;
  std::vector<std::string> classes;
  std::vector<double> class_counts;
  std::optional<std::vector<std::string>> exact_class_counts;  ///< of a posterior kept exactly
  std::vector<FeatureRecord> features;                         ///< block by block
  std::vector<ContextRecord> contexts;  ///< of a model with a structure, in its order
  FeatureWeights feature_weights{};     ///< where the posterior has some
  Discount discount{};                  ///< likewise
  Provenance provenance{};              ///< which rows it holds, where the file says it

  friend bool operator==(const PosteriorRecord&, const PosteriorRecord&) = default;
};

/// Returns the text of a posterior file: one JSON object (docs/reference/posterior_file.md), one
/// line per feature.
/// throws  Error{schema} for a name or level that is not UTF-8; Error{domain} for statistics beyond
///         the range of double
[[nodiscard]] std::string to_json(const PosteriorRecord& record);

/// Reads the text of a posterior file; `name` stands for the file in messages.
/// throws  Error{version} for every fault: no JSON, a wrong type or key, an unknown version, a
///         checksum that does not fit, lists of unequal length
[[nodiscard]] PosteriorRecord record_from_json(std::string_view text, const std::string& name);

/// The two forms of a posterior file, which say the same: text that people read and compare, and
/// CBOR (RFC 8949), which is smaller and read faster where there are many words or columns.
enum class PosteriorForm { json, binary };

/// Returns the form that a file of this name is given: binary when it ends in `.bin`, else JSON.
[[nodiscard]] PosteriorForm posterior_form_of(std::string_view path);

/// Returns the bytes of a posterior file in the binary form: a head with format version, length and
/// checksum, then the body of the JSON form as CBOR (docs/reference/posterior_file.md); throws as
/// to_json.
[[nodiscard]] std::string to_binary(const PosteriorRecord& record);

/// Reads a posterior file in either form, told apart by its first byte; `name` stands for the file
/// in messages.
/// throws  Error{version} for every fault, as record_from_json
/// cost    memory: in proportion to the bytes that are there, whatever lengths they announce
[[nodiscard]] PosteriorRecord record_from_bytes(std::string_view bytes, const std::string& name);

/// Returns a posterior as plain data, without a record of its rows.
/// throws  Error{domain} for one that was moved from
[[nodiscard]] PosteriorRecord record_of(const Posterior<Model>& posterior);

/// Returns the posterior that plain data stand for; learn/shards.hpp keeps the record of its rows.
/// in      families: those that the schema may name
/// throws  Error{version} when the record contradicts its schema or itself
[[nodiscard]] Posterior<Model> posterior_of(const PosteriorRecord& record,
                                            const FamilySet& families = shipped_families());

/// Returns the text of a posterior's file; throws as record_of, and as to_json of a record.
[[nodiscard]] std::string to_json(const Posterior<Model>& posterior);

/// Returns the bytes of a posterior's file; throws as record_of, and as to_json of a record.
[[nodiscard]] std::string to_bytes(const Posterior<Model>& posterior, PosteriorForm form);

/// Returns a posterior from the bytes of its file in either form; equal to the one saved, bit for
/// bit.
/// in      name: stands for the file in messages
/// throws  Error{version} for every fault
[[nodiscard]] Posterior<Model> posterior_from_bytes(std::string_view bytes, const std::string& name,
                                                    const FamilySet& families = shipped_families());

/// Returns the same where the text is JSON.
[[nodiscard]] Posterior<Model> posterior_from_json(std::string_view text, const std::string& name,
                                                   const FamilySet& families = shipped_families());

/// Saves a posterior, atomically: the file is whole, old or new, whatever happens.
/// throws  as record_of, and as to_json of a record; Error{io} with the path and the system's reason
void save(const Posterior<Model>& posterior, const std::string& path, Overwrite overwrite,
          PosteriorForm form);

/// The same in the form that the name asks for.
void save(const Posterior<Model>& posterior, const std::string& path,
          Overwrite overwrite = Overwrite::refuse);

/// Loads a posterior in either form.
/// throws  Error{io} when the file cannot be read, Error{version} for every fault in it
[[nodiscard]] Posterior<Model> load(const std::string& path,
                                    const FamilySet& families = shipped_families());

}  // namespace credence
