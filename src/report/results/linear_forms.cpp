// Linear forms as text, JSON and CSV.
#include <credence/predict/linear_form.hpp>
#include <credence/report/text.hpp>

#include <fmt/format.h>

#include "report/listing/filled_list.hpp"
#include "report/listing/listing.hpp"
#include "report/listing/no_number.hpp"

namespace credence {
namespace {

using report::printable;
using report::short_number;
using report::TextTable;

std::string_view kind_of(const LinearTerm& term) { return term.level ? "level" : "number"; }

// "age", "purpose = car", "text: free".
std::string name_of(const LinearTerm& term) {
  if (term.level) return printable(term.feature) + " = " + printable(term.value);
  if (term.value == term.feature) return printable(term.feature);
  return printable(term.feature) + ": " + printable(term.value);
}

// "  9 steps, L2 penalty 1, training rows: benign 357, malignant 212".
std::string fit_text(const LinearForms& linear) {
  if (!linear.fit) return {};
  std::string text =
      fmt::format("  {}, L2 penalty {}", report::counted(linear.fit->steps, "step", "steps"),
                  short_number(linear.fit->ridge));
  const std::vector<double>& rows = linear.fit->class_counts;
  for (std::size_t klass = 0; klass < rows.size(); ++klass)
    text += fmt::format("{} {} {}", klass == 0 ? ", training rows:" : ",",
                        printable(linear.classes[klass]), report::count_text(rows[klass]));
  return text + '\n';
}

// Numbers of each class but the first, by its name.
template <class Of>
Json by_class(const LinearForms& linear, const Of& of) {
  Json all = Json::object();
  for (const LinearForm& form : linear.forms) all[form.positive] = report::number(of(form));
  return all;
}

Json fit_json(const LogisticFit& fit) {
  return {{"class_counts", report::json_of(fit.class_counts)},
          {"ridge", report::number(fit.ridge)},
          {"steps", fit.steps},
          {"gradient", report::number(fit.gradient)}};
}

Json term_json(const LinearForms& linear, std::size_t i) {
  const LinearTerm& term = linear.forms.front().terms[i];
  Json entry{{"feature", term.feature}, {"value", term.value}, {"kind", kind_of(term)}};
  if (linear.fit) {
    entry["centre"] = report::number(term.centre);
    entry["spread"] = report::number(linear.fit->spreads[i]);
  }
  entry["weights"] = by_class(linear, [i](const LinearForm& form) { return form.terms[i].weight; });
  return entry;
}

std::string reasons_of(const LinearForms& linear) {
  std::string text = "no linear form:\n";
  for (const NotLinear& each : linear.not_linear) text += "  " + printable(each.why) + '\n';
  return text;
}

}  // namespace

std::string to_text(const LinearForms& linear) {
  std::string text =
      fmt::format("label {}: log odds of classes against '{}', estimator {}\n",
                  printable(linear.label), printable(linear.classes.front()), linear.estimator) +
      fit_text(linear);
  if (!linear.not_linear.empty()) return text + reasons_of(linear);
  TextTable table(1);
  std::vector<std::string> top{"value"};
  std::vector<std::string> bottom{"bias"};
  if (linear.fit) {
    top.insert(top.end(), {"centre", "spread"});
    bottom.insert(bottom.end(), 2, "");
  }
  for (const LinearForm& form : linear.forms) {
    top.push_back(printable(form.positive));
    bottom.push_back(short_number(bias(form)));
  }
  table.add(std::move(top));
  table.add(std::move(bottom));
  for (std::size_t i = 0; i < linear.forms.front().terms.size(); ++i) {
    const LinearTerm& term = linear.forms.front().terms[i];
    std::vector<std::string> row{name_of(term)};
    if (linear.fit)
      row.insert(row.end(), {short_number(term.centre), short_number(linear.fit->spreads[i])});
    for (const LinearForm& form : linear.forms) row.push_back(short_number(form.terms[i].weight));
    table.add(std::move(row));
  }
  return text + table.text(2);
}

std::string to_json(const LinearForms& linear) {
  Json all = {{"schema_version", 1},
              {"label", linear.label},
              {"classes", linear.classes},
              {"estimator", linear.estimator},
              {"against", linear.classes.front()}};
  if (linear.fit) all["fit"] = fit_json(*linear.fit);
  all["bias"] = nullptr;
  all["terms"] = nullptr;
  if (linear.not_linear.empty()) {
    all["bias"] = by_class(linear, [](const LinearForm& form) { return bias(form); });
    all["terms"] = Json::array();
    return report::with_filled_list(write_json(all, 2) + '\n', "terms",
                                    linear.forms.front().terms.size(),
                                    [&](std::size_t i) { return term_json(linear, i); });
  }
  all["not_linear"] = Json::array();
  for (const NotLinear& each : linear.not_linear)
    all["not_linear"].push_back({{"feature", each.feature}, {"why", each.why}});
  return write_json(all, 2) + '\n';
}

std::string to_csv(const LinearForms& linear, int digits) {
  if (!linear.not_linear.empty()) {
    FigureNumbers reasons{.columns = {"feature", "not_linear"}};
    for (const NotLinear& each : linear.not_linear)
      reasons.rows.push_back({each.feature, each.why});
    return to_csv(reasons, digits);
  }
  FigureNumbers numbers{.columns = {"feature", "value", "kind"}};
  std::vector<FigureNumbers::Cell> bottom{"", "", "bias"};
  if (linear.fit) {
    numbers.columns.insert(numbers.columns.end(), {"centre", "spread"});
    bottom.insert(bottom.end(), 2, report::no_number);
  }
  for (const LinearForm& form : linear.forms) {
    numbers.columns.push_back("weight:" + form.positive);
    bottom.emplace_back(bias(form));
  }
  numbers.rows.push_back(std::move(bottom));
  for (std::size_t i = 0; i < linear.forms.front().terms.size(); ++i) {
    const LinearTerm& term = linear.forms.front().terms[i];
    std::vector<FigureNumbers::Cell> row{term.feature, term.value, std::string(kind_of(term))};
    if (linear.fit) row.insert(row.end(), {term.centre, linear.fit->spreads[i]});
    for (const LinearForm& form : linear.forms) row.emplace_back(form.terms[i].weight);
    numbers.rows.push_back(std::move(row));
  }
  return to_csv(numbers, digits);
}

}  // namespace credence
