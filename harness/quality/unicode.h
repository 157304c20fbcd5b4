#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace inferproof {

// Unicode scalar values over utf8proc. Texts are well-formed UTF-8 unless a function says otherwise.

// Where the first ill-formed sequence of any bytes starts; nothing when there is none.
std::optional<std::size_t> IllFormedAt(std::string_view bytes);

std::u32string ToScalars(std::string_view text);
std::string ToUtf8(std::u32string_view scalars);

// The scalar that ends before, or starts at, byte `offset`; nothing at the rim.
std::optional<char32_t> ScalarBefore(std::string_view text, std::size_t offset);
std::optional<char32_t> ScalarAt(std::string_view text, std::size_t offset);

bool IsSpace(char32_t scalar);  // White_Space, no-break spaces included; zero-width characters are not
bool IsLetter(char32_t scalar);
bool IsMark(char32_t scalar);
bool IsCurrency(char32_t scalar);
bool IsPunctuation(char32_t scalar);
bool IsVisible(char32_t scalar);       // leaves ink: no space, control, format, filler or unassigned character
std::optional<int> DigitOf(char32_t);  // ASCII, full-width, Arabic-Indic and extended Arabic-Indic

// Any bytes for a message: quoted, at most `limit` scalars, with invisible and ill-formed parts written out:
// "a\u{200B}b\xFF".
std::string Shown(std::string_view bytes, std::size_t limit = 100);

}  // namespace inferproof
