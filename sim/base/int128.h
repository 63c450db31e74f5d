// 128-bit integers (a GCC and clang extension), for products that must not overflow.
#pragma once

namespace reprise {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

}  // namespace reprise
