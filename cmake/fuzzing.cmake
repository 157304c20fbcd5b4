# harness_fuzzer(NAME SOURCES fuzz_a.cc ... DEPENDS part ... [LIBRARIES lib ...] CORPUS directory):
# one `LLVMFuzzerTestOneInput`, twice. In every build `replay_<NAME>` feeds it each file of the corpus as the test
# fuzz.<NAME>.corpus; with INFERPROOF_FUZZ there is also the libFuzzer program `fuzz_<NAME>` and a short seeded live run.
include_guard(GLOBAL)

if(INFERPROOF_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "INFERPROOF_FUZZ needs clang (libFuzzer); use the preset fuzz")
  endif()
  # Coverage feedback from the parts themselves, not only from the fuzzer's own file.
  target_compile_options(harness_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()

function(harness_fuzzer name)
  cmake_parse_arguments(PARSE_ARGV 1 fuzz "" "CORPUS" "SOURCES;DEPENDS;LIBRARIES")
  cmake_path(ABSOLUTE_PATH fuzz_CORPUS BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  list(TRANSFORM fuzz_DEPENDS PREPEND harness_)

  add_executable(replay_${name} ${fuzz_SOURCES} "${CMAKE_SOURCE_DIR}/tests/fuzz/replay_corpus.cc")
  target_link_libraries(replay_${name} PRIVATE harness_settings harness_warnings ${fuzz_DEPENDS} ${fuzz_LIBRARIES})
  add_test(NAME fuzz.${name}.corpus COMMAND replay_${name} "${fuzz_CORPUS}")
  set_tests_properties(fuzz.${name}.corpus PROPERTIES LABELS fuzz TIMEOUT 120)

  if(INFERPROOF_FUZZ)
    add_executable(fuzz_${name} ${fuzz_SOURCES})
    target_link_libraries(fuzz_${name} PRIVATE harness_settings harness_warnings ${fuzz_DEPENDS} ${fuzz_LIBRARIES})
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    # The first directory receives what the run finds; the committed corpus is only read.
    set(found "${CMAKE_CURRENT_BINARY_DIR}/found_${name}")
    file(MAKE_DIRECTORY "${found}")
    add_test(NAME fuzz.${name}.live
      COMMAND fuzz_${name} -runs=20000 -seed=1 -max_len=4096 -timeout=10 -max_total_time=60 -rss_limit_mb=1024
        "-artifact_prefix=${found}/crash-" "${found}" "${fuzz_CORPUS}")
    set_tests_properties(fuzz.${name}.live PROPERTIES LABELS fuzz TIMEOUT 180)
  endif()
endfunction()
