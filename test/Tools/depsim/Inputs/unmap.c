// Memory that is given back, and comes again at the same place.
#include <stddef.h>
#include <sys/mman.h>

enum { Size = 1 << 26 };
static volatile long Below;

static volatile long *map(void *At) {
  int Fixed = At ? MAP_FIXED : 0;
  return mmap(At, Size, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | Fixed, -1, 0);
}

int main(void) {
  Below = 1;
  volatile long *Place = map(NULL);
  // A page in the middle, and both ends.
  for (long I = 0; I < 1000; ++I)
    Place[I] = Place[Size / 16 + I] = Place[Size / 8 - 1 - I] = I;
  munmap((void *)Place, Size);
  long Seen = map((void *)Place) == Place ? 0 : 100;
  for (long I = 0; I < 1000; ++I)
    Seen += Place[I] + Place[Size / 16 + I] + Place[Size / 8 - 1 - I];
  // What was written elsewhere is still known.
  Seen += Below;
  return (int)Seen;
}
