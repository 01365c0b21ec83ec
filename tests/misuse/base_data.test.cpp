// Wrong arguments of numbers, tables, readers and schemas.
#include <credence/base/interval.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/base/triangle.hpp>
#include <credence/data/arff.hpp>
#include <credence/data/convert.hpp>
#include <credence/data/csv.hpp>
#include <credence/data/infer.hpp>
#include <credence/data/schema.hpp>
#include <credence/data/shards.hpp>
#include <credence/data/svmlight.hpp>
#include <credence/data/table.hpp>
#include <credence/density/count.hpp>
#include <credence/learn/model.hpp>
#include <credence/study/metrics.hpp>

#include <fstream>
#include <utility>

#include "misuse/misuse.hpp"
#include "support/temporary_folder.hpp"

using namespace credence;
using namespace credence::misuse;

namespace {

Table small_table() {
  return read_csv_text("x,c,t,y\n1,a,one two,p\n2,b,two,q\n3,a,one,p\n4,b,three,q\n", "rows");
}

}  // namespace

TEST_CASE("special functions") {
  for (const double x : not_positive) {
    CAPTURE(x);
    if (x == infinity) continue;  // a limit
    refused("log_gamma", [&] { return log_gamma(x); });
    refused("log_gamma_ratio", [&] { return log_gamma_ratio(x, 1); });
    refused("log_beta", [&] { return log_beta(x, 1); });
    refused("log_beta", [&] { return log_beta(1, x); });
    refused("digamma", [&] { return digamma(x); });
    refused("trigamma", [&] { return trigamma(x); });
    refused("digamma_rise", [&] { return digamma_rise(x, 1); });
    refused("trigamma_fall", [&] { return trigamma_fall(x, 1); });
    refused("trigamma_excess", [&] { return trigamma_excess(x); });
    for (const double other : {1.0, x}) {
      refused("beta_cdf", [&] { return beta_cdf(x, other, 0.5); });
      refused("beta_quantile", [&] { return beta_quantile(x, other, 0.5); });
      refused("beta_survival", [&] { return beta_survival(x, other, 0.5); });
      refused("beta_survival_quantile", [&] { return beta_survival_quantile(x, other, 0.5); });
      refused("gamma_cdf", [&] { return gamma_cdf(x, other, 0.5); });
      refused("gamma_survival", [&] { return gamma_survival(x, other, 0.5); });
      refused("gamma_quantile", [&] { return gamma_quantile(x, other, 0.5); });
      refused("inverse_gamma_cdf", [&] { return inverse_gamma_cdf(x, other, 0.5); });
      refused("inverse_gamma_quantile", [&] { return inverse_gamma_quantile(x, other, 0.5); });
      refused("circular_cdf", [&] { return circular_cdf(x, other, 0.5); });
      refused("circular_quantile", [&] { return circular_quantile(x, other, 0.5); });
      refused("circular_variance", [&] { return circular_variance(x, other); });
    }
    refused("student_t_cdf", [&] { return student_t_cdf(x, 0.5); });
    refused("student_t_quantile", [&] { return student_t_quantile(x, 0.5); });
  }
  for (const double p : no_probability) {
    CAPTURE(p);
    refused("beta_quantile", [&] { return beta_quantile(1, 1, p); });
    refused("beta_survival_quantile", [&] { return beta_survival_quantile(1, 1, p); });
    refused("gamma_quantile", [&] { return gamma_quantile(1, 1, p); });
    refused("inverse_gamma_quantile", [&] { return inverse_gamma_quantile(1, 1, p); });
    refused("student_t_quantile", [&] { return student_t_quantile(1, p); });
    refused("normal_quantile", [&] { return normal_quantile(p); });
    refused("circular_quantile", [&] { return circular_quantile(1, 1, p); });
    refused("equal_tailed", [&] { return equal_tailed(normal_quantile, p); });
    refused("share_interval", [&] { return share_interval(1, 2, p); });
  }
  for (const double x : {no_number, infinity, -infinity, -1.0, 1e308, 5e-324})
    for (const double y : {no_number, infinity, -infinity, -1.0, 1e308, 5e-324}) {
      survives("log_gamma_ratio", [&] { return log_gamma_ratio(x, y); });
      survives("log_beta", [&] { return log_beta(x, y); });
      survives("x_log_y", [&] { return x_log_y(x, y); });
      survives("x_log1p_y", [&] { return x_log1p_y(x, y); });
      survives("bessel", [&] { return log_bessel_i0_scaled(x) + bessel_ratio(y); });
      survives("unwound", [&] { return unwound(x, y); });
      survives("share_interval", [&] { return share_interval(x, y, 0.9); });
    }
}

