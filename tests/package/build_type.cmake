# Configures the project without saying how to build it, which makes it a release.
file(REMOVE_RECURSE ${FOLDER})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${FOLDER} -G ${GENERATOR}
  -DCMAKE_CXX_COMPILER=${COMPILER} -DCREDENCE_BUILD_TESTS=OFF -DCREDENCE_BUILD_TOOL=OFF
  RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "configuring ended with ${status}:\n${out}")
endif()
file(STRINGS ${FOLDER}/CMakeCache.txt type REGEX "^CMAKE_BUILD_TYPE:")
if(NOT type STREQUAL "CMAKE_BUILD_TYPE:STRING=Release")
  message(FATAL_ERROR "without a build type the cache has '${type}'")
endif()
