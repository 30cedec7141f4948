// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decodes a JPEG and a PNG again and again (Debian's libstb-dev); prints the
// nanoseconds of the fastest time and a sum of what came out.

#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <stdio.h>
#include <time.h>

enum { Width = 512, Height = 384, Times = 12 };

struct File {
  unsigned char bytes[Width * Height * 4];
  int size;
};

static void append(void *context, void *data, int size) {
  struct File *file = context;
  memcpy(file->bytes + file->size, data, (size_t)size);
  file->size += size;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static unsigned long decode(const struct File *file) {
  int w = 0, h = 0, channels = 0;
  unsigned char *pixels =
      stbi_load_from_memory(file->bytes, file->size, &w, &h, &channels, 3);
  unsigned long sum = 0;
  for (int i = 0; pixels && i < w * h * 3; i += 97)
    sum = sum * 31 + pixels[i];
  stbi_image_free(pixels);
  return sum;
}

int main(void) {
  static unsigned char image[Height][Width][3];
  static struct File jpeg, png;
  unsigned noise = 1;
  for (int y = 0; y < Height; ++y)
    for (int x = 0; x < Width; ++x)
      for (int c = 0; c < 3; ++c) {
        noise = noise * 1664525 + 1013904223;
        image[y][x][c] = (unsigned char)((x * (c + 1) + y) / 4 + (noise >> 28));
      }
  stbi_write_jpg_to_func(append, &jpeg, Width, Height, 3, image, 85);
  stbi_write_png_to_func(append, &png, Width, Height, 3, image, Width * 3);
  double fastest = 1e18;
  unsigned long sum = 0;
  for (int t = 0; t < Times; ++t) {
    const double start = now();
    sum = decode(&jpeg) * 7 + decode(&png);
    const double taken = now() - start;
    fastest = taken < fastest ? taken : fastest;
  }
  printf("%.0f %lu\n", fastest, sum);
  return 0;
}