TEST_CASE("random numbers, sums and matrices") {
  Random random(1);
  for (const double x : not_positive) {
    CAPTURE(x);
    refused("gamma", [&] { return random.gamma(x, 1); });
    refused("gamma", [&] { return random.gamma(1, x); });
    refused("beta", [&] { return random.beta(1, x); });
    refused("log_gamma_variate", [&] { return random.log_gamma_variate(x); });
    refused("dirichlet", [&] { return random.dirichlet(std::vector{1.0, x}); });
    refused("index", [&] { return random.index(std::vector{x}); });
    if (x != 0) refused("poisson", [&] { return random.poisson(x); });
  }
  refused("index", [&] { return random.index({}); });
  refused("below", [&] { return random.below(0); });
  for (const double x : {no_number, infinity, -infinity}) {
    ExactSum sum;
    refused("add", [&] {
      sum.add(x);
      return 0;
    });
    refused("add_product", [&] {
      sum.add_product(2, x);
      return 0;
    });
    refused("add_product", [&] {
      sum.add_product(2, 3, x);
      return 0;
    });
    CHECK(sum.value() == 0);
  }
  refused("exact_ratio", [] { return exact_ratio(ExactSum{}, ExactSum{}); });
  refused("exact_centred_squares",
          [] { return exact_centred_squares(ExactSum{}, ExactSum{}, ExactSum{}); });
  for (const char* text : {"", "x", "0p", "1p99999999999999999999", "-", "+1", "1p1 "})
    refused("from_text", [&] { return ExactSum::from_text(text); });
  const std::vector<double> matrix{4, 2, 5};
  const auto root = Cholesky::of(matrix);
  for (const std::size_t size : {0U, 1U, 3U, 9U}) {
    std::vector<double> x(size, 1.0);
    refused("whiten", [&] {
      root->whiten(x);
      return 0;
    });
    refused("colour", [&] {
      root->colour(x);
      return 0;
    });
  }
  for (const std::size_t size : {2U, 4U, 5U}) {
    const std::vector<double> none(size, 1.0);
    refused("Cholesky", [&] { return Cholesky::of(none).has_value(); });
    refused("trace_over", [&] { return trace_over(*root, none); });
    refused("log_determinant_rise", [&] { return log_determinant_rise(matrix, none); });
    refused("log_determinant_rise", [&] { return log_determinant_rise(none, matrix); });
    survives("diagonal_of", [&] { return diagonal_of(none); });
  }
  refused("log_determinant_rise", [&] {
    return log_determinant_rise(std::vector{1.0, 2.0, 1.0}, matrix);
  });
  for (const Index j : outside(2))
    refused("part_of_triangle", [&] { return part_of_triangle(matrix, std::vector{j}); });
}

