// Walk over a linked list: the address of the next node comes from memory.
struct node {
  struct node *next;
  long value;
};

long list_sum(const struct node *node) {
  long sum = 0;
  for (; node; node = node->next)
    sum += node->value;
  return sum;
}
