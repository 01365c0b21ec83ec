// Priors that words leave to the data of each class, in blocks, files and frozen posteriors.
#include <credence/detail/learn/block_priors.hpp>

#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/gamma_poisson.hpp>
#include <credence/family/normal_inverse_gamma.hpp>

#include <doctest/doctest.h>

#include <credence/learn/posterior_file.hpp>
#include <credence/learn/posterior_priors.hpp>

#include "support/block_of.hpp"
#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr std::string_view rows =
    "x,y,n,s,city,job,class\n"
    "1,3,2,1,u,k,a\n3,1,0,0,v,k,a\n5,4,1,0,u,k,a\n"
    "11,6,4,1,u,l,b\n12,9,6,1,u,k,b\n10.5,7,3,0,v,l,b\n"
    "-4,2,9,1,w,m,c\n-3.5,8,7,1,w,m,c\n-2,9,9,1,u,k,c\n";

Schema schema_with(std::string prior) {
  return schema_of({{.name = "x", .family = "normal", .prior = word(prior)},
                    {.name = "y", .family = "normal", .prior = word(prior)},
                    {.name = "n", .family = "poisson", .prior = word(prior)},
                    {.name = "s", .family = "bernoulli", .prior = word(prior)},
                    {.name = "city", .family = "categorical", .prior = word(prior)},
                    {.name = "job", .family = "categorical", .prior = word(prior)}});
}

template <class F>
std::vector<typename F::Statistics> copied_cells(const Block<F>& block, Index j) {
  std::vector<typename F::Statistics> cells;
  for (Index klass = 0; klass < block.classes; ++klass) cells.push_back(block.cell(j, klass));
  return cells;
}

}  // namespace

TEST_CASE("the word empirical stands for the prior of largest evidence in every class") {
  const auto posterior = learned(schema_with("empirical"), rows);
  const auto& block = block_of<NormalInverseGammaNormal>(posterior);

  const auto all = priors(block, 1, posterior.label.classes);

  const auto found = NormalInverseGammaNormal::empirical(copied_cells(block, 1));
  REQUIRE(all.size() == 3);
  for (const auto& prior : all) CHECK(prior == found.prior);
  BlockPriors<NormalInverseGammaNormal> asked(block);
  CHECK(asked.search(1)->steps == found.steps);
  CHECK(asked.search(1)->notes == found.notes);
}

TEST_CASE("no prior that is the same for all classes has more evidence than the empirical one") {
  const double found = log_evidence(learned(schema_with("empirical"), rows));

  for (const std::string other : {"auto", "auto3"}) {
    CAPTURE(other);
    CHECK(log_evidence(learned(schema_with(other), rows)) < found);
  }
  CHECK(log_evidence(learned(schema_with("empirical_block"), rows)) < found);
}

TEST_CASE("the word empirical_block gives all columns of the family one prior") {
  const auto posterior = learned(schema_with("empirical_block"), rows);
  const auto& numbers_block = block_of<NormalInverseGammaNormal>(posterior);
  auto cells = copied_cells(numbers_block, 0);
  for (const Moments& cell : copied_cells(numbers_block, 1)) cells.push_back(cell);

  const auto expected = NormalInverseGammaNormal::empirical(cells).prior;
  CHECK(priors(numbers_block, 0, posterior.label.classes).front() == expected);
  CHECK(priors(numbers_block, 1, posterior.label.classes).front() == expected);

  const auto& names = block_of<DirichletCategorical>(posterior);
  const auto city = priors(names, 0, posterior.label.classes).front().weights;
  const auto job = priors(names, 1, posterior.label.classes).front().weights;
  CHECK(city == Doubles(3, city.front()));
  CHECK(job == city);
}

