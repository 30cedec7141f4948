// For access-places.c.
struct Generator {
  unsigned First, Second, Numbers[55];
};
static inline unsigned next(struct Generator *g) {
  unsigned n = g->Numbers[g->First] -= g->Numbers[g->Second];
  if (++g->First == 55)
    g->First = 0;
  if (++g->Second == 55)
    g->Second = 0;
  return n >> 3;
}
