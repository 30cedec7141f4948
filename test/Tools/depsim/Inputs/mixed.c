// Reads and writes of all sizes at places that follow no pattern.
#include <stdint.h>
#include <string.h>

static unsigned char Area[256];
static uint64_t State = 1;

static unsigned next(unsigned Below) {
  State = State * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(State >> 33) % Below;
}

#define ACCESS(TYPE)                                                           \
  {                                                                            \
    TYPE V;                                                                    \
    memcpy(&V, Area + next(256 - sizeof V), sizeof V);                         \
    V += 1;                                                                    \
    memcpy(Area + next(256 - sizeof V), &V, sizeof V);                         \
  }

int main(void) {
  typedef int Vector __attribute__((vector_size(32)));
  for (int I = 0; I < 2000; ++I)
    switch (next(5)) {
    case 0:
      ACCESS(uint8_t) break;
    case 1:
      ACCESS(uint16_t) break;
    case 2:
      ACCESS(uint32_t) break;
    case 3:
      ACCESS(uint64_t) break;
    default:
      ACCESS(Vector) break;
    }
  return 0;
}
