# Builds the docs site, and searches it in headless Chromium from its folder, without a server. What is
# not installed is said, and the rest is left out.
execute_process(COMMAND ${SOURCE}/docs/site/build.sh ${FOLDER}
  OUTPUT_VARIABLE said ERROR_VARIABLE warnings RESULT_VARIABLE status)
if(status EQUAL 77)
  message("${said}")
  return()
endif()
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the site does not build:\n${said}${warnings}")
endif()
if(NOT BROWSER)
  message("skipped: no Chromium was found")
  return()
endif()

# `page` as the browser sees it once its scripts have run; a word on the console is an error.
function(open_page page document)
  execute_process(
    COMMAND ${BROWSER} --headless --no-sandbox --disable-gpu --disable-dev-shm-usage
      --disable-background-networking --disable-component-update --no-first-run
      --user-data-dir=${FOLDER}.profile --enable-logging=stderr --v=0
      --virtual-time-budget=20000 --dump-dom file://${FOLDER}/${page}
    OUTPUT_VARIABLE seen ERROR_VARIABLE log RESULT_VARIABLE status TIMEOUT 120)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "the browser ended with ${status}:\n${log}")
  endif()
  if(log MATCHES "CONSOLE[^\n]*")
    message(FATAL_ERROR "${page} said on the console: ${CMAKE_MATCH_0}")
  endif()
  set(${document} "${seen}" PARENT_SCOPE)
endfunction()

open_page("search.html?q=Dirichlet" results)
if(NOT results MATCHES "docs/reference/families/dirichlet_categorical.html")
  message(FATAL_ERROR "searching for Dirichlet does not find the page of that family:\n${results}")
endif()
open_page("search.html?q=zyxwvut" nothing)
if(nothing MATCHES "class=\"search\"><li")
  message(FATAL_ERROR "searching for a word that no page holds finds a page")
endif()
open_page("docs/reference/families/beta_bernoulli.html" formulas)
if(formulas MATCHES "class=\"[a-z ]*formula" AND NOT formulas MATCHES "class=\"katex")
  message(FATAL_ERROR "formulas are not drawn")
endif()
message("the site is built and searched")
