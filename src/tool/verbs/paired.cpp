// `credence paired`: two classifiers on the same folds.
#include <credence/report/text.hpp>
#include <credence/study/compare_paired.hpp>
#include <credence/study/twin.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "console/pictures.hpp"
#include "flags/study_flags.hpp"
#include "flags/values.hpp"
#include "input/estimator_flags.hpp"
#include "input/families_by_evidence.hpp"
#include "input/modelling.hpp"
#include "input/row_notes.hpp"
#include "process/faults.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_paired {
namespace {

// An estimator, or logistic regression.
struct Classifying {
  Estimator estimator = Estimator::predictive;
  bool twin = false;
};

std::vector<std::string> classifier_names() {
  std::vector<std::string> names = estimator_names();
  names.emplace_back(to_string(Estimator::scikit_learn));
  names.emplace_back(twin_name);
  return names;
}

Classifying classifying_of(const std::string& text, std::string_view flag) {
  if (text == twin_name) return {.twin = true};
  if (const auto named = estimator_named(text)) return {.estimator = *named};
  static_cast<void>(choice_of(text, flag, classifier_names()));  // which throws
  return {};
}

// What is otherwise with the second classifier.
struct SecondFlags {
  std::optional<std::string> schema;
  std::vector<FamilyFlag> columns;
  std::vector<std::string> drop;
  std::vector<PriorFlag> priors;
  std::optional<ClassPrior> class_prior;
  std::optional<TyingFlag> tied;
  std::optional<Families> families;
  std::vector<StructureFlag> structure;

  void declare(Grammar& grammar) {
    grammar.section(Section::second);
    grammar.file("--second-schema", schema, "FILE", "what the columns are to the second");
    grammar.values("--second-column", columns, "NAME=FAMILY",
                   "the family of a column for the second alone; repeatable", family_flag_of);
    grammar.choice("--second-families", families,
                   "how to find the other families for the second alone", families_by_word());
    grammar.values("--second-drop", drop, "NAME,...",
                   "columns that the second leaves out; repeatable");
    grammar.values(
        "--second-prior", priors, "[NAME:]PRIOR",
        "the prior of a column, or of all that it fits, for the second alone; repeatable",
        prior_flag_of);
    grammar.value("--second-class-prior", class_prior, "PRIOR", "the class prior of the second",
                  class_prior_of);
    grammar.choice("--second-tied", tied, "one block of the normal columns for the second alone",
                   tyings_by_word());
    grammar.value("--second-structure", structure, "NAME", "the structure of the second",
                  structure_of);
  }

  [[nodiscard]] bool differs() const {
    return schema || class_prior || tied || families || !columns.empty() || !drop.empty() ||
           !priors.empty() || !structure.empty();
  }
};

struct Flags {
  InputFlags input;
  Classifying first;
  Classifying second;
  SecondFlags other;
  PairedOptions asked;
  FoldFlags folds;
  std::optional<Index> repeats;
  TwinFlags twin;
  ModelFlags model;
  PictureFlags pictures;
  CommonFlags common;

