# The last test of the coverage preset: how much of the library the others have reached.
# Branches that exceptions add are not counted, nor those that the compiler knows to be unreachable.
find_program(CREDENCE_GCOVR gcovr REQUIRED DOC "Debian package gcovr")
find_program(CREDENCE_GCOV NAMES gcov-12 gcov REQUIRED)
set(CREDENCE_LEAST_LINES 95 CACHE STRING "Share of lines that tests must reach, in percent")
set(CREDENCE_LEAST_BRANCHES 90 CACHE STRING "Share of branches that tests must reach, in percent")

# Counters of earlier runs would be added to.
add_test(NAME coverage.fresh COMMAND find ${PROJECT_BINARY_DIR} -name *.gcda -delete)
set_tests_properties(coverage.fresh PROPERTIES FIXTURES_SETUP fresh)

foreach(folder ${folders} laws golden tool)
  set_tests_properties(${folder} PROPERTIES FIXTURES_REQUIRED fresh FIXTURES_SETUP reached)
endforeach()

add_test(NAME coverage
  COMMAND ${CREDENCE_GCOVR} --root ${PROJECT_SOURCE_DIR} --gcov-executable ${CREDENCE_GCOV} -j 2
    --filter ${PROJECT_SOURCE_DIR}/include/ --filter ${PROJECT_SOURCE_DIR}/src/
    --exclude ${PROJECT_SOURCE_DIR}/src/tool/
    --exclude-throw-branches --exclude-unreachable-branches
    --fail-under-line ${CREDENCE_LEAST_LINES} --fail-under-branch ${CREDENCE_LEAST_BRANCHES}
    --txt ${PROJECT_BINARY_DIR}/coverage.txt --json ${PROJECT_BINARY_DIR}/coverage.json
    --print-summary ${PROJECT_BINARY_DIR})
set_tests_properties(coverage PROPERTIES FIXTURES_REQUIRED "fresh;reached" TIMEOUT 3600)
