# What the compilers COMPILERS (a list) say of mistakes: families of your own that lack a member each,
# made from the skeleton, likelihoods where families are meant, pointers into what dies. Each mistake is
# one error, which names the member or the family. Of a program without one they say nothing.
file(READ ${SOURCE}/examples/family_skeleton.hpp skeleton)
string(FIND "${skeleton}" "namespace mine {" begin)
string(SUBSTRING "${skeleton}" 0 ${begin} head)
string(SUBSTRING "${skeleton}" ${begin} -1 body)
string(REPLACE "#pragma once" "#include <credence/learn/posterior.hpp>" head "${head}")
string(APPEND body "template struct credence::Posterior<mine::BetaCoin>;\n")
set(whole "${head}${body}")

# Adds a copy of the skeleton with `replacement` where `pattern` stands, and what is to be said of it.
set(broken "${head}")
set(messages)
function(add_without name pattern replacement message)
  string(REGEX REPLACE "${pattern}" "${replacement}" text "${body}")
  if(text STREQUAL body)
    message(FATAL_ERROR "the skeleton has nothing like '${pattern}'")
  endif()
  string(REPLACE "mine" "without_${name}" text "${text}")
  set(broken "${broken}${text}" PARENT_SCOPE)
  list(APPEND messages "${message}")
  set(messages "${messages}" PARENT_SCOPE)
endfunction()
add_without(merge "[^\n]*void merge[^\n]*\n" "" "lack merge(other)")
add_without(needs ", needs = [^;]*" "" "lacks `needs`")
add_without(posterior "posterior\\((const Beta& prior|prior, seen)" "updated(\\1"
  "lacks the function posterior(prior, statistics)")
add_without(draw "[^\n]*bool draw[^\n]*\n" "" "lacks the function draw(density, random)")
add_without(parameters "[^\n]*parameters\\(const[^\n]*\n" "" "lacks static parameters(likelihood)")
add_without(observe "[^\n]*void observe[^\n]*\n" "" "lack observe(datum, weight)")
add_without(count "double count" "int count" "lack count() const")
add_without(equality "[^\n]*Tosses&\\) = default;\n" "" "add operator==")
add_without(prior "[^\n]*PriorRule[^\n]*\n" "" "lacks the member `PriorRule<Prior> prior`")
add_without(statistics "[^\n]*using Statistics[^\n]*\n" ""
  "has the types Likelihood, Prior, Predictive and Statistics")

# Families of models whose data no column holds, or have levels that nobody counts.
string(REPLACE "credence/learn/posterior.hpp" "credence/catalogue/family_of.hpp" models "${head}")
foreach(datum float Code)
  string(REPLACE "template struct credence::Posterior<mine::BetaCoin>;"
    "const credence::FamilyType& mine_type() { return credence::family_type<mine::BetaCoin>(); }"
    text "${body}")
  string(REGEX REPLACE "bool( x|;|\\)| draw)" "${datum}\\1" text "${text}")
  string(REPLACE "mine" "of_${datum}" text "${text}")
  string(APPEND models "${text}")
endforeach()

# Fails unless `compiler` finds in `file` one error for each message, which says it.
function(check compiler file)
  execute_process(
    COMMAND ${compiler} -std=c++20 ${warnings} -fsyntax-only -I${SOURCE}/include -isystem ${EIGEN} ${file}
    RESULT_VARIABLE status ERROR_VARIABLE said OUTPUT_VARIABLE said)
  string(REGEX MATCHALL "error: " errors "${said}")
  list(LENGTH errors found)
  list(LENGTH ARGN wanted)
  if(NOT found EQUAL wanted OR (wanted EQUAL 0 AND NOT status EQUAL 0))
    message(FATAL_ERROR "${compiler} finds ${found} errors in ${file}, not ${wanted}:\n${said}")
  endif()
  foreach(message ${ARGN})
    string(FIND "${said}" "${message}" at)
    if(at EQUAL -1)
      message(FATAL_ERROR "${compiler} does not say '${message}' of ${file}:\n${said}")
    endif()
  endforeach()
endfunction()

file(WRITE ${FOLDER}/whole.cpp "${whole}")
file(WRITE ${FOLDER}/broken.cpp "${broken}")
file(WRITE ${FOLDER}/models.cpp "${models}")
foreach(compiler ${COMPILERS})
  set(warnings -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
  check(${compiler} ${SOURCE}/tests/diagnostics/strict.cpp)
  set(warnings)
  check(${compiler} ${SOURCE}/tests/diagnostics/temporaries.cpp
    deleted deleted deleted deleted deleted deleted deleted deleted)
  check(${compiler} ${FOLDER}/whole.cpp)
  check(${compiler} ${FOLDER}/broken.cpp ${messages})
  check(${compiler} ${FOLDER}/models.cpp
    "no column holds data of the family's type" "lack levels(), resize(n) and rearrange(to, n)")
  check(${compiler} ${SOURCE}/tests/diagnostics/likelihoods.cpp
    "did you mean BetaBernoulli?" "did you mean DirichletCategorical?"
    "did you mean GammaExponential?" "did you mean GammaKnownShape, or GammaPoisson"
    "did you mean BetaGeometric?" "did you mean DirichletHistogram?"
    "did you mean TiedNormalInverseGammaNormal?" "did you mean NormalInverseGammaLogNormal?"
    "did you mean DirichletMultinomial?" "did you mean NormalInverseWishartNormal?"
    "did you mean NormalInverseGammaNormal, NormalKnownVariance or NormalKnownMean?"
    "did you mean BetaNegativeBinomial?" "did you mean GammaPoisson?"
    "did you mean KernelNumbers?" "did you mean PolyaTreeNumbers?"
    "did you mean VonMisesKnownConcentration?" "a density is no family"
    "this type is neither a family nor a model")
  check(${compiler} ${SOURCE}/tests/diagnostics/model.cpp "did you mean GammaPoisson?")
  check(${compiler} ${SOURCE}/tests/diagnostics/row_members.cpp
    "WholeMember" "AnswerMember" "MemberOf")
endforeach()
