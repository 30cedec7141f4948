// Counts words: the body has branches, the kernel is its hottest path.
int count_words(const char *text, int *longest) {
  int words = 0, length = 0;
  *longest = 0;
  for (; *text; text++) {
    if (*text != ' ') {
      if (length++ == 0)
        words++;
      continue;
    }
    if (length > *longest)
      *longest = length;
    length = 0;
  }
  return words;
}
