#include <stdio.h>
#ifndef TEXT
#define TEXT "plain"
#endif
int main(void) {
  puts(TEXT);
  return 0;
}