TEST_CASE("tables") {
  const Table table = small_table();
  for (const std::string& name : nobody) {
    refused("column", [&] { return table.column(name).size(); });
    CHECK(table.find(name) == nullptr);
  }
  for (const Index row : outside(4)) {
    refused("select", [&] { return table.select(std::vector{row}); });
    for (const Column& column : table.columns()) {
      refused("as_written", [&] { return as_written(column, row); });
      survives("place", [&] { return table.place(column, row); });
      survives("where", [&] { return table.where(column, row).line; });
    }
  }
  for (const double share : no_probability)
    refused("split", [&] { return split(table, {.train = share}); });
  Table other = table;
  refused("add", [&] {
    other.add("x", std::vector<double>{1, 2, 3, 4});
    return 0;
  });
  refused("add", [&] {
    other.add("short", std::vector<double>{1});
    return 0;
  });
  refused("add", [&] {
    other.add("codes", CodeView{.levels = {"a"}});
    return 0;
  });
  Table codes;
  refused("codes_of", [&] {
    codes.add(Column{.name = "c", .cells = CodeColumn{.levels = {"a"}, .codes = {0, 1}}});
    return codes_of(codes, codes.column("c"));
  });
  survives("numbers_of", [&] { return numbers_of(table, table.column("c")).view().size; });
  survives("words_of", [&] { return words_of(table, table.column("x")); });
}

TEST_CASE("readers and their options") {
  const std::string text = "a,b\n1,2\n3,4\n";
  for (const char one : {'\n', '\r', '\0', '"', ',', '\x80'}) {
    CAPTURE(static_cast<int>(one));
    survives("separator", [&] { return read_csv_text(text, "t", {.separator = one}).rows(); });
    survives("comment", [&] { return read_csv_text(text, "t", {.comment = one}).rows(); });
    survives("quote", [&] { return read_csv_text(text, "t", {.quote = one}).rows(); });
    survives("decimal", [&] { return read_csv_text(text, "t", {.decimal = one}).rows(); });
  }
  refused("quote is separator",
          [&] { return read_csv_text(text, "t", {.separator = ',', .quote = ','}).rows(); });
  for (const std::string& name : nobody) {
    refused("read_csv", [&] { return read_csv("/nowhere/" + name).rows(); });
    refused("CsvStream", [&] { return CsvStream("/nowhere/" + name), 0; });
    survives("names", [&] { return read_csv_text(text, "t", {.names = {name, name}}).rows(); });
    survives("missing", [&] { return read_csv_text(text, "t", {.missing = {name}}).rows(); });
  }
  for (const char* bad : {"", "a", "a,a\n1,2\n", "a,b\n1\n", "\"", "a\n\"1", "\xff"})
    survives("read_csv_text", [&] { return read_csv_text(bad, "t").rows(); });
  for (const char* bad :
       {"", "@relation", "@relation r\n@attribute a numeric\n@data\nx", "@data\n"})
    refused("read_arff_text", [&] { return read_arff_text(bad, "t").rows(); });
}

TEST_CASE("streams that were moved from") {
  const testing::TemporaryFolder folder;
  std::ofstream(folder / "a.csv") << "x\n1\n";
  std::ofstream(folder / "a.svm") << "a 1:1\n";
  const auto check_refused = [](auto& stream, auto& rows) {
    refused("next", [&] { return stream.next(rows); });
    refused("position", [&] { return stream.position(); });
    refused("size", [&] { return stream.size(); });
  };
  Table table;
  SparseRows rows;

  CsvStream of_text(folder / "a.csv");
  CsvStream next_text(std::move(of_text));
  check_refused(of_text, table);  // NOLINT(bugprone-use-after-move): refused
  of_text = std::move(next_text);
  CHECK(of_text.next(table));

  SvmlightStream of_pairs(folder / "a.svm");
  const SvmlightStream next_pairs(std::move(of_pairs));
  check_refused(of_pairs, rows);
  refused("name", [&] { return of_pairs.name(); });

  ShardReader shard(data_files({folder / "a.csv"}), {.number = 1, .of = 1}, form_of("a.csv"));
  const ShardReader next_shard(std::move(shard));
  check_refused(shard, table);
  refused("pieces", [&] { return shard.pieces(); });
  refused("edges", [&] { return shard.edges(); });
  refused("first_row", [&] { return shard.first_row(); });
}

