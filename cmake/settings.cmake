# What every target of ours is compiled with.
add_library(harness_settings INTERFACE)
target_compile_features(harness_settings INTERFACE cxx_std_20)
target_include_directories(harness_settings INTERFACE "${CMAKE_SOURCE_DIR}")

add_library(harness_warnings INTERFACE)
target_compile_options(harness_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor
  # GCC 12 sees overlapping copies in std::string that are not there (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<BOOL:${INFERPROOF_DEV}>:-Werror>)

# A hundred and more test programs are linked with clang; its own linker does that in a third of the time.
find_program(INFERPROOF_LLD ld.lld)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND INFERPROOF_LLD)
  target_link_options(harness_settings INTERFACE -fuse-ld=lld)
endif()

if(INFERPROOF_SANITIZE)
  target_compile_options(harness_settings INTERFACE -fsanitize=${INFERPROOF_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(harness_settings INTERFACE -fsanitize=${INFERPROOF_SANITIZE})
endif()

# Two sets of precompiled headers, for parts and for tests. Presets for daily work do without: there each file must
# include what it uses.
function(harness_precompiled name)
  cmake_parse_arguments(PARSE_ARGV 1 pch "" "" "HEADERS;LIBRARIES;OPTIONS")
  add_library(${name} OBJECT "${CMAKE_SOURCE_DIR}/cmake/precompiled.cc")
  target_link_libraries(${name} PRIVATE harness_settings harness_warnings ${pch_LIBRARIES})
  target_compile_options(${name} PRIVATE ${pch_OPTIONS})
  target_precompile_headers(${name} PRIVATE ${pch_HEADERS})
endfunction()

# The parts are what is checked: optimising or instrumenting every EXPECT_THAT as well makes the build much longer.
set(HARNESS_TEST_OPTIONS -O0)
if(INFERPROOF_SANITIZE)
  list(APPEND HARNESS_TEST_OPTIONS -fno-sanitize=undefined)
endif()
if(INFERPROOF_PCH)
  # One library asks for this flag, and a set of precompiled headers serves only units with equal flags.
  target_compile_options(harness_settings INTERFACE -pthread)
  set(heavy <functional> <map> <nlohmann/json.hpp> <string> <variant> <vector>)
  # GCC 12 optimises std::string from a precompiled header into overruns that are not there (-Warray-bounds).
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    harness_precompiled(harness_pch HEADERS ${heavy})
  endif()
  if(INFERPROOF_TESTS)
    harness_precompiled(harness_test_pch HEADERS <gmock/gmock.h> <gtest/gtest.h> ${heavy} LIBRARIES GTest::gmock
      OPTIONS ${HARNESS_TEST_OPTIONS})
  endif()
endif()

# harness_part(NAME SOURCES a.cc ... DEPENDS part ... [PUBLIC lib ...] [PRIVATE lib ...]): one folder, one static library.
function(harness_part name)
  cmake_parse_arguments(PARSE_ARGV 1 part "" "" "SOURCES;DEPENDS;PUBLIC;PRIVATE")
  add_library(harness_${name} STATIC ${part_SOURCES})
  add_library(harness::${name} ALIAS harness_${name})
  list(TRANSFORM part_DEPENDS PREPEND harness_)
  target_link_libraries(harness_${name} PUBLIC harness_settings ${part_DEPENDS} ${part_PUBLIC}
    PRIVATE harness_warnings ${part_PRIVATE})
  if(TARGET harness_pch)
    target_precompile_headers(harness_${name} REUSE_FROM harness_pch)
  endif()
endfunction()

# harness_test(LABEL NAME SOURCES a_test.cc ... DEPENDS part ... [LIBRARIES lib ...]): a test program <LABEL>_<NAME>_tests.
function(harness_test label name)
  cmake_parse_arguments(PARSE_ARGV 2 test "" "" "SOURCES;DEPENDS;LIBRARIES")
  set(program ${label}_${name}_tests)
  add_executable(${program} ${test_SOURCES})
  list(TRANSFORM test_DEPENDS PREPEND harness_)
  target_link_libraries(${program} PRIVATE harness_settings harness_warnings ${test_DEPENDS} ${test_LIBRARIES}
    GTest::gmock GTest::gtest_main)
  target_compile_options(${program} PRIVATE ${HARNESS_TEST_OPTIONS})
  if(TARGET harness_test_pch)
    target_precompile_headers(${program} REUSE_FROM harness_test_pch)
  endif()
  target_compile_definitions(${program} PRIVATE INFERPROOF_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  # A simulation takes every core: beside it nothing that keeps time may be tested.
  set(processors 1)
  if(label STREQUAL "calibration")
    set(processors 2)
  endif()
  gtest_discover_tests(${program} TEST_PREFIX "${label}." DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${label} TIMEOUT 300 PROCESSORS ${processors})
endfunction()