TEST_CASE("columns of one block may have other numbers of levels and share one weight") {
  const auto posterior =
      learned(schema_of({{.name = "p", .family = "categorical", .prior = word("empirical_block")},
                         {.name = "q", .family = "categorical", .prior = word("empirical_block")}}),
              "p,q,class\nu,k,a\nu,l,a\nv,m,a\nv,n,b\nv,k,b\nu,k,b\nv,k,b\n");
  const auto& block = block_of<DirichletCategorical>(posterior);
  const double each = priors(block, 0, posterior.label.classes).front().weights.front();

  const auto evidence = [&](double weight) {
    double sum = 0;
    for (Index j = 0; j < 2; ++j)
      for (Index klass = 0; klass < 2; ++klass)
        sum += log_evidence(Dirichlet{Doubles(j == 0 ? 2 : 4, weight)}, block.cell(j, klass));
    return sum;
  };
  CHECK(priors(block, 1, posterior.label.classes).front().weights == Doubles(4, each));
  for (const double factor : {0.5, 0.99, 1.01, 2.0})
    CHECK(evidence(each * factor) < evidence(each));
}

TEST_CASE("learning in parts and merging finds the empirical priors of one pass") {
  const std::string all(rows);
  const std::size_t head = all.find('\n') + 1;
  const std::size_t cut = all.find('\n', all.size() / 2) + 1;
  const Model model(schema_with("empirical"));

  auto parts = observe(model, table_of(all.substr(0, cut)));
  merge(parts, observe(model, table_of(all.substr(0, head) + all.substr(cut))));

  CHECK(log_evidence(parts) ==
        doctest::Approx(log_evidence(learned(schema_with("empirical"), rows))).epsilon(1e-12));
}

TEST_CASE("the words stay in a posterior file and numbers stand there once it is frozen") {
  for (const std::string prior : {"empirical", "empirical_block"}) {
    CAPTURE(prior);
    const auto posterior = learned(schema_with(prior), rows);
    CHECK(posterior_from_json(to_json(posterior), "p.json") == posterior);
    CHECK(posterior.model.schema().find("x")->prior == word(prior));

    const auto frozen = freeze(posterior);
    CHECK(frozen.model.schema().find("x")->prior.word.empty());
    CHECK(log_evidence(frozen) == log_evidence(posterior));
    CHECK(freeze(frozen) == frozen);
    CHECK(posterior_from_json(to_json(frozen), "p.json") == frozen);
  }
}

TEST_CASE("more data move an empirical prior and not a frozen one") {
  const auto posterior = learned(schema_with("empirical"), rows);
  auto later = posterior;
  auto frozen = freeze(posterior);
  const Table more = table_of("x,y,n,s,city,job,class\n40,1,2,0,u,k,b\n");
  observe(later, more);
  observe(frozen, more);

  const auto prior_of_x = [](const ModelPosterior& of) {
    return priors(block_of<NormalInverseGammaNormal>(of), 0, of.label.classes).front();
  };
  CHECK_FALSE(prior_of_x(later) == prior_of_x(posterior));
  CHECK(prior_of_x(frozen) == prior_of_x(posterior));
}

TEST_CASE("one weight for all levels lets levels join after freezing and a list does not") {
  const auto schema = [](std::string prior) {
    return schema_of({{.name = "city", .family = "categorical", .prior = word(std::move(prior))}});
  };
  constexpr std::string_view cities = "city,class\nu,a\nv,a\nu,a\nu,b\nv,b\n";
  const Table more = table_of("city,class\nw,a\n");

  auto open = freeze(learned(schema("empirical_each"), cities));
  observe(open, more);
  CHECK(block_of<DirichletCategorical>(open).feature(0).levels == Strings{"u", "v", "w"});

  auto closed = freeze(learned(schema("empirical"), cities));
  CHECK(is(error_of([&] { observe(closed, more); }), ErrorCode::schema));
}

TEST_CASE("a reserved level gets the least weight of an empirical prior and one of each") {
  const auto prior_of = [](std::string prior) {
    const auto posterior = learned(schema_of({{.name = "city",
                                               .family = "categorical",
                                               .prior = word(std::move(prior)),
                                               .unseen = Unseen::reserve}}),
                                   "city,class\nu,a\nv,a\nu,a\nu,b\nv,b\n");
    return priors(block_of<DirichletCategorical>(posterior), 0, posterior.label.classes)
        .front()
        .weights;
  };
  const auto listed = prior_of("empirical");
  REQUIRE(listed.size() == 3);
  CHECK(listed[2] == least_pseudo_count);
  const auto each = prior_of("leave_one_out_each");
  CHECK(each == Doubles(3, each.front()));
}