TEST_CASE("shards and no files") {
  refused("read_csv_files", [] { return read_csv_files({}); });
  for (const Form& form : forms()) {
    const std::string name(form.name);
    CAPTURE(name);
    refused("read_several", [&] { return form.read_several({}, {}); });
  }
  const std::vector<DataFile> files{{.path = "a.csv", .size = 10}};
  for (const Shard shard : {Shard{0, 1}, Shard{-1, 3}, Shard{4, 3}, Shard{1, 0}, Shard{0, 0},
                            Shard{1, -1}, Shard{-1, -1}}) {
    CAPTURE(shard.number);
    CAPTURE(shard.of);
    refused("parts_of", [&] { return parts_of(files, shard); });
    refused("ShardReader", [&] { return ShardReader(files, shard, form_of("a.csv")); });
  }
  refused("ShardReader", [] { return ShardReader({}, {.number = 1, .of = 2}, form_of("a.csv")); });
}

TEST_CASE("schemas and models") {
  for (const std::string& bad :
       {std::string("{}"), std::string("[]"), std::string(""), std::string("null"),
        std::string("{\"schema_version\":2}"), std::string(70, '['),
        std::string("{\"schema_version\":1}"), std::string("{\"schema_version\":1,\"label\":5}")})
    refused("schema_from_json", [&] { return schema_from_json(bad, "s"); });
  const auto model = [](ColumnSchema column) {
    return Model(Schema{.label = "y", .columns = {std::move(column)}});
  };
  for (const std::string& name : nobody) {
    refused("family", [&] { return model({.name = "x", .family = name}); });
    refused("prior", [&] {
      return model({.name = "x", .family = "normal", .prior = {.word = name == "" ? "?" : name}});
    });
    refused("prior", [&] {
      return model({.name = "x", .family = "normal", .prior = {.values = {{name, 1.0}}}});
    });
  }
  for (const char* family :
       {"bernoulli", "categorical", "normal", "lognormal", "poisson", "gamma", "exponential",
        "geometric", "negative_binomial", "multinomial", "histogram", "polya_tree", "kernel",
        "von_mises", "normal_known_mean", "normal_known_variance"})
    for (const char* key : {"ones", "each", "mean", "shape", "scale", "rate", "bins", "depth", "c",
                            "bandwidth", "variance", "mean_variance", "weights", "n", "sd"})
      for (const double value : {-1.0, 0.0, no_number, infinity, 1e308}) {
        CAPTURE(family);
        CAPTURE(key);
        CAPTURE(value);
        survives("prior values", [&] {
          return model({.name = "x", .family = family, .prior = {.values = {{key, value}}}});
        });
      }
  refused("twice", [] {
    return Model(
        Schema{.label = "y",
               .columns = {{.name = "x", .family = "normal"}, {.name = "x", .family = "normal"}}});
  });
  refused("label", [] {
    return Model(Schema{.label = "y", .columns = {{.name = "y", .family = "normal"}}});
  });
  refused("levels", [&] {
    return model({.name = "x", .family = "categorical", .levels = {"a", "a"}});
  });
  refused("levels", [&] { return model({.name = "x", .family = "bernoulli", .levels = {"a"}}); });
  refused("columns", [&] {
    return model({.name = "x", .family = "normal", .columns = {"a", "b"}});
  });
  for (const double each : not_positive)
    refused("class prior", [&] {
      return Model(Schema{.label = "y", .classes = {"a", "b"}, .class_prior = {.each = each}});
    });
  survives("infer", [] { return infer_schema(small_table(), {.label = "x"}).schema; });
  for (const std::string& name : nobody) {
    refused("infer", [&] { return infer_schema(small_table(), {.label = name}).schema; });
    refused("infer",
            [&] { return infer_schema(small_table(), {.label = "y", .drop = {name}}).schema; });
    refused("infer", [&] {
      return infer_schema(small_table(), {.label = "y", .families = {{name, "normal"}}}).schema;
    });
    survives("infer", [&] {
      return infer_schema(small_table(), {.label = "y", .families = {{"x", name}}}).schema;
    });
  }
}
