// `credence select`: which features say most of the class, and how many are enough.
#include <credence/report/figures.hpp>
#include <credence/report/text.hpp>
#include <credence/study/feature_selection.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "console/pictures.hpp"
#include "flags/study_flags.hpp"
#include "flags/values.hpp"
#include "input/estimator_flags.hpp"
#include "input/modelling.hpp"
#include "input/posterior_output.hpp"
#include "input/row_notes.hpp"
#include "process/faults.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_select {
namespace {

struct Flags {
  InputFlags input;
  std::optional<RankBy> by;
  std::optional<Criterion> criterion;
  std::optional<Index> bins;
  std::optional<Index> top;
  std::optional<ChooseBy> choose;
  std::optional<SelectionRule> rule;
  FoldFlags folds;
  EstimatorFlags estimator;
  InformationOptions information;
  double inclusion_prior = RelevanceOptions{}.prior_probability;
  LogUnit unit = LogUnit::nats;  ///< of what is written
  ModelFlags model;
  PictureFlags pictures;
  PosteriorFormFlag form;
  CommonFlags common;

  void declare(Grammar& grammar) {
    input.declare(grammar);
    grammar.section(Section::options);
    declare_ranking(grammar);
    folds.declare_folds(grammar, "N");
    declare_seed(grammar, folds.seed, "folds and draws");
    declare_fold_column(grammar, model);
    estimator.declare(grammar, "predictive");
    declare_like(
        grammar, estimator.like_scikit_learn,
        "rank by the densities that scikit-learn estimates; -o then keeps a posterior that "
        "predicts like it");
    grammar.section(Section::options);
    grammar
        .value("--interval-mass", information.mass, "MASS",
               "probability that each interval holds [0.9]", mass_of)
        .formerly("--interval");
    grammar.value("--draws", information.draws, "N",
                  "of the posterior, for the means and intervals of numbers and counts; 0: none "
                  "[4000]",
                  Whole{});
    grammar.value("--inclusion-prior", inclusion_prior, "P",
                  "the probability, before the data, that a feature depends on the class [0.5]",
                  probability_of);
    declare_unit(grammar, unit).formerly("--bits", "--unit bits");
    model.declare(grammar);
    declare_weight(grammar, model.weight);
    pictures.declare(grammar, CsvOf::result);
    input.declare_dialect(grammar);
    form.declare(grammar);
    common.declare(grammar, {Format::text, Format::json, Format::csv});
    common.declare_digits(grammar);
    grammar.examples(
        "-o writes the posterior of the features that were kept; the ranking goes to standard "
        "output.\n\n"
        "Examples:\n"
        "  credence select iris.csv --label class\n"
        "  credence select patients.csv --label diagnosis --top 10 -o small.json\n"
        "  credence select sms.tsv --label class --column text=multinomial --quote none --top 500 "
        "\\\n"
        "    --choose cross_validation -o few_words.json\n"
        "  credence select people.csv --label income --by conditional --criterion mrmr --format "
        "json");
  }

