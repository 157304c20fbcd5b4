# Run as a script: cmake -DROOT=... -DOUTPUT=... "-DFILES=a,b" -P cmake/embed.cmake
# Writes OUTPUT, a C++ file whose EmbeddedFile() answers the bytes of each of FILES (relative to ROOT).
string(REPLACE "," ";" FILES "${FILES}")
set(arrays "")
set(rows "")
foreach(path IN LISTS FILES)
  file(READ "${ROOT}/${path}" text HEX)
  string(LENGTH "${text}" digits)
  math(EXPR size "${digits} / 2")
  # A list of bytes is exact for any content, and no compiler limits its length.
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${text}")
  string(MAKE_C_IDENTIFIER "${path}" name)
  string(APPEND arrays "constexpr unsigned char k_${name}[] = {${bytes}};\n")
  string(APPEND rows "    {\"${path}\", k_${name}, ${size}},\n")
endforeach()
file(WRITE "${OUTPUT}.new" "// Made by cmake/embed.cmake.
#include \"harness/init/embedded.h\"

namespace inferproof {
namespace {

${arrays}
struct Embedded {
  std::string_view path;
  const unsigned char* bytes;
  std::size_t size;
};
constexpr Embedded kFiles[] = {
${rows}};

}  // namespace

std::optional<std::string> EmbeddedFile(std::string_view path) {
  for (const Embedded& file : kFiles) {
    if (file.path == path) return std::string(file.bytes, file.bytes + file.size);
  }
  return std::nullopt;
}

}  // namespace inferproof
")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
