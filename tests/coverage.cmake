# The last test of the coverage preset: how much of the library the others have reached.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
find_program(CREDENCE_LLVM_COV NAMES llvm-cov-14 llvm-cov REQUIRED DOC "Debian package llvm-14")
find_program(CREDENCE_LLVM_PROFDATA NAMES llvm-profdata-14 llvm-profdata REQUIRED)
set(CREDENCE_LEAST_LINES 98 CACHE STRING "Share of lines that tests must reach, in percent")
set(CREDENCE_LEAST_BRANCHES 93 CACHE STRING "Share of branches that tests must reach, in percent")

# Counters of earlier runs would be added to; each program has one file, to which its runs add up.
set(profiles ${PROJECT_BINARY_DIR}/profiles)
add_test(NAME coverage.fresh COMMAND ${CMAKE_COMMAND} -E rm -rf ${profiles})
set_tests_properties(coverage.fresh PROPERTIES FIXTURES_SETUP fresh)

set(programs)
foreach(folder ${folders} laws golden misuse tool engines)
  if(NOT TARGET test_${folder})
    continue()
  endif()
  set_tests_properties(${folder} PROPERTIES FIXTURES_REQUIRED fresh FIXTURES_SETUP reached)
  set_property(TEST ${folder} APPEND PROPERTY ENVIRONMENT LLVM_PROFILE_FILE=${profiles}/%m.profraw)
  list(APPEND programs $<TARGET_FILE:test_${folder}>)
endforeach()
foreach(program credence_tool credence_mpi_tool mpi_ranks)
  if(TARGET ${program})
    list(APPEND programs $<TARGET_FILE:${program}>)
  endif()
endforeach()

add_test(NAME coverage
  COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/coverage.py --root ${PROJECT_SOURCE_DIR}
    --build ${PROJECT_BINARY_DIR} --profiles ${profiles} --missing ${PROJECT_BINARY_DIR}/not_reached.txt
    --cov ${CREDENCE_LLVM_COV} --profdata ${CREDENCE_LLVM_PROFDATA}
    --least-lines ${CREDENCE_LEAST_LINES} --least-branches ${CREDENCE_LEAST_BRANCHES} ${programs})
set_tests_properties(coverage PROPERTIES FIXTURES_REQUIRED "fresh;reached" TIMEOUT 3600)