  void declare(Grammar& grammar) {
    input.declare(grammar);
    grammar.section(Section::options);
    const std::string words =
        "maximum_likelihood (mle), maximum_a_posteriori (map), posterior_mean (mean), predictive, "
        "scikit_learn or logistic_regression [predictive]";
    for (auto [name, place] : {std::pair("--first", &first), std::pair("--second", &second)})
      grammar.value(name, *place, "CLASSIFIER", words, classifying_of).one_of(classifier_names());
    other.declare(grammar);
    grammar.section(Section::options);
    grammar.choice("--measure", asked.measure, "what is compared [accuracy]",
                   {{"accuracy", PairedMeasure::accuracy},
                    {"log_loss", PairedMeasure::log_loss},
                    {"brier", PairedMeasure::brier}});
    grammar.value("--rope", asked.rope, "SIZE", "differences of at most this size are none [0.01]",
                  not_negative_of);
    grammar
        .value("--interval-mass", asked.mass, "MASS",
               "probability that each interval of the comparison holds; those of calibration hold "
               "0.9 [0.9]",
               mass_of)
        .formerly("--interval");
    folds.declare_folds(grammar, "K");
    grammar.value("--repeat", repeats, "N", "how often the folds are drawn anew [10]",
                  Whole{.least = 1, .most = 10'000});
    declare_seed(grammar, folds.seed, "folds");
    declare_fold_column(grammar, model);
    twin.declare_ridge(grammar);
    model.declare(grammar);
    declare_weight(grammar, model.weight);
    model.structure.declare(grammar, TakesStructures::one);
    pictures.declare(grammar, CsvOf::result);
    input.declare_dialect(grammar);
    common.declare(grammar, {Format::text, Format::json, Format::csv});
    common.declare_digits(grammar);
    grammar.examples(
        "Flags without 'second' are of both classifiers.\n\n"
        "Examples:\n"
        "  credence paired iris.csv --label class --second logistic_regression\n"
        "  credence paired iris.csv --label class --first predictive --second maximum_likelihood\n"
        "  credence paired people.csv --label income --second-drop age,hours --measure log_loss\n"
        "  credence paired iris.csv --label class --second-tied classes --html page.html");
  }
};

// What makes a classifier of a model.
Contender contender_of(const Classifying& asked, const Flags& flags, const ModelOfData& made,
                       std::string_view flag) {
  const Model& model = made.model;
  Contender contender{
      .model = model, .estimator = asked.estimator, .by_evidence = made.by_evidence};
  if (asked.twin) contender.twin = logistic_options(flags.twin);
  if (asked.estimator == Estimator::scikit_learn) check_like_scikit_learn(model.schema(), flag);
  return contender;
}

PairedOptions asked_of(const Flags& flags) {
  const CompareOptions folds = study_of(flags.folds, flags.model);
  PairedOptions asked = flags.asked;
  asked.folds = folds.folds;
  asked.seed = folds.seed;
  asked.fold_column = folds.fold_column;
  asked.fold_values = folds.fold_values;
  asked.weight = folds.weight;
  if (flags.model.fold_column && flags.repeats)
    throw UsageError(
        "flag '--fold-column' leaves no folds to draw anew, so --repeat has no meaning beside it; "
        "leave one of them out");
  asked.repeats = flags.repeats.value_or(asked.repeats);
  return asked;
}

// Flags of the second take the place of those of both, for the same column.
template <class Value>
void replace(std::vector<Value>& values, const std::vector<Value>& others) {
  std::erase_if(values, [&](const Value& value) {
    return std::any_of(others.begin(), others.end(),
                       [&](const Value& other) { return other.first == value.first; });
  });
  values.insert(values.end(), others.begin(), others.end());
}

ModelFlags model_of_second(const Flags& flags, const Table& table) {
  ModelFlags second = flags.model;
  const SecondFlags& other = flags.other;
  if (other.class_prior) second.class_prior = other.class_prior;
  if (other.tied) second.tied = other.tied;
  if (other.schema) second.families = Families::inferred;
  if (other.families) second.families = *other.families;
  if (!other.structure.empty()) second.structure.named = other.structure;
  replace(second.columns, other.columns);
  replace(second.priors, other.priors);
  const std::vector<std::string> dropped = columns_of(second.drop, table, "--drop");
  for (const std::string& name : columns_of(other.drop, table, "--second-drop")) {
    if (std::find(dropped.begin(), dropped.end(), name) != dropped.end())
      throw UsageError(
          fmt::format("flag '--second-drop' names column '{}', which --drop leaves out of both "
                      "classifiers; name it once",
                      name));
    // What is dropped has no family or prior of its own any more.
    std::erase_if(second.columns, [&](const FamilyFlag& it) { return it.first == name; });
    std::erase_if(second.priors, [&](const PriorFlag& it) { return it.first == name; });
    if (std::find(second.words.begin(), second.words.end(), every_column) == second.words.end()) {
      second.words = columns_of(second.words, table, "--words");
      std::erase(second.words, name);
    }
    second.drop.push_back(name);
  }
  return second;
}

// A message that names the flags that the second classifier has of its own.
std::string of_second(std::string text, const SecondFlags& other) {
  const std::pair<std::string_view, bool> own[] = {
      {"--schema", other.schema.has_value()},     {"--column", !other.columns.empty()},
      {"--families", other.families.has_value()}, {"--drop", !other.drop.empty()},
      {"--prior", !other.priors.empty()},         {"--class-prior", other.class_prior.has_value()},
      {"--tied", other.tied.has_value()},         {"--structure", !other.structure.empty()}};
  for (const auto& [flag, is_given] : own) {
    if (!is_given) continue;
    for (auto at = text.find(flag); at != std::string::npos; at = text.find(flag, at + 1))
      text.insert(at + 2, "second-");
  }
  return text;
}

// What a logistic regression would ignore.
void refuse_beside_twin(const Classifying& second, const SecondFlags& other) {
  if (!second.twin) return;
  const auto refuse = [](bool is_given, std::string_view flag) {
    if (is_given)
      throw UsageError(fmt::format(
          "flag '{}' has no meaning beside '--second logistic_regression', which has neither "
          "statistics nor priors of columns; leave one of them out",
          flag));
  };
  refuse(!other.priors.empty(), "--second-prior");
  refuse(other.class_prior.has_value(), "--second-class-prior");
  refuse(other.tied.has_value(), "--second-tied");
  refuse(!other.structure.empty(), "--second-structure");
}

ModelOfData second_model(const Flags& flags, const ModelOfData& first, Data& data,
                         Console& console) {
  if (!flags.other.differs()) return first;
  InputFlags input = flags.input;
  if (flags.other.schema) {
    input.schema = flags.other.schema;
    Data described = describe_training_data(input);
    if (described.missing != data.missing)
      throw UsageError(
          "flag '--second-schema' names other missing-value strings than the first reads the data "
          "with; give both schemas the same, or --missing");
    data.schema = std::move(described.schema);
  }
  console.note("the second classifier:");
  const ModelFlags second = model_of_second(flags, data.table);
  try {
    return make_model(input, second, data, console);
  } catch (const UsageError& error) {  // of flags that the first has not, for it has a model
    throw UsageError(of_second(error.what(), flags.other));
  }
}

void run(const Flags& flags, Console& console) {
  Results<PairedComparison> results(flags.common, flags.pictures);
  const PairedOptions asked = asked_of(flags);
  refuse_lazy_rules(flags.model.structure, "paired");
  refuse_lazy_rules({.named = flags.other.structure}, "paired");
  refuse_beside_twin(flags.second, flags.other);
  auto [data, model, open, structures] = read_training(flags.input, flags.model, console);
  const ModelOfData one{.model = model, .by_evidence = open};
  const ModelOfData other = second_model(flags, one, data, console);
  const Contender first = contender_of(flags.first, flags, one, "--first scikit_learn");
  const Contender second = contender_of(flags.second, flags, other, "--second scikit_learn");
  if (flags.twin.ridge && !first.twin && !second.twin)
    throw UsageError(
        "flag '--ridge' is for logistic regression; give --second logistic_regression beside it");
  note_rows_to_study(data.table, model.schema(), flags.input, flags.model, console);
  Timings& timings = console.timings();
  const Table& table = data.table;
  PairedComparison found =
      timings.time(Phase::score, [&] { return compare_paired(first, second, table, asked); });
  leave_out_taken(found.notes, flags.model, flags.input.schema.has_value());
  leave_out(found.notes, "--feature-weights");  // which this verb lacks
  timings.time(Phase::write, [&] { results.write(found); });
}

}  // namespace
}  // namespace of_paired

const Verb verbs::paired = verb<of_paired::Flags, of_paired::run>(
    "paired", "Compare two classifiers on the same folds, with the probability that one is better");

}  // namespace credence::tool
