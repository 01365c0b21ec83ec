# Installs the build tree BUILD to a scratch prefix, then configures, builds and runs the stranger
# against it, with the compiler and flags of the build. Fails unless it prints main.expected. Then does
# what docs/how_to/use_without_cmake.md says, where pkg-config is installed.
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

function(check_output expected_file)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE printed RESULT_VARIABLE status)
  file(READ ${SOURCE}/${expected_file} expected)
  if(NOT status EQUAL 0 OR NOT printed STREQUAL expected)
    message(FATAL_ERROR "exit status ${status}; printed:\n${printed}\nexpected:\n${expected}")
  endif()
endfunction()
check_output(tests/package/main.expected ${scratch}/build/stranger)

# The command of the page, on one line, with the compiler and flags of the build and other places.
file(READ ${SOURCE}/docs/how_to/use_without_cmake.md page)
function(run_command_of_page begin)
  string(FIND "${page}" "${begin}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "the page no longer has the command that begins with '${begin}'")
  endif()
  string(SUBSTRING "${page}" ${at} -1 command)
  string(REGEX REPLACE "\n.*" "" command "${command}")
  string(REPLACE "g++ " "${COMPILER} ${FLAGS} " command "${command}")
  while(ARGN)
    list(POP_FRONT ARGN from to)
    string(REPLACE "${from}" "${to}" command "${command}")
  endwhile()
  run(${CMAKE_COMMAND} -E chdir ${SOURCE} sh -c "${command}")
endfunction()

run_command_of_page("g++ -std=c++20 -O2 -I include" build/release ${BUILD} "-o table" "-o ${scratch}/table")
check_output(examples/12_table.expected ${CMAKE_COMMAND} -E chdir ${SOURCE} ${scratch}/table)

find_program(pkg_config NAMES pkg-config pkgconf)
if(pkg_config)
  file(GLOB_RECURSE described ${scratch}/installed/*/credence.pc)
  cmake_path(GET described PARENT_PATH folder)
  set(ENV{PKG_CONFIG_PATH} ${folder})
  run_command_of_page("g++ -std=c++20 -O2 main.cpp" main.cpp ${SOURCE}/tests/package/main.cpp
    pkg-config ${pkg_config} "-o main" "-o ${scratch}/stranger")
  check_output(tests/package/main.expected ${scratch}/stranger)
else()
  message("no pkg-config: credence.pc is not tried")
endif()
