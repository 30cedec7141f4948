// strlen without knowing the length ahead.
#include <stddef.h>

size_t length(const char *s) {
  const char *p = s;
  while (*p)
    p++;
  return p - s;
}