TEST_CASE("a class may keep numbers of its own beside an empirical prior") {
  const Fields of_b{{"shape", 3.0}, {"rate", 2.0}};
  const auto posterior = learned(
      schema_of({{.name = "n",
                  .family = "poisson",
                  .prior = {.by_class = {{"a", word("empirical")}, {"b", numbers(of_b)}}}}}),
      rows.substr(0));
  const auto& block = block_of<GammaPoisson>(posterior);

  const auto all = priors(block, 0, posterior.label.classes);

  CHECK(all[0] == GammaPoisson::empirical(copied_cells(block, 0)).prior);
  CHECK(all[1] == Gamma{.shape = 3, .rate = 2});
  const auto frozen = freeze(posterior);
  CHECK(priors(block_of<GammaPoisson>(frozen), 0, frozen.label.classes) == all);
}

TEST_CASE("an empirical prior that the data do not determine is undefined and names the column") {
  const auto one_class =
      learned(schema_with("empirical"), "x,y,n,s,city,job,class\n1,2,3,1,u,k,a\n2,3,4,0,v,l,a\n");
  const auto error = error_of([&] { (void)log_evidence(one_class); });

  CHECK(is(error, ErrorCode::undefined));
  CHECK(says(error, "column '", "'empirical'", "at least two classes", "use 'auto'"));
  CHECK(is(error_of([&] { (void)freeze(one_class); }), ErrorCode::undefined));
}

TEST_CASE("words that a family does not know are refused with those that it does") {
  const auto error = error_of([] {
    return Model(
        schema_of({{.name = "x", .family = "normal", .prior = word("leave_one_out_each")}}));
  });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'x'", "'leave_one_out_each'", "'empirical' and 'empirical_block'"));
}

TEST_CASE("with priors found a posterior gives the same answers and keeps undefined words") {
  const auto posterior = learned(schema_with("empirical_block"), rows);
  int visits = 0;
  with_found_priors(posterior, [&](const auto& ready) {
    ++visits;
    CHECK_FALSE(has_empirical_prior(ready));
    CHECK(log_evidence(ready) == log_evidence(posterior));
  });
  CHECK(visits == 1);

  const auto constant = learned(
      schema_of({{.name = "x", .family = "normal", .prior = word("empirical")}}), "x,class\n1,a\n");
  with_found_priors(constant, [](const auto& ready) { CHECK(has_empirical_prior(ready)); });
}

TEST_CASE("notes on priors name the columns that share them") {
  const auto posterior =
      learned(schema_of({{.name = "p", .family = "bernoulli", .prior = word("empirical")},
                         {.name = "q", .family = "bernoulli", .prior = word("empirical")},
                         {.name = "r", .family = "bernoulli", .prior = word("empirical")},
                         {.name = "s", .family = "bernoulli"}}),
              "p,q,r,s,class\n1,0,1,1,a\n0,1,1,0,a\n1,0,1,1,b\n0,1,1,0,b\n");

  const auto notes = notes_on_priors(posterior);

  REQUIRE(notes.size() == 2);
  CHECK(notes[0].starts_with("the prior of columns 'p', 'q': classes differ by no more than"));
  CHECK(notes[1].starts_with("the prior of column 'r': prior 'empirical'"));
  CHECK(notes[1].find("constant") != std::string::npos);
}

TEST_CASE("of many columns that share a note six are named, and how many more") {
  Schema schema = schema_of({});
  std::string head, row;
  for (int j = 0; j < 9; ++j) {
    const std::string name = "n" + std::to_string(j);
    schema.columns.push_back({.name = name, .family = "bernoulli", .prior = word("empirical")});
    head += name + ",";
    row += "1,";
  }
  const auto notes = notes_on_priors(learned(schema, head + "class\n" + row + "a\n" + row + "b\n"));

  REQUIRE(notes.size() == 1);
  CHECK(
      notes[0].starts_with("the prior of columns 'n0', 'n1', 'n2', 'n3', 'n4', 'n5' and 3 more: "));
}
