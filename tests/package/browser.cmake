# Opens a report in headless Chromium: the page must be read to its end without a word on the console,
# where a blocked request or a broken style sheet would show. Without a browser it says so and stops.
if(NOT BROWSER)
  message("skipped: no Chromium was found")
  return()
endif()
file(MAKE_DIRECTORY ${FOLDER})
execute_process(COMMAND ${TOOL} report ${DATA} --label class -q -o ${FOLDER}/page.html --force
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${BROWSER} --headless --no-sandbox --disable-gpu --disable-dev-shm-usage
    --disable-background-networking --disable-component-update --no-first-run
    --user-data-dir=${FOLDER}/profile --enable-logging=stderr --v=0 --dump-dom
    file://${FOLDER}/page.html
  OUTPUT_VARIABLE document ERROR_VARIABLE log RESULT_VARIABLE status TIMEOUT 120)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the browser ended with ${status}:\n${log}")
endif()
if(log MATCHES "CONSOLE[^\n]*")
  message(FATAL_ERROR "the page said on the console: ${CMAKE_MATCH_0}")
endif()
string(REGEX MATCHALL "<svg " drawn "${document}")
list(LENGTH drawn figures)
if(figures LESS 10 OR NOT document MATCHES "</footer>")
  message(FATAL_ERROR "the browser saw ${figures} figures, or not the end of the page")
endif()
message("${figures} figures, nothing on the console")
