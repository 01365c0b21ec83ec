# What find_package(credence) reads from an installed tree. Eigen alone is in public headers.
include(CMakeFindDependencyMacro)
find_dependency(Eigen3 3.4 NO_MODULE)
include(${CMAKE_CURRENT_LIST_DIR}/credence-targets.cmake)
