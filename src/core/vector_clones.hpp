// Lets the compiler make a second version of a hot function for processors with AVX2, chosen when
// the program starts. Both give the same bits: lanes are independent and no operations are fused.
#pragma once

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(SFUMATO_SANITIZED)
#define SFUMATO_VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define SFUMATO_VECTOR_CLONES
#endif
