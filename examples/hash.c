// FNV-1a hash of a string: xor and multiplication in one chain.
#include <stdint.h>

uint32_t hash(const char *text) {
  uint32_t h = 2166136261u;
  for (; *text; text++)
    h = (h ^ (unsigned char)*text) * 16777619u;
  return h;
}