  void declare_ranking(Grammar& grammar) {
    grammar.choice("--by", by, "what features are ranked by [mutual_information]",
                   {{"mutual_information", RankBy::mutual_information},
                    {"posterior_mean", RankBy::posterior_mean},
                    {"above_prior", RankBy::above_prior},
                    {"evidence", RankBy::evidence},
                    {"conditional", RankBy::conditional}});
    grammar.choice("--criterion", criterion,
                   "of --by conditional: what a feature adds to those before it [jmi]",
                   {{"jmi", Criterion::jmi}, {"mrmr", Criterion::mrmr}, {"cmim", Criterion::cmim}});
    grammar.value("--bins", bins, "N", "of --by conditional: that numbers are cut into [5]",
                  Whole{.least = 2});
    grammar.value("--top", top, "K", "keep the K best; with --choose: try at most K", Whole{});
    grammar.choice("--choose", choose, "find out how many to keep",
                   {{"leave_one_out", ChooseBy::leave_one_out},
                    {"cross_validation", ChooseBy::cross_validation}});
    grammar.choice(
        "--rule", rule,
        "the fewest that do nearly as well as the best, or the best "
        "[one_standard_error]",
        {{"one_standard_error", SelectionRule::one_standard_error}, {"best", SelectionRule::best}});
  }
};

// Throws unless a flag that says how something is done is given beside that which has it done.
void check_beside(bool given, std::string_view flag, bool has_use, std::string_view beside) {
  if (given && !has_use)
    throw UsageError(
        fmt::format("flag '{}' has a meaning only beside {}; give both or none", flag, beside));
}

void check_flags(const Flags& flags) {
  const bool conditional = flags.by == RankBy::conditional;
  const bool in_folds = flags.choose == ChooseBy::cross_validation;
  check_beside(flags.criterion.has_value(), "--criterion", conditional, "--by conditional");
  check_beside(flags.bins.has_value(), "--bins", conditional, "--by conditional");
  check_beside(flags.rule.has_value(), "--rule", flags.choose.has_value(), "--choose");
  check_beside(flags.folds.folds.has_value(), "--folds", in_folds, "--choose cross_validation");
  check_beside(flags.model.fold_column.has_value(), "--fold-column", in_folds,
               "--choose cross_validation");
  check_beside(flags.form.form.has_value(), "--posterior-format", flags.common.out.has_value(),
               "-o FILE, the file of the posterior");
  if (flags.estimator.like_scikit_learn && flags.choose)
    throw UsageError(
        "flag '--like' has no place beside '--choose': scikit-learn widens every variance by what "
        "it finds in all columns, so that features do not add up; give --top, or --estimator");
  if (flags.top == Index{0} && flags.common.out)
    throw UsageError(
        "flag '--top' has the value '0', which leaves no feature for the posterior of '-o'; "
        "keep at least one, or leave -o out");
  if (flags.common.out == "-")
    throw UsageError(
        "flag '-o' is the file of the posterior, and standard output takes the ranking; give a "
        "file");
}

FeatureSelectionOptions asked_of(const Flags& flags) {
  check_flags(flags);
  FeatureSelectionOptions asked{.information = flags.information,
                                .relevance = {.prior_probability = flags.inclusion_prior}};
  asked.by = flags.by.value_or(asked.by);
  asked.conditional.criterion = flags.criterion.value_or(asked.conditional.criterion);
  asked.conditional.bins = flags.bins.value_or(asked.conditional.bins);
  asked.most = flags.top.value_or(asked.most);
  asked.choose = flags.choose.value_or(asked.choose);
  asked.rule = flags.rule.value_or(asked.rule);
  asked.folds = flags.folds.folds.value_or(asked.folds);
  asked.seed = flags.folds.seed.value_or(asked.seed);
  asked.information.seed = asked.seed;
  if (const auto estimator = estimator_asked(flags.estimator, {}))
    asked.information.estimator = *estimator;
  asked.fold_column = flags.model.fold_column.value_or(std::string());
  asked.fold_values = fold_values_of(flags.folds, flags.model);
  asked.weight = flags.model.weights();
  return asked;
}

std::string written(const RankedFeatures& ranked, const CommonFlags& common) {
  if (common.format == Format::json) return rounded_json(to_json(ranked), common.digits);
  return common.format == Format::csv ? to_csv(ranked, common.digits)
                                      : with_wrapped_sentences(to_text(ranked));
}

// Constant columns are ranked last, but for those that nobody wants to see.
void erase_dropped(const std::vector<std::string>& dropped, std::vector<RankedFeature>& features) {
  std::erase_if(features, [&](const RankedFeature& one) {
    return one.family == "none" &&
           std::find(dropped.begin(), dropped.end(), one.name) != dropped.end();
  });
}

// Of a ranking whose posterior is asked for.
void check_kept(const RankedFeatures& ranked) {
  if (ranked.kept == 0)
    throw Error(ErrorCode::undefined,
                "no feature is worth taking, which leaves none for the posterior of '-o'; leave -o "
                "out, or give --top K in the place of --choose");
}

// Says where more features are asked for than there are; beside --choose it is at most so many.
void note_fewer(const Flags& flags, const RankedFeatures& ranked, Console& console) {
  if (!flags.choose && flags.top.value_or(0) > ranked.kept)
    console.note(fmt::format("'--top {}' keeps {}: there are no more", *flags.top,
                             counted(ranked.kept, "feature", "features")));
}

void run(const Flags& flags, Console& console) {
  FeatureSelectionOptions asked = asked_of(flags);
  const CommonFlags& common = flags.common;
  CommonFlags of_ranking = common;  // whose place no flag tells: -o is that of the posterior
  of_ranking.out.reset();
  Pictures pictures(flags.pictures, of_ranking, CsvOf::result);
  std::optional<Output> file;
  if (common.out) file.emplace(common.out, common.overwrite());
  const Training training = read_training(flags.input, flags.model, console);
  if (flags.estimator.like_scikit_learn) check_like_scikit_learn(training.model.schema());
  asked.by_evidence = training.by_evidence;
  const Table& table = training.data.table;
  note_rows_to_study(table, training.model.schema(), flags.input, flags.model, console);
  Timings& timings = console.timings();
  auto selection =
      timings.time(Phase::observe, [&] { return select_features(training.model, table, asked); });
  note_unknown_classes(training.model.schema(), selection.ranked.classes, console);
  erase_dropped(columns_of(flags.model.drop, table, "--drop"), selection.ranked.features);
  selection.posterior.like_scikit_learn = flags.estimator.like_scikit_learn;
  const RankedFeatures ranked = in_unit(selection.ranked, flags.unit);
  timings.time(Phase::write, [&] {
    if (pictures.asked()) pictures.write(page_of(ranked));  // an unknown figure ends it here
    if (file && ranked.kept > 0)
      write_posterior(*file, common, flags.form, {.posterior = selection.posterior});
    Output output(std::nullopt, Overwrite::refuse);
    if (!pictures.instead()) write_text(output, written(ranked, common));
  });
  note_fewer(flags, ranked, console);
  if (!file) return;
  check_kept(ranked);
  console.note(fmt::format("{} kept of {}", counted(ranked.kept, "feature", "features"),
                           ranked.features.size()));
}

}  // namespace
}  // namespace of_select

const Verb verbs::select = verb<of_select::Flags, of_select::run>(
    "select", "Rank the features by their information about the class, and keep the best");

}  // namespace credence::tool
