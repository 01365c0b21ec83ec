# Installs the build tree BUILD to a scratch prefix, then configures, builds and runs the stranger
# against it, with the compiler and flags of the build. Fails unless it prints main.expected.
set(scratch ${BUILD}/package_consumer)
file(REMOVE_RECURSE ${scratch})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "'${command}' ended with ${status}:\n${out}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${scratch}/installed)

# What is private to us must stay so: strangers need neither its headers nor its packages.
file(GLOB_RECURSE exported ${scratch}/installed/*.cmake)
if(NOT exported)
  message(FATAL_ERROR "nothing like credence-config.cmake was installed below ${scratch}/installed")
endif()
foreach(file ${exported})
  file(READ ${file} text)
  foreach(private Boost nlohmann CLI11 doctest rapidcheck "-W" "${SOURCE}/include" "${SOURCE}/src")
    string(FIND "${text}" "${private}" found)
    if(NOT found EQUAL -1)
      message(FATAL_ERROR "the installed ${file} mentions '${private}'")
    endif()
  endforeach()
endforeach()

# Beside the tool stand its manual and the completions of shells.
if(EXISTS ${scratch}/installed/bin/credence)
  foreach(page man/man1/credence.1 man/man1/credence-compare.1 zsh/site-functions/_credence
          bash-completion/completions/credence fish/vendor_completions.d/credence.fish)
    if(NOT EXISTS ${scratch}/installed/share/${page})
      message(FATAL_ERROR "share/${page} was not installed")
    endif()
  endforeach()
endif()

run(${CMAKE_COMMAND} -S ${SOURCE}/tests/package -B ${scratch}/build -G ${GENERATOR}
  -DCMAKE_PREFIX_PATH=${scratch}/installed -DCMAKE_CXX_COMPILER=${COMPILER}
  "-DCMAKE_CXX_FLAGS=${FLAGS}" -DCMAKE_BUILD_TYPE=None
  -DWITH_MPI=${MPI} -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON
  -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON)
run(${CMAKE_COMMAND} --build ${scratch}/build)

execute_process(COMMAND ${scratch}/build/stranger OUTPUT_VARIABLE printed RESULT_VARIABLE status)
file(READ ${SOURCE}/tests/package/main.expected expected)
if(NOT status EQUAL 0 OR NOT printed STREQUAL expected)
  message(FATAL_ERROR "exit status ${status}; printed:\n${printed}\nexpected:\n${expected}")
endif()
